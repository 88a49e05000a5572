import type { CalendarDate } from '#rules/calendar-dates.ts';
import type { RiskLevel } from '#rules/client-types.ts';
import { compareLevels } from '#rules/risk/levels.ts';
import { standingOf } from '#rules/risk/override.ts';
import type { StoredOverride } from '../database/risk-tables.ts';
import type { AssessmentRow, SummaryRow } from './store.ts';

/** An override with who set it. */
export interface SetOverride {
  override: StoredOverride;
  by: { id: string; name: string };
}

type Overridden = Pick<AssessmentRow, 'override' | 'override_by' | 'override_by_name'>;

function ownOverride({ override, override_by, override_by_name }: Overridden): SetOverride | null {
  if (override === null || override_by === null) return null;
  return { override, by: { id: override_by, name: override_by_name ?? '' } };
}

/**
 * The override of the assessment in force, where it goes on over the one that takes its place: it has not ended, the newly computed
 * level does not make it lapse, and it is not below a floor of the new answers, which nobody judged when it was set.
 */
function inheritedOverride(
  row: AssessmentRow,
  current: AssessmentRow,
  today: CalendarDate,
): SetOverride | null {
  const own = ownOverride(current);
  if (own === null || row.computed_level === null) return null;
  if (standingOf(own.override, row.computed_level, today).state !== 'stands') return null;
  const belowFloor = row.scored?.floors.some(({ level }) => compareLevels(own.override.level, level) < 0);
  return belowFloor || own.override.level === row.computed_level ? null : own;
}

/** The override that counts for an assessment: its own, or while it waits for approval that of the assessment in force. */
export function overrideOf(
  row: AssessmentRow,
  current: AssessmentRow | null,
  today: CalendarDate,
): SetOverride | null {
  const own = ownOverride(row);
  if (own !== null || row.status !== 'submitted' || current === null) return own;
  return inheritedOverride(row, current, today);
}

/** The final level under an override on a day: the override's while it stands, else the computed one. */
export function levelUnder(
  override: StoredOverride | null | undefined,
  computedLevel: RiskLevel | null,
  today: CalendarDate,
): RiskLevel | null {
  if (!override || computedLevel === null) return computedLevel;
  return standingOf(override, computedLevel, today).finalLevel;
}

/** The final level as it is on a day; of what is over, as it was; null while it is being written. */
export function finalLevelOn(
  row: Pick<SummaryRow, 'status' | 'override' | 'computed_level' | 'final_level'>,
  today: CalendarDate,
): RiskLevel | null {
  if (row.status === 'draft' || row.status === 'returned') return null;
  if (row.status !== 'submitted' && row.status !== 'approved') return row.final_level;
  return levelUnder(row.override, row.computed_level, today);
}
