import type { RiskLevel } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { isEditableAssessment } from '#rules/lifecycles/risk.ts';
import { compareLevels, flooredLevel } from '#rules/risk/levels.ts';
import { getStanding } from '#rules/risk/override.ts';
import type { StoredOverride } from '../../kernel/database/tables/risk-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { type AssessmentRow, readVoidedLevel, type SummaryRow } from './store.ts';

/** An override with its author. */
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
 * The current assessment's override, if it continues over the replacing one: not ended, not lapsed by the new
 * calculated level, and not below a floor of the new answers, which was unknown when it was set.
 */
function inheritedOverride(
  row: AssessmentRow,
  current: AssessmentRow,
  today: CalendarDate,
): SetOverride | null {
  const own = ownOverride(current);
  if (own === null || row.computed_level === null) return null;
  if (getStanding(own.override, row.computed_level, today).state !== 'stands') return null;
  const belowFloor = row.scored?.floors.some(({ level }) => compareLevels(own.override.level, level) < 0);
  return belowFloor || own.override.level === row.computed_level ? null : own;
}

/** The override that applies to an assessment: its own or, while it awaits approval, that of the current assessment. */
export function getOverride(
  row: AssessmentRow,
  current: AssessmentRow | null,
  today: CalendarDate,
): SetOverride | null {
  const own = ownOverride(row);
  if (own !== null || row.status !== 'submitted' || current === null) return own;
  return inheritedOverride(row, current, today);
}

/** Final level on a day: the override's while it applies, else the calculated one. */
export function levelUnder(
  override: StoredOverride | null | undefined,
  computedLevel: RiskLevel | null,
  today: CalendarDate,
): RiskLevel | null {
  if (!override || computedLevel === null) return computedLevel;
  return getStanding(override, computedLevel, today).finalLevel;
}

/** Final level on a day; of a replaced assessment its last one; null for a draft. */
export function finalLevelOn(
  row: Pick<SummaryRow, 'status' | 'override' | 'computed_level' | 'final_level'>,
  today: CalendarDate,
): RiskLevel | null {
  if (isEditableAssessment(row.status)) return null;
  if (row.status !== 'submitted' && row.status !== 'approved') return row.final_level;
  return levelUnder(row.override, row.computed_level, today);
}

/**
 * The level in force of a record, which an approval would replace; null if it never had one: the record's own, which a merge or a match
 * can hold above that of the current assessment, or that of the last assessment, if that is void.
 */
export async function readLevelInForce(
  trx: Trx,
  { resource_type, resource_id }: Pick<AssessmentRow, 'resource_type' | 'resource_id'>,
  { current, riskLevel }: { current: AssessmentRow | null; riskLevel: RiskLevel | null },
  today: CalendarDate,
): Promise<RiskLevel | null> {
  const assessed =
    current === null ? await readVoidedLevel(trx, resource_type, resource_id) : finalLevelOn(current, today);
  return flooredLevel(assessed, riskLevel);
}
