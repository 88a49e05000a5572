import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { type Due, dueFor } from '#rules/dates/clocks.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { prohibitingRegimes, type SanctionsRegime } from '#rules/sanctions.ts';
import type { Sector } from '#rules/sectors.ts';

/** A report required by a confirmed match, with its due date. A duty, not an alert: it cannot be snoozed. */
export type SanctionsReport = { id: 'afp' | 'police' | 'policeRussia'; text: string; due: Due };

/**
 * Reports to authorities required by a confirmed match in the company's countries, counted from the day of the decision. The United
 * Nations' lists count like New Zealand's designated terrorist entities. To be confirmed (clock nz.tfs.tsaReport): the reports that the United
 * Nations regulations require. Source:
 * Autonomous Sanctions Regulations 2011 (AU) reg 24; Terrorism Suppression Act 2002 (NZ) s43; Russia Sanctions Act 2022 (NZ).
 */
export function sanctionsReports(
  regimes: readonly SanctionsRegime[],
  { regulatedIn, sector }: { regulatedIn: readonly Jurisdiction[]; sector: Sector | null },
  decidedOn: CalendarDate,
): SanctionsReport[] {
  const event = { on: decidedOn, sector: sector ?? 'other' } as const;
  const inCountry = (country: Jurisdiction) =>
    regulatedIn.includes(country) ? prohibitingRegimes(regimes, [country]) : [];
  const [australian, newZealand] = [inCountry('AUS'), inCountry('NZL')];
  const reports: [SanctionsReport['id'], string, Due | undefined][] = [
    [
      'afp',
      'Inform the Australian Federal Police if you hold an asset of the person, and tell the Australian Sanctions Office',
      australian.length > 0 ? dueFor('au.tfs.hold', event) : undefined,
    ],
    [
      'police',
      'Report property of the person in your possession to the New Zealand Police (Financial Intelligence Unit)',
      newZealand.some((regime) => regime !== 'nzRussia') ? dueFor('nz.tfs.tsaReport', event) : undefined,
    ],
    [
      'policeRussia',
      'Report a suspected designated person, asset or service to the New Zealand Police',
      newZealand.includes('nzRussia') ? dueFor('nz.tfs.russia', event) : undefined,
    ],
  ];
  return reports.flatMap(([id, text, due]) => (due === undefined ? [] : [{ id, text, due }]));
}
