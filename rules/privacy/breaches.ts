import { addDays } from '#rules/dates/calendar-dates.ts';
import type { ClockId, Due } from '#rules/dates/clocks.ts';
import { dueFor } from '#rules/dates/clocks.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { Sector } from '#rules/sectors.ts';

/** What happened to the information. Sources: NZ Privacy Act 2020 s112; AU Privacy Act 1988 s26WE. */
export const breachKinds = ['access', 'disclosure', 'alteration', 'loss', 'unavailable'] as const;
export type BreachKind = (typeof breachKinds)[number];

export const breachKindLabels: Record<BreachKind, string> = {
  access: 'Unauthorised or accidental access',
  disclosure: 'Unauthorised or accidental disclosure',
  alteration: 'Alteration or destruction',
  loss: 'Loss',
  unavailable: 'Temporarily unavailable',
};

/** Kinds of information concerned, as the regulators’ forms ask for them. */
export const breachedInformation = [
  'contact',
  'identityDocuments',
  'financial',
  'screening',
  'riskAssessments',
  'credentials',
  'other',
] as const;
export type BreachedInformation = (typeof breachedInformation)[number];

export const breachedInformationLabels: Record<BreachedInformation, string> = {
  contact: 'Names and contact details',
  identityDocuments: 'Identity documents or their numbers',
  financial: 'Financial information, source of funds or wealth',
  screening: 'Screening results',
  riskAssessments: 'Risk assessments',
  credentials: 'Passwords or other credentials',
  other: 'Other information',
};

/**
 * Result of the assessment. `notifiable`: it is reasonable to believe that it has caused or is likely to cause serious harm (NZ s112); a
 * reasonable person would conclude that serious harm is likely, and remedial action has not prevented it (AU ss26WE, 26WF).
 */
export const breachOutcomes = ['notifiable', 'notNotifiable'] as const;
export type BreachOutcome = (typeof breachOutcomes)[number];

export const breachOutcomeLabels: Record<BreachOutcome, string> = {
  notifiable: 'Notifiable: serious harm caused or likely',
  notNotifiable: 'Not notifiable',
};

/** How each country’s law names the breach, its regulator, and the provisions of each step. */
export const breachLaws: Record<
  Jurisdiction,
  { clock: ClockId; regulator: string; assess: string; notify: string; people: string; exceptions: string }
> = {
  NZL: {
    clock: 'nz.privacy.breach',
    regulator: 'Office of the Privacy Commissioner',
    assess: 'NZ Privacy Act 2020 ss112, 113',
    notify: 'NZ Privacy Act 2020 s114',
    people: 'NZ Privacy Act 2020 s115',
    exceptions: 'NZ Privacy Act 2020 s116',
  },
  AUS: {
    clock: 'au.privacy.breach',
    regulator: 'Office of the Australian Information Commissioner',
    assess: 'AU Privacy Act 1988 ss26WE to 26WH',
    notify: 'AU Privacy Act 1988 s26WK',
    people: 'AU Privacy Act 1988 s26WL',
    exceptions: 'AU Privacy Act 1988 ss26WN to 26WQ',
  },
};

/** The clock of a breach under one country’s law; undefined if the law was not in force. `awareAt`: UTC ISO instant. */
export function breachClock(
  country: Jurisdiction,
  { awareAt, timeZone, sector }: { awareAt: string; timeZone: string; sector: Sector },
): Due | undefined {
  const on = companyDay(new Date(awareAt), timeZone);
  return dueFor(breachLaws[country].clock, { on, at: awareAt, sector });
}

/** State of a breach under one country’s law. */
export interface BreachProgress {
  outcome: BreachOutcome | null;
  /** Day on which the regulator was notified. */
  regulatorOn: string | null;
  /** Whether affected people were notified, or an exception was recorded. */
  peopleDone: boolean;
}

/** What a country’s law still requires: `assess`, `notify` (regulator or people), or nothing. */
export function breachStep({
  outcome,
  regulatorOn,
  peopleDone,
}: BreachProgress): 'assess' | 'notify' | 'done' {
  if (outcome === null) return 'assess';
  if (outcome === 'notNotifiable') return 'done';
  return regulatorOn !== null && peopleDone ? 'done' : 'notify';
}

/**
 * Whether the country’s clock still runs: in New Zealand until the regulator is notified or the breach found not notifiable, in Australia
 * until it is assessed.
 */
export function isBreachClockRunning(country: Jurisdiction, progress: BreachProgress): boolean {
  if (country === 'AUS') return progress.outcome === null;
  return progress.outcome !== 'notNotifiable' && progress.regulatorOn === null;
}

/** Days from 25 December to 15 January around a day, which the Privacy Act 2020 (NZ) s7 excludes from its working days. */
export function privacyHolidays(on: string): string[] {
  const year = Number(on.slice(0, 4));
  return [year - 1, year].flatMap((start) =>
    Array.from({ length: 22 }, (_, day) => addDays(`${start}-12-25`, day)),
  );
}
