import type { ConfirmedSanction } from '#contract/sanctions.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { isInEffect } from '#rules/firm/sanctions-permits.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { prohibitionProvisions } from '#rules/sanctions.ts';
import type { DecidedSanction } from './store.ts';

/**
 * Confirmed sanctions matches in wire format, prohibitions first, otherwise in the given order. `on`: the day for which permits are shown.
 */
export function presentSanctions(
  confirmed: readonly DecidedSanction[],
  regulatedIn: readonly Jurisdiction[],
  on: CalendarDate,
): ConfirmedSanction[] {
  return confirmed
    .map(({ regimes, permits, ...one }) => ({
      ...one,
      regimes: [...regimes],
      permits: permits
        .filter((permit) => isInEffect(permit, on))
        .map(({ number, validTo, acts }) => ({ number, validTo, acts: [...acts] })),
      provision: prohibitionProvisions(regimes, regulatedIn) || null,
    }))
    .sort((a, b) => Number(a.provision === null) - Number(b.provision === null));
}
