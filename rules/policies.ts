import { type Actor, type CompanyFlags, mayAct } from './access.ts';
import type { RiskLevel } from './client-types.ts';
import { cite, type Jurisdiction } from './provisions.ts';
import { leastRetentionYears, retentionRules } from './retention.ts';

/** What a company decides for itself, within the law. Source: domain 2, Company.policy. */
export type Policies = {
  reviewMonths: Record<RiskLevel, number>;
  retentionYears: number;
  fourEyes: 'off' | 'highOnly' | 'always';
  idExpiryAlertDays: readonly number[];
  dormantAfterBusinessDays: number;
  overrideMaxMonths: number;
  requestExpiryDays: number;
};

/** Least and most of each figure. */
export const policyLimits = {
  reviewMonths: { least: 1, most: 120 },
  retentionYears: { most: 30 },
  idExpiryAlertDays: { least: 1, most: 365, howMany: 5 },
  dormantAfterBusinessDays: { least: 5, most: 520 },
  overrideMaxMonths: { least: 1, most: 60 },
  requestExpiryDays: { least: 1, most: 90 },
} as const;

export const fourEyesLabels: Record<Policies['fourEyes'], string> = {
  off: 'Off: who assessed may approve as well',
  highOnly: 'For high risk and politically exposed persons',
  always: 'Always',
};

/** The law's least years of keeping for a company, with the provisions that say so. Source: domain 6. */
export function legalRetention(regulatedIn: readonly Jurisdiction[]): { years: number; provision: string } {
  const years = leastRetentionYears('identity', regulatedIn);
  const saying = regulatedIn.filter((country) => retentionRules[country].identity.years === years);
  const { provision = '' } = cite(saying, {
    NZL: retentionRules.NZL.identity.provision,
    AUS: retentionRules.AUS.identity.provision,
  });
  return { years, provision };
}

type Person = Extract<Actor, { kind: 'member' }>;

/**
 * People who could be the second pair of eyes: they may approve high risk, which is what four eyes is for, and so whatever else it is
 * asked of. Source: domain 5, first table, "Approve high or PEP".
 */
export function secondPeople<P extends Omit<Person, 'kind'>>(people: readonly P[], now: string): P[] {
  // What the company has paid for, or whether it is closed for a while, says nothing about people.
  const open: CompanyFlags = { accessRestricted: false, subscriptionActive: true };
  return people.filter(
    ({ role, designations, accessEndsAt }) =>
      mayAct({ kind: 'member', role, designations, accessEndsAt }, 'assessments.approveHigh', open, now)
        .allowed,
  );
}

/** With fewer, one of them could have nothing of their own approved. */
export const leastSecondPeople = 2;

export type PolicyProblem = { field: keyof Policies; sentence: string };

/**
 * What speaks against policies: keeping shorter than the law, four eyes without two people for it. Ranges of figures are the form's.
 * `before`: four eyes that is on stays on when somebody leaves; it is switching it on that needs two.
 */
export function policyProblems(
  before: Pick<Policies, 'fourEyes'>,
  after: Policies,
  { regulatedIn, eligible }: { regulatedIn: readonly Jurisdiction[]; eligible: readonly { name: string }[] },
): PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  const { years, provision } = legalRetention(regulatedIn);
  if (after.retentionYears < years) {
    problems.push({
      field: 'retentionYears',
      sentence: `The law wants at least ${years} years (${provision}). Enter ${years} or more.`,
    });
  }
  const switchesOn = before.fourEyes === 'off' && after.fourEyes !== 'off';
  if (switchesOn && eligible.length < leastSecondPeople) {
    const who = eligible.map(({ name }) => name).join(', ');
    problems.push({
      field: 'fourEyes',
      sentence: `Four eyes needs two people who may approve high risk: compliance officers or senior managers. ${
        who === '' ? 'There is nobody yet' : `So far there is ${who} alone`
      }. Designate another under Team first.`,
    });
  }
  return problems;
}

/** How much stands that a changed policy could be thought to touch; capped figures say "more than". */
export type Standing = {
  /** Clients and activities with a date for their next review. */
  reviewsDated: string;
  /** Clients whose relationship has ended, with a date until which they are kept. */
  keptUntil: string;
  /** Assessments that wait for approval. */
  awaitingApproval: string;
  /** Overrides that run. */
  overridesRunning: string;
  /** Requests whose link is open. */
  requestsOpen: string;
};

export type PolicyChange = {
  field: keyof Policies;
  label: string;
  before: string;
  after: string;
  touches: string;
};

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

type Said = {
  label: string;
  text: (policies: Policies) => string;
  touches: (before: Policies, after: Policies, standing: Standing) => string;
};

const said: Record<keyof Policies, Said> = {
  reviewMonths: {
    label: 'Months between reviews',
    text: ({ reviewMonths: { low, medium, high } }) => `low ${low}, medium ${medium}, high ${high}`,
    touches: (_before, _after, { reviewsDated }) =>
      `Counts for assessments that are approved from now on, where their template has no months of its own. Reviews that have a date keep it: ${reviewsDated}.`,
  },
  retentionYears: {
    label: 'Years of keeping records',
    text: ({ retentionYears }) => plural(retentionYears, 'year'),
    touches: (before, after, { keptUntil }) =>
      after.retentionYears > before.retentionYears
        ? `Records of relationships that have ended are kept longer as well, worked out tonight: ${keptUntil}.`
        : `Counts for relationships that end from now on. Those that have ended keep their date: ${keptUntil}.`,
  },
  fourEyes: {
    label: 'Four eyes',
    text: ({ fourEyes }) => fourEyesLabels[fourEyes],
    touches: (_before, { fourEyes }, { awaitingApproval }) =>
      fourEyes === 'off'
        ? `Whoever assessed may approve too, if their role allows it. Waiting for approval: ${awaitingApproval}.`
        : `What waits for approval now already needs another person: ${awaitingApproval}. Verifications are accepted by a second person as well.${
            fourEyes === 'always' ? ' Members without a designation can no longer approve.' : ''
          }`,
  },
  idExpiryAlertDays: {
    label: 'Days of warning before an identity document expires',
    text: ({ idExpiryAlertDays }) => idExpiryAlertDays.join(', '),
    touches: () => 'Counts from tonight. Alerts that are open stay open.',
  },
  dormantAfterBusinessDays: {
    label: 'Business days after which a client counts as quiet',
    text: ({ dormantAfterBusinessDays }) => plural(dormantAfterBusinessDays, 'day'),
    touches: () =>
      'From then on the page of an active client says so and offers to mark it as dormant. Nothing is marked by itself.',
  },
  overrideMaxMonths: {
    label: 'Most months for which a level may be overridden',
    text: ({ overrideMaxMonths }) => plural(overrideMaxMonths, 'month'),
    touches: (_before, _after, { overridesRunning }) =>
      `Counts for overrides from now on. Those that run keep their end: ${overridesRunning}.`,
  },
  requestExpiryDays: {
    label: 'Days that the link of a document request is open',
    text: ({ requestExpiryDays }) => plural(requestExpiryDays, 'day'),
    touches: (_before, _after, { requestsOpen }) =>
      `Counts for links that are sent from now on. Links that are open keep their end: ${requestsOpen}.`,
  },
};

/** Every policy in words: `{ label, text }` in the order of the form. */
export function policiesInWords(
  policies: Policies,
): { field: keyof Policies; label: string; text: string }[] {
  return (Object.keys(said) as (keyof Policies)[]).map((field) => ({
    field,
    label: said[field].label,
    text: said[field].text(policies),
  }));
}

/** What differs between two sets of policies, with what each difference touches of what stands. */
export function policyChanges(before: Policies, after: Policies, standing: Standing): PolicyChange[] {
  const now = policiesInWords(after);
  return policiesInWords(before).flatMap(({ field, label, text }, index) => {
    const later = now[index]?.text ?? '';
    return later === text
      ? []
      : [{ field, label, before: text, after: later, touches: said[field].touches(before, after, standing) }];
  });
}
