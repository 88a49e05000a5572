import type { RiskLevel } from '#rules/clients/client-types.ts';
import { riskLevelLabels } from '#rules/clients/client-types.ts';
import { compareLevels } from '#rules/risk/levels.ts';
import type { NewAlert } from '../../records/alerts/inbox.ts';
import type { AssessmentRow } from './store.ts';

/**
 * Alert for an assessment that replaces one whose override was set at a lower calculated level: the override lapses, or
 * continues although the risk has risen; a member must review either. Null if the calculated level has not risen, or
 * nothing was overridden. Source: 11.3.
 * @param row the approved assessment, with its calculated level.
 * @param current the assessment that it replaces.
 * @param level the level that applies from now on.
 */
export function riskRoseAlert(
  row: Pick<AssessmentRow, 'id' | 'computed_level' | 'resource_type' | 'resource_id'>,
  current: Pick<AssessmentRow, 'override'>,
  level: RiskLevel,
): NewAlert | null {
  const { override } = current;
  const computed = row.computed_level;
  if (override === null || computed === null) return null;
  if (compareLevels(computed, override.computedAtOverride) <= 0) return null;
  const words = (level: RiskLevel) => riskLevelLabels[level].toLowerCase();
  const fate =
    level === computed
      ? `The override to ${words(override.level)} no longer applies`
      : `The override to ${words(override.level)} still applies`;
  return {
    type: 'riskRose',
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    severity: level === 'high' ? 'high' : 'medium',
    summary: `Calculated risk increased from ${words(override.computedAtOverride)} to ${words(computed)}. ${fate}. Current level: ${words(level)}.`,
    dedupeKey: `riskRose:${row.id}`,
  };
}
