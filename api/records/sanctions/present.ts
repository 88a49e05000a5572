import type { ConfirmedSanction } from '#contract/sanctions.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { prohibitionProvisions } from '#rules/sanctions.ts';
import type { DecidedSanction } from './store.ts';

/** Confirmed sanctions matches as the wire has them, prohibitions first; the order is kept otherwise. */
export function presentSanctions(
  confirmed: readonly DecidedSanction[],
  regulatedIn: readonly Jurisdiction[],
): ConfirmedSanction[] {
  return confirmed
    .map(({ regimes, ...one }) => ({
      ...one,
      provision: prohibitionProvisions(regimes, regulatedIn) || null,
    }))
    .sort((one, other) => Number(one.provision === null) - Number(other.provision === null));
}
