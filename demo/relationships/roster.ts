import type { ClientType } from '#rules/clients/client-types.ts';

/**
 * Target state of a relationship. `screened`, `assessing`, `awaitingApproval`, `returned` and `readyForReview` are in
 * onboarding with work left, as is `delayed`, whose work has started before the verification; the others are past it.
 */
type RelationshipEnd =
  | 'screened'
  | 'assessing'
  | 'awaitingApproval'
  | 'returned'
  | 'readyForReview'
  | 'delayed'
  | 'active'
  | 'exception'
  | 'refreshDue'
  | 'dormant'
  | 'exited'
  | 'archived'
  | 'declined';

/**
 * Source of risk: none, country of residence, cash, an officer's judgement, political exposure. Cash and a foreign
 * exposure require evidence documents.
 */
export type RelationshipRisk =
  | 'low'
  | 'livesAbroad'
  | 'cash'
  | 'raisedToMedium'
  | 'raisedToHigh'
  | 'domesticPep'
  | 'foreignPep';

/** A demo client that is in onboarding or past it. */
export interface Relationship {
  /** Days before seeding on which the client was recorded. */
  daysAgo: number;
  type: ClientType;
  risk: RelationshipRisk;
  end: RelationshipEnd;
  country: 'NZL' | 'AUS';
  purpose: string;
  /** How the identity of the person, or of the business's people, was verified. */
  method: 'sighted' | 'electronic';
  /** Belongs to a class that the law lists for simplified CDD. */
  isSimplified: boolean;
}

const purposes = {
  home: 'Conveyancing of a family home',
  rental: 'Purchase of a rental property',
  accounts: 'Annual accounts and tax returns',
  estate: 'Administration of a parent’s estate',
  trust: 'Setting up and running a family trust',
  payroll: 'Payroll and bookkeeping',
  sale: 'Sale of a business',
  lease: 'Advice on a commercial lease',
  grants: 'Accounts and audit of grants',
};

const relationship = (
  daysAgo: number,
  purpose: keyof typeof purposes,
  more: Partial<Omit<Relationship, 'daysAgo' | 'purpose'>> = {},
): Relationship => ({
  daysAgo,
  purpose: purposes[purpose],
  type: 'individual',
  risk: 'low',
  end: 'active',
  country: 'NZL',
  method: 'sighted',
  isSimplified: false,
  ...more,
});

/**
 * The demo company’s relationships. Medium risk is reviewed after twelve months: two reviews are some days overdue, two
 * fall due within weeks. Evidence of a business without a monitored register is valid for a year, so none here is
 * older.
 */
export const relationships: readonly Relationship[] = [
  relationship(398, 'home'),
  relationship(376, 'accounts', { risk: 'livesAbroad' }),
  relationship(372, 'rental', { risk: 'livesAbroad' }),
  relationship(366, 'rental', { risk: 'livesAbroad' }),
  relationship(355, 'sale', { risk: 'livesAbroad', country: 'AUS' }),
  relationship(341, 'home', { end: 'dormant' }),
  relationship(333, 'estate', { end: 'exited' }),
  relationship(333, 'accounts', { type: 'company' }),
  relationship(325, 'payroll', { type: 'soleTrader' }),
  relationship(318, 'home', { country: 'AUS' }),
  relationship(309, 'accounts', { end: 'archived' }),
  relationship(300, 'accounts', { risk: 'raisedToMedium' }),
  relationship(291, 'estate'),
  relationship(283, 'accounts', { type: 'partnership', country: 'AUS' }),
  relationship(274, 'rental', { end: 'refreshDue' }),
  relationship(266, 'lease', { type: 'soleTrader', country: 'AUS', risk: 'cash' }),
  relationship(258, 'home', { method: 'electronic' }),
  relationship(249, 'accounts', { type: 'company' }),
  relationship(240, 'trust'),
  relationship(231, 'home', { country: 'AUS' }),
  relationship(222, 'payroll', { type: 'government', isSimplified: true }),
  relationship(214, 'rental', { risk: 'raisedToMedium' }),
  relationship(205, 'trust', { type: 'trust' }),
  relationship(196, 'accounts', { risk: 'domesticPep' }),
  relationship(188, 'sale', { end: 'exited', country: 'AUS' }),
  relationship(179, 'home'),
  relationship(171, 'rental', { risk: 'raisedToHigh' }),
  relationship(163, 'grants', { type: 'charity' }),
  relationship(154, 'home', { country: 'AUS' }),
  relationship(146, 'accounts', { type: 'listedIssuer' }),
  relationship(138, 'estate', { end: 'dormant' }),
  relationship(129, 'lease', { risk: 'foreignPep' }),
  relationship(121, 'accounts', { method: 'electronic' }),
  relationship(112, 'payroll', { type: 'company' }),
  relationship(104, 'home', { risk: 'livesAbroad' }),
  relationship(95, 'trust', { type: 'trust', country: 'AUS' }),
  relationship(87, 'rental', { end: 'refreshDue', country: 'AUS' }),
  relationship(78, 'home', { end: 'exception' }),
  relationship(69, 'accounts'),
  relationship(61, 'home'),
  relationship(54, 'estate', { country: 'AUS' }),
  relationship(47, 'sale', { type: 'company' }),
  relationship(40, 'home'),
  relationship(34, 'lease', { end: 'declined' }),
  relationship(29, 'rental'),
  relationship(24, 'accounts', { end: 'returned' }),
  relationship(20, 'home', { end: 'readyForReview' }),
  relationship(18, 'rental', { end: 'awaitingApproval', risk: 'livesAbroad' }),
  relationship(16, 'sale', { end: 'declined', country: 'AUS' }),
  relationship(14, 'accounts', { end: 'readyForReview', country: 'AUS' }),
  relationship(12, 'estate', { end: 'awaitingApproval' }),
  relationship(10, 'home', { end: 'assessing' }),
  relationship(9, 'payroll', { end: 'assessing', type: 'soleTrader' }),
  relationship(8, 'rental', { end: 'screened' }),
  relationship(8, 'home', { end: 'screened', country: 'AUS' }),
  // Screened while the lists could not be fetched. Late in the roster, so that the invented names of the others stay; so are those below.
  relationship(31, 'accounts', { end: 'screened' }),
  // Exchanged a week after they were recorded: verification is due within days, and overdue.
  relationship(24, 'home', { end: 'delayed', country: 'AUS' }),
  relationship(50, 'home', { end: 'delayed', country: 'AUS' }),
];

/**
 * Days before seeding: the lists were fetched on `lastFetched`, then could not be until `fetchedAgain`, and on every other day. Within a week of the
 * last fetch a screening is still complete.
 */
export const fetchOutage = { lastFetched: 39, fetchedAgain: 29 };

/** Age in days of the demo company's first work, before its first client. */
export const firstDaysAgo = 430;
