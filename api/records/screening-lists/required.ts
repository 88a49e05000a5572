import type { ScreeningList } from '#contract/monitoring/screening-lists.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { isListStale, requiredListsOn, screeningGaps } from '#rules/required-lists.ts';
import type { ListWithVersions } from './store.ts';

/** Current state of a required list. */
export interface RequiredListState {
  regime: ScreeningList['regimes'][number];
  name: string;
  provision: string;
  state: 'current' | 'stale' | 'missing';
  /** Instant at which a list with these designations was last confirmed as current; null if none is active. */
  checkedAt: string | null;
}

/** Lists required by law of a company on a day, each with whether an active list contains it and is current. */
export function requiredListStates(
  lists: readonly ListWithVersions[],
  company: { regulatedIn: readonly Jurisdiction[]; timeZone: string },
  at: Date,
): RequiredListState[] {
  const inUse = lists.flatMap(({ list, inUse: version }) =>
    version === undefined ? [] : [{ regimes: version.regimes, checkedAt: list.current_at }],
  );
  const on = companyDay(at, company.timeZone);
  const gaps = screeningGaps(inUse, company.regulatedIn, at, on);
  return requiredListsOn(company.regulatedIn, on).map(({ regime, name, provision }) => {
    const holding = inUse.filter(({ regimes }) => regimes.includes(regime));
    const checked = holding.flatMap(({ checkedAt }) => checkedAt ?? []).sort();
    return {
      regime,
      name,
      provision,
      state: gaps.find((gap) => gap.regime === regime)?.problem ?? 'current',
      checkedAt: checked.at(-1) ?? null,
    };
  });
}

/** Whether a list of the operator's or the company's is stale now. */
export const isStale = ({ list, inUse }: ListWithVersions, at: Date): boolean =>
  inUse !== undefined &&
  list.company_id === null &&
  list.source !== 'demo' &&
  isListStale(list.current_at, at);
