import type { BirthDateMatching, ListingTopic } from '#rules/screening/screening-records.ts';

/** Checks of a worklist. */
export const monitoringChecks = ['sanctions', 'pep', 'adverseMedia', 'idExpiry', 'registry'] as const;
export type MonitoringCheck = (typeof monitoringChecks)[number];

export const monitoringCheckLabels: Record<MonitoringCheck, string> = {
  sanctions: 'Sanctions lists',
  pep: 'Politically exposed persons',
  adverseMedia: 'Adverse media',
  idExpiry: 'ID document expiry',
  registry: 'Register changes',
};

/** One-line description of each check's effect. */
export const monitoringCheckHints: Record<MonitoringCheck, string> = {
  sanctions: 'Screens clients and related parties against active sanctions lists',
  pep: 'Also screens against lists of politically exposed persons, their relatives and close associates',
  adverseMedia: 'Also screens against crime and adverse media lists',
  idExpiry: 'Alerts before a client’s identity document expires',
  registry: 'Alerts when a register differs from your record of a business',
};

/** Topics that concern a check; empty for checks without lists. */
const topicsByCheck: Record<MonitoringCheck, readonly ListingTopic[]> = {
  sanctions: ['sanction'],
  pep: ['pep', 'rca'],
  adverseMedia: ['adverseMedia', 'crime', 'other'],
  idExpiry: [],
  registry: [],
};

/** The topics that a worklist's checks screen for; empty if none uses lists. */
export function screenedTopics(checks: readonly MonitoringCheck[]): ListingTopic[] {
  return checks.flatMap((check) => [...topicsByCheck[check]]);
}

export const worklistFrequencies = ['daily', 'weekly', 'monthly', 'halfYearly', 'yearly'] as const;
export type WorklistFrequency = (typeof worklistFrequencies)[number];

export const worklistFrequencyLabels: Record<WorklistFrequency, string> = {
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  halfYearly: 'Half-yearly',
  yearly: 'Yearly',
};

export const birthDateMatchings = [
  'exact',
  'sameYear',
  'off',
] as const satisfies readonly BirthDateMatching[];

export const birthDateMatchingLabels: Record<BirthDateMatching, string> = {
  exact: 'Match full date of birth',
  sameYear: 'Match year of birth only',
  off: 'Ignore date of birth',
};

/** Matches with a lower score, of 100, are not reported. */
export const defaultThreshold = 70;

/** Days on which a worklist's clients are screened. Days of the week count from Monday, 1. */
export interface WorklistSchedule {
  frequency: WorklistFrequency;
  dayOfWeek: number | null;
  dayOfMonth: number | null;
  /** With halfYearly the other half's month is six later. */
  month: number | null;
}

/** Form field that shows a problem. */
export type ScheduleProblem = { field: 'dayOfWeek' | 'dayOfMonth' | 'month'; message: string };

/** Missing fields of a schedule; `tidySchedule` drops fields that its frequency does not use. */
export function scheduleProblems({
  frequency,
  dayOfWeek,
  dayOfMonth,
  month,
}: WorklistSchedule): ScheduleProblem[] {
  const problems: ScheduleProblem[] = [];
  if (frequency === 'weekly' && dayOfWeek === null) {
    problems.push({ field: 'dayOfWeek', message: 'Select a day of the week.' });
  }
  if (['monthly', 'halfYearly', 'yearly'].includes(frequency) && dayOfMonth === null) {
    problems.push({ field: 'dayOfMonth', message: 'Enter the day of the month, from 1 to 31.' });
  }
  if (['halfYearly', 'yearly'].includes(frequency) && month === null) {
    problems.push({ field: 'month', message: 'Select a month.' });
  }
  return problems;
}

/** The schedule without the fields that its frequency does not use. */
export function tidySchedule(schedule: WorklistSchedule): WorklistSchedule {
  const { frequency } = schedule;
  return {
    frequency,
    dayOfWeek: frequency === 'weekly' ? schedule.dayOfWeek : null,
    dayOfMonth: ['monthly', 'halfYearly', 'yearly'].includes(frequency) ? schedule.dayOfMonth : null,
    month: ['halfYearly', 'yearly'].includes(frequency) ? schedule.month : null,
  };
}
