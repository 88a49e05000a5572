import type { RiskLevel } from '#rules/client-types.ts';
import { riskLevelLabels } from '#rules/client-types.ts';
import { compareLevels } from '#rules/risk/levels.ts';
import type { NewAlert } from '../alerts/open-alerts.ts';
import type { AssessmentRow } from './store.ts';

/**
 * The alert that is due when an assessment takes the place of one whose override was set at a lower computed level: the override
 * lapses, or stands although the risk has risen under it, and either way somebody has to look. Null where the computed level has not
 * risen, or nothing was overridden. Source: domain 4, Floor; 11.3.
 *
 * @param row the assessment that is approved, with its computed level.
 * @param current the one that was in force until then.
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
  const words = (one: RiskLevel) => riskLevelLabels[one].toLowerCase();
  const fate =
    level === computed
      ? `The override to ${words(override.level)} no longer applies`
      : `The override to ${words(override.level)} still applies`;
  return {
    type: 'riskRose',
    resourceType: row.resource_type,
    resourceId: row.resource_id,
    severity: level === 'high' ? 'high' : 'medium',
    summary: `The computed risk rose from ${words(override.computedAtOverride)} to ${words(computed)}. ${fate}: the level is ${words(level)} now.`,
    dedupeKey: `riskRose:${row.id}`,
  };
}
