import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { ClauseDefinition } from './rule-definition.ts';

/** Parts of a version of the code, as cited by its clauses. */
export type NzCode = {
  year: number;
  documents: string;
  certification: string;
  electronic: string;
  exceptions: string;
};

/** First day of the Identity Verification Code of Practice 2013, a safe harbour under NZ s67. */
export const nzCode2013From: CalendarDate = '2013-10-10';

/** First day of the Identity Verification Code of Practice 2026. The code of 2013 ends the day before. */
export const nzCode2026From: CalendarDate = '2026-07-01';
export const nzCode2013To: CalendarDate = addDays(nzCode2026From, -1);

/** First day of paragraphs 1.4.3 to 1.4.5 of the 2026 code: delivery of certified copies. */
export const copyDeliveryFrom: CalendarDate = '2027-07-01';

export const nzCode2013: NzCode = {
  year: 2013,
  documents: 'NZ IVCOP 2013, Part 1',
  certification: 'NZ IVCOP 2013, Part 2 (certification)',
  electronic: 'NZ IVCOP 2013, Part 3',
  exceptions: 'NZ IVCOP 2013, exception handling',
};

/**
 * Documents and sources accepted under the 2013 code stay compliant under the 2026 code, whose clauses cite the origin of the
 * lists. To be confirmed (verification nz.ivcop.electronic from 2026-07-01, verification nz.ivcop.documentary from 2026-07-01, verification
 * nz.ivcop.exception from 2026-07-01): the paragraphs of the new code.
 */
export const nzCode2026: NzCode = {
  year: 2026,
  documents: 'NZ IVCOP 2026 (documents of IVCOP 2013, Part 1)',
  certification: 'NZ IVCOP 2026 (certification of IVCOP 2013, Part 2)',
  electronic: 'NZ IVCOP 2026 (sources of IVCOP 2013, Part 3)',
  exceptions: 'NZ IVCOP 2026, exceptions',
};

/** Version of the code in force on a day. */
export function nzCodeOn(day: CalendarDate): NzCode {
  return day < nzCode2026From ? nzCode2013 : nzCode2026;
}

export const nzCodeSource =
  'https://www.dia.govt.nz/diawebsite.nsf/wpg_URL/Services-Anti-Money-Laundering-Codes-of-Practice-and-Guidelines';

/** Scope of the 2013 code: low or medium risk. The 2026 code covers any risk and has no such clause. */
export const nzCodeRiskClause: ClauseDefinition = {
  code: 'risk',
  text: 'The client is of low or medium risk, which is what the code covers.',
  provision: 'NZ IVCOP 2013, scope',
  applies: ({ riskLevel }) => riskLevel !== null,
  find: ({ riskLevel }) => ({
    passed: riskLevel !== null && riskLevel !== 'high',
    evidence: `Rated ${riskLevel}.`,
  }),
};
