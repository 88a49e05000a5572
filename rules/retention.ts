import { addDays, addMonths, type CalendarDate } from './calendar-dates.ts';
import type { Jurisdiction } from './provisions.ts';

/** What a record is to the law that says how long it is kept. Source: domain 6. */
export type RetainedKind = 'identity' | 'transaction' | 'suspicionReport' | 'programme';

type RetentionRule = { years: number; provision: string };

/**
 * Least years of keeping. `identity` covers due diligence and risk as well. Source: domain 6; NZ ss49, 49A, 50, 51; AU Part 10
 * (s107 transactions, s111 due diligence, s116 programme).
 */
export const retentionRules: Record<Jurisdiction, Record<RetainedKind, RetentionRule>> = {
  NZL: {
    identity: { years: 5, provision: 'NZ s50' },
    transaction: { years: 5, provision: 'NZ s49' },
    suspicionReport: { years: 5, provision: 'NZ s49A' },
    programme: { years: 5, provision: 'NZ s51' },
  },
  AUS: {
    identity: { years: 7, provision: 'AU s111' },
    transaction: { years: 7, provision: 'AU s107' },
    suspicionReport: { years: 7, provision: 'AU Part 10' },
    programme: { years: 7, provision: 'AU s116' },
  },
};

/** When a record's time starts, in words for the page that shows it. Source: domain 6. */
export const retentionStarts: Record<RetainedKind, string> = {
  identity: 'the day the relationship ended, or the occasional transaction was completed',
  transaction: 'the day the transaction was completed',
  suspicionReport: 'the day the report was submitted, or it was decided not to report',
  programme: 'the end of its regular use',
};

/**
 * Least years that a record of a kind is kept under the laws that want it. A record that both want is kept for the longer of the
 * two; one that New Zealand alone wants goes after 5 years, whatever else the company is regulated by.
 */
export function leastRetentionYears(kind: RetainedKind, jurisdictions: readonly Jurisdiction[]): number {
  return Math.max(0, ...jurisdictions.map((jurisdiction) => retentionRules[jurisdiction][kind].years));
}

/**
 * One reason to keep a record. `startOn`: null while the time has not started, because the relationship goes on or the template
 * is in use. `jurisdictions`: the laws that want this record.
 */
export type RetentionGround = {
  kind: RetainedKind;
  startOn: CalendarDate | null;
  jurisdictions: readonly Jurisdiction[];
};

/** `years`: the company's one figure; `regulatedIn`: where it is regulated. */
export type RetentionPolicy = { years: number; regulatedIn: readonly Jurisdiction[] };

/** A company regulated in both countries has to say 7; only what it says beyond its own minimum is a wish to keep longer. */
function wishedYears(policy: RetentionPolicy | undefined): number {
  if (policy === undefined) return 0;
  return policy.years > leastRetentionYears('identity', policy.regulatedIn) ? policy.years : 0;
}

/**
 * Last day of keeping: the latest over all grounds of its start and its years. The company's policy lengthens the law's minimum and
 * never shortens it. Undefined where a ground has not started to run, or there is none: the record is kept until further notice.
 * 29 February counts to 28 February of a common year. Source: domain 6.
 */
export function retainUntil(
  grounds: readonly RetentionGround[],
  policy?: RetentionPolicy,
): CalendarDate | undefined {
  const policyYears = wishedYears(policy);
  let latest: CalendarDate | undefined;
  for (const { kind, startOn, jurisdictions } of grounds) {
    if (startOn === null) return undefined;
    const years = Math.max(policyYears, leastRetentionYears(kind, jurisdictions));
    const until = addMonths(startOn, years * 12);
    if (latest === undefined || until > latest) latest = until;
  }
  return latest;
}

/** Days after which what never became part of a relationship goes: drafts never taken on, uploads never used. Source: domain 6. */
export const abandonedDays = 90;

/** Days after the decision for which biometric images are kept; longer only while a referred case needs them. Source: domain 6. */
export const biometricImageDays = 7;

/** Last day of keeping something that was last touched on a day and never used. */
export function abandonedUntil(lastTouchedOn: CalendarDate): CalendarDate {
  return addDays(lastTouchedOn, abandonedDays);
}

/** Last day of keeping a verification's images; undefined while there is no decision or a referred case needs them. */
export function biometricImagesUntil({
  decidedOn,
  referredCaseOpen,
}: {
  decidedOn: CalendarDate | null;
  referredCaseOpen: boolean;
}): CalendarDate | undefined {
  return decidedOn === null || referredCaseOpen ? undefined : addDays(decidedOn, biometricImageDays);
}

/**
 * Whether a record is due for destruction on a day: its last day of keeping has passed, and nothing holds it. A legal hold and an
 * open suspicion answer the same plain no, so that the answer tips nobody off (NZ s46, AU s123). Source: domain 6; NZ s54.
 */
export function isDueForDestruction({
  retainUntil: until,
  on,
  legalHold,
  suspicionOpen,
}: {
  retainUntil: CalendarDate | null | undefined;
  on: CalendarDate;
  legalHold: boolean;
  suspicionOpen: boolean;
}): boolean {
  return !!until && on > until && !legalHold && !suspicionOpen;
}

/** `nzS54`: destroyed as soon as practicable, NZ s54. `policy`: the company's own rule, where no law says when. */
export type DestructionBasis = 'nzS54' | 'policy';

/** Why records are destroyed, in words for the certificate. */
export const destructionBasisLabels: Record<DestructionBasis, string> = {
  nzS54: 'AML/CFT Act 2009 (NZ) s54: no longer to be kept',
  policy: 'Company policy: no longer needed',
};

/** What is destroyed: a client whose relationship ended, or a draft that never became one. */
export type DestroyedKind = 'client' | 'draft';

export const destroyedKindLabels: Record<DestroyedKind, string> = {
  client: 'Client whose relationship ended',
  draft: 'Draft that was never taken on',
};

/** What of a client says how long it is kept. */
export type KeptClient = {
  /** Null while there is a relationship, or where there never was one. */
  relationshipEndedOn: CalendarDate | null;
  /** Whether there ever was a relationship. */
  wasEngaged: boolean;
  /** When the last activity for it was completed; null without one. */
  lastTransactionOn: CalendarDate | null;
  /** What stands on the record; it is lengthened and never shortened. */
  retainUntil: CalendarDate | null;
  lastTouchedOn: CalendarDate;
};

/**
 * Until when a client is kept, as what and on what ground it goes then; undefined while it is kept until further notice. The day that
 * stands on the record is a promise: fewer years of policy do not shorten it. Source: domain 6.
 */
export function destructionOf(
  client: KeptClient,
  policy: RetentionPolicy,
): { kind: DestroyedKind; keptUntil: CalendarDate; basis: DestructionBasis } | undefined {
  const { regulatedIn } = policy;
  if (!client.wasEngaged) {
    return { kind: 'draft', keptUntil: abandonedUntil(client.lastTouchedOn), basis: 'policy' };
  }
  const grounds: RetentionGround[] = [
    { kind: 'identity', startOn: client.relationshipEndedOn, jurisdictions: regulatedIn },
  ];
  if (client.lastTransactionOn !== null) {
    grounds.push({ kind: 'transaction', startOn: client.lastTransactionOn, jurisdictions: regulatedIn });
  }
  const computed = retainUntil(grounds, policy);
  if (computed === undefined) return undefined;
  const keptUntil =
    client.retainUntil !== null && client.retainUntil > computed ? client.retainUntil : computed;
  return { kind: 'client', keptUntil, basis: regulatedIn.includes('NZL') ? 'nzS54' : 'policy' };
}
