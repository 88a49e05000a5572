import { companyDay } from '#rules/dates/company-day.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import {
  type CoveringList,
  isFetched,
  isListStale,
  isNotFetched,
  type requiredListStates,
  requiredListsOn,
  type ScreeningGap,
  screeningGaps,
} from '#rules/required-lists.ts';
import type { SanctionsRegime } from '#rules/sanctions.ts';
import { readerVersions } from './parsing/list-format.ts';
import type { ListRow, ListWithVersions, VersionRow } from './store.ts';

/** Since when a list could not be brought up to date, however short, and why; null while it can. */
const notFetched = (
  { not_fetched_since: since, failure }: Pick<ListRow, 'not_fetched_since' | 'failure'>,
  held: Pick<VersionRow, 'version'> | undefined,
): { since: string; reason: string } | null => {
  const pending =
    held === undefined
      ? 'The source could not be fetched'
      : `Version ${held.version} is pending confirmation`;
  return since === null ? null : { since, reason: (failure ?? pending).replace(/\.$/, '') };
};

/** How a list's active version was read, and since when the list was not brought up to date, in the terms of the rules. */
export function readingFacts(
  list: Pick<ListRow, 'not_fetched_since' | 'failure'>,
  inUse: Pick<VersionRow, 'format' | 'reader_version' | 'unread_rows'>,
  held: Pick<VersionRow, 'version'> | undefined,
) {
  return {
    isOlderReading: inUse.reader_version < readerVersions[inUse.format],
    unreadRows: inUse.unread_rows,
    notFetched: notFetched(list, held),
  };
}

/** Current state of a required list. */
interface RequiredListState {
  regime: SanctionsRegime;
  name: string;
  provision: string;
  state: (typeof requiredListStates)[number];
  /** ISO instant from which it is not current; null where unknown, and while it is. */
  since: string | null;
  /** Why it could not be fetched; null for other states. */
  reason: string | null;
  /** Instant at which a list with these designations was last confirmed as current; null if none is active. */
  checkedAt: string | null;
}

/** An active list in the terms of the rules; empty for others. */
export const toCovering = ({ list, inUse, held }: ListWithVersions): CoveringList[] =>
  inUse === undefined
    ? []
    : [
        {
          name: list.name,
          source: list.source,
          regimes: inUse.regimes,
          checkedAt: list.current_at,
          importedAt: inUse.used_since,
          ...readingFacts(list, inUse, held),
        },
      ];

/** Problems with the lists of a company now. */
export interface ListStates {
  /** Lists required by law on the day, each with whether an active list contains it and is current. */
  required: RequiredListState[];
  /** What a screening now would lack beside them: other lists in use that were misread or not fetched. */
  others: ScreeningGap[];
}

/** The state of a company's lists now. */
export function getListStates(
  lists: readonly ListWithVersions[],
  company: { regulatedIn: readonly Jurisdiction[]; timeZone: string },
  at: Date,
): ListStates {
  const inUse = lists.flatMap(toCovering);
  const on = companyDay(at, company.timeZone);
  const gaps = screeningGaps(inUse, company.regulatedIn, at, on);
  return {
    required: requiredListsOn(company.regulatedIn, on).map(({ regime, name, provision }) => {
      const holding = inUse.filter(({ regimes }) => regimes?.includes(regime));
      const checked = holding.flatMap(({ checkedAt }) => checkedAt ?? []).sort();
      const gap = gaps.find((gap) => gap.regime === regime);
      return {
        regime,
        name,
        provision,
        state: gap?.problem ?? 'current',
        since: gap?.since ?? null,
        reason: gap?.reason ?? null,
        checkedAt: checked.at(-1) ?? null,
      };
    }),
    others: gaps.filter(({ regime }) => regime === undefined),
  };
}

/** Whether a list of the operator's or the company's is stale now. */
export const isStale = ({ list, inUse }: ListWithVersions, at: Date): boolean =>
  inUse !== undefined &&
  list.company_id === null &&
  list.source !== 'demo' &&
  isListStale(list.current_at, at);

/** Whether a list's active version was read by an older reader than the current one. */
export const isOlderReading = ({ list, inUse, held }: ListWithVersions): boolean =>
  inUse !== undefined && readingFacts(list, inUse, held).isOlderReading;

/** Since when, and why, a fetched list has not been brought up to date for too long; null for others. */
export function tooLongNotFetched(
  { list, held }: Pick<ListWithVersions, 'list' | 'held'>,
  at: Date,
): { since: string; reason: string } | null {
  return isFetched(list.source) && isNotFetched(list.not_fetched_since, at) ? notFetched(list, held) : null;
}
