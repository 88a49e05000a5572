import type { RiskLevel } from './clients/client-types.ts';
import { formatDate } from './dates/calendar-dates.ts';
import type { TrancheFacts } from './dates/commencement.ts';
import { type FormerProcedure, formerProceduresExcluded } from './former-procedures.ts';
import { cite, type Jurisdiction } from './legal-provisions.ts';
import { type Actor, type CompanyFlags, can, type Permission } from './permissions.ts';
import { minRetentionYears, retentionRules } from './retention/retention-rules.ts';
import { type SecondFactorPolicy, secondFactorLabels } from './second-factor.ts';

/** Policies that a company sets within legal limits. */
export type Policies = {
  reviewMonths: Record<RiskLevel, number>;
  retentionYears: number;
  fourEyes: 'off' | 'highOnly' | 'always';
  idExpiryAlertDays: readonly number[];
  dormantAfterBusinessDays: number;
  overrideMaxMonths: number;
  /** Days from the start of a service to the company's own day of delayed CDD, at most. */
  delayMaxDays: number;
  requestExpiryDays: number;
  sourceTolerancePercent: number;
  /** A session ends after this long without a request. */
  sessionIdleMinutes: number;
  /** A session ends this long after the sign-in. */
  sessionMaxHours: number;
  secondFactor: SecondFactorPolicy;
  /** Classes of customers for which the company's former identification procedures stay in use. AU Transitional Rules 7, 8. */
  formerProcedures: readonly FormerProcedure[];
};

/** Limits of each policy. */
export const policyLimits = {
  reviewMonths: { least: 1, most: 120 },
  retentionYears: { most: 30 },
  idExpiryAlertDays: { least: 1, most: 365, howMany: 5 },
  dormantAfterBusinessDays: { least: 5, most: 520 },
  overrideMaxMonths: { least: 1, most: 60 },
  delayMaxDays: { least: 1, most: 90 },
  requestExpiryDays: { least: 1, most: 90 },
  sourceTolerancePercent: { least: 0, most: 50 },
  sessionIdleMinutes: { least: 5, most: 480 },
  sessionMaxHours: { least: 1, most: 24 },
} as const;

/** Policies of a company that has not set them since they exist. */
export const policyDefaults = { delayMaxDays: 30, formerProcedures: [] as FormerProcedure[] };

export const fourEyesLabels: Record<Policies['fourEyes'], string> = {
  off: 'High risk only',
  highOnly: 'High risk and politically exposed persons',
  always: 'Always',
};

/** Minimum retention period in years for a company, with its provisions. */
export function legalRetention(regulatedIn: readonly Jurisdiction[]): { years: number; provision: string } {
  const years = minRetentionYears('identity', regulatedIn);
  const saying = regulatedIn.filter((country) => retentionRules[country].identity.years === years);
  const { provision } = cite(saying, {
    NZL: retentionRules.NZL.identity.provision,
    AUS: retentionRules.AUS.identity.provision,
  });
  return { years, provision };
}

type Person = Extract<Actor, { kind: 'member' }>;

/** Members eligible to approve, by role and designation only. `now`: an ISO instant. */
export function eligibleFor<P extends Omit<Person, 'kind'>>(
  people: readonly P[],
  permission: Permission,
  { fourEyes }: Pick<Policies, 'fourEyes'>,
  now: string,
): P[] {
  // Subscription and restriction of the company do not affect eligibility.
  const open: CompanyFlags = { accessRestricted: false, subscriptionActive: true, fourEyes };
  return people.filter(
    ({ role, designations, accessEndsAt }) =>
      can({ kind: 'member', role, designations, accessEndsAt }, permission, open, now).allowed,
  );
}

/** Eligible second approvers: members who may approve high risk, and therefore everything under maker-checker. */
export function secondPeople<P extends Omit<Person, 'kind'>>(people: readonly P[], now: string): P[] {
  return eligibleFor(people, 'assessments.approveHigh', { fourEyes: 'off' }, now);
}

/** With fewer, a member's own work could never be approved. */
export const minSecondPeople = 2;

export type PolicyProblem = { field: keyof Policies; message: string };

/**
 * Problems of policies: retention below the legal minimum, maker-checker without two eligible people. Ranges of numbers
 * are checked by the form. `before`: maker-checker remains enabled when a member leaves; only enabling it requires two
 * people.
 */
export function policyProblems(
  before: Pick<Policies, 'fourEyes'>,
  after: Policies,
  {
    company,
    eligible,
  }: {
    company: TrancheFacts & { regulatedIn: readonly Jurisdiction[] };
    eligible: readonly { name: string }[];
  },
): PolicyProblem[] {
  const problems: PolicyProblem[] = [];
  const { regulatedIn } = company;
  const excluded = after.formerProcedures.length === 0 ? null : formerProceduresExcluded(company);
  if (excluded !== null) problems.push({ field: 'formerProcedures', message: excluded });
  const { years, provision } = legalRetention(regulatedIn);
  if (after.retentionYears < years) {
    problems.push({
      field: 'retentionYears',
      message: `The legal minimum is ${years} years (${provision}). Enter ${years} or more.`,
    });
  }
  const switchesOn = before.fourEyes === 'off' && after.fourEyes !== 'off';
  if (switchesOn && eligible.length < minSecondPeople) {
    const who = eligible.map(({ name }) => name).join(', ');
    problems.push({
      field: 'fourEyes',
      message: `Maker-checker approval requires two people who can approve high risk: compliance officers or senior managers. ${
        who === '' ? 'There are none yet' : `Only ${who} so far`
      }. Designate another under Team first.`,
    });
  }
  return problems;
}

/** Number of records that a changed policy could affect; capped figures say "more than". */
export type PolicyImpact = {
  /** Clients and activities with a date for their next review. */
  reviewsDated: string;
  /** Clients with an ended relationship and a retention date. */
  keptUntil: string;
  /** Assessments that wait for approval. */
  awaitingApproval: string;
  /** Active overrides. */
  overridesRunning: string;
  /** Requests with a live link. */
  requestsOpen: string;
};

export type PolicyChange = {
  field: keyof Policies;
  label: string;
  before: string;
  after: string;
  touches: string;
};

const plural = (count: number, item: string) => `${count} ${item}${count === 1 ? '' : 's'}`;

type Said = {
  label: string;
  text: (policies: Policies) => string;
  touches: (before: Policies, after: Policies, standing: PolicyImpact) => string;
};

const policyLabels: Record<keyof Policies, Said> = {
  reviewMonths: {
    label: 'Months between reviews',
    text: ({ reviewMonths: { low, medium, high } }) => `low ${low}, medium ${medium}, high ${high}`,
    touches: (_before, _after, { reviewsDated }) =>
      `Applies to assessments approved from now on, unless their template sets its own months. Scheduled reviews do not change: ${reviewsDated}.`,
  },
  retentionYears: {
    label: 'Retention period (years)',
    text: ({ retentionYears }) => plural(retentionYears, 'year'),
    touches: (before, after, { keptUntil }) =>
      after.retentionYears > before.retentionYears
        ? `Records of ended relationships are also retained longer, recalculated tonight: ${keptUntil}.`
        : `Applies to relationships that end from now on. Ended relationships do not change: ${keptUntil}.`,
  },
  fourEyes: {
    label: 'Maker-checker (four-eyes) approval',
    text: ({ fourEyes }) => fourEyesLabels[fourEyes],
    touches: (_before, { fourEyes }, { awaitingApproval }) =>
      fourEyes === 'off'
        ? `Assessors can approve their own work below high risk, if their role allows it. Awaiting approval: ${awaitingApproval}.`
        : `Assessments awaiting approval already need another person: ${awaitingApproval}. Verifications are accepted, and clients in review approved, by a second person as well.${
            fourEyes === 'always' ? ' Members without a designation can no longer approve.' : ''
          }`,
  },
  idExpiryAlertDays: {
    label: 'ID document expiry alerts (days before)',
    text: ({ idExpiryAlertDays }) => idExpiryAlertDays.join(', '),
    touches: () => 'Applies from tonight. Open alerts stay open.',
  },
  dormantAfterBusinessDays: {
    label: 'Inactive after (business days)',
    text: ({ dormantAfterBusinessDays }) => plural(dormantAfterBusinessDays, 'day'),
    touches: () =>
      'Inactive clients are flagged so you can mark them as dormant. Nothing changes automatically.',
  },
  overrideMaxMonths: {
    label: 'Maximum override period (months)',
    text: ({ overrideMaxMonths }) => plural(overrideMaxMonths, 'month'),
    touches: (_before, _after, { overridesRunning }) =>
      `Applies to new overrides. Expiry dates of current overrides do not change: ${overridesRunning}.`,
  },
  delayMaxDays: {
    label: 'Longest delay of CDD by your own day (days)',
    text: ({ delayMaxDays }) => plural(delayMaxDays, 'day'),
    touches: () =>
      'Applies to delays recorded or changed from now on, where the law fixes no day. Recorded days do not change.',
  },
  requestExpiryDays: {
    label: 'Document request link expires after (days)',
    text: ({ requestExpiryDays }) => plural(requestExpiryDays, 'day'),
    touches: (_before, _after, { requestsOpen }) =>
      `Applies to links sent from now on. Open links do not change: ${requestsOpen}.`,
  },
  sourceTolerancePercent: {
    label: 'Source of funds tolerance (%)',
    text: ({ sourceTolerancePercent }) => `${sourceTolerancePercent} %`,
    touches: () =>
      'Applies from now on wherever a value is recorded: verified lines may fall short of it by this share. Requirements of clients are recalculated.',
  },
  sessionIdleMinutes: {
    label: 'Sign out after inactivity (minutes)',
    text: ({ sessionIdleMinutes }) => plural(sessionIdleMinutes, 'minute'),
    touches: () =>
      'Applies at once, to everyone in the team. Members inactive for longer must sign in again.',
  },
  sessionMaxHours: {
    label: 'Sign out after (hours)',
    text: ({ sessionMaxHours }) => plural(sessionMaxHours, 'hour'),
    touches: () =>
      'Applies at once, to everyone in the team. Members who signed in earlier than that must sign in again.',
  },
  secondFactor: {
    label: 'Second factor',
    text: ({ secondFactor }) => secondFactorLabels[secondFactor],
    touches: (_before, { secondFactor }) =>
      secondFactor === 'required'
        ? 'Applies at once. Members without a second factor set one up before their next page.'
        : 'Members who have set up a second factor still need it to sign in.',
  },
  formerProcedures: {
    label: 'Former identification procedures (AU)',
    text: ({ formerProcedures }) =>
      formerProcedures.map(({ name, lastDay }) => `${name} to ${formatDate(lastDay)}`).join('; ') || 'None',
    touches: () =>
      'Applies at once: CDD recorded by the procedure of a class that is removed, or has ended, is due again. Clients whose reasons change are listed under Law changes.',
  },
};

/** All policies as `{ label, text }`, in the order of the form. */
export function formatPolicies(policies: Policies): { field: keyof Policies; label: string; text: string }[] {
  return (Object.keys(policyLabels) as (keyof Policies)[]).map((field) => ({
    field,
    label: policyLabels[field].label,
    text: policyLabels[field].text(policies),
  }));
}

/** Differences between two sets of policies, with the records that each affects. */
export function policyChanges(before: Policies, after: Policies, impact: PolicyImpact): PolicyChange[] {
  const now = formatPolicies(after);
  return formatPolicies(before).flatMap(({ field, label, text }, index) => {
    const later = now[index]?.text ?? '';
    return later === text
      ? []
      : [
          {
            field,
            label,
            before: text,
            after: later,
            touches: policyLabels[field].touches(before, after, impact),
          },
        ];
  });
}
