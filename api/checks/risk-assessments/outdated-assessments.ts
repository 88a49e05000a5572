import { describeOutdated } from '#rules/decisions/describe-outdated.ts';
import type { Emitted } from '../../kernel/command/emitted.ts';
import type { Work } from '../../kernel/command/work.ts';
import { resourceStores } from './resources.ts';
import { readSubmittedIds } from './store.ts';

/**
 * Consequence of changed facts of an activity: notes on the audit trail of each submitted or approved assessment that it is outdated. That it is,
 * follows from the facts stored with it.
 */
export async function recordOutdatedAssessments(
  { trx, record }: Work,
  { activityId, facts }: Emitted['activity.factsChanged'],
): Promise<void> {
  const resource = await resourceStores.activities.read(trx, activityId);
  if (resource === null) return;
  const rows = await readSubmittedIds(trx, 'activities', activityId);
  record(
    ...rows
      .filter(({ relied_on }) => resource.outdatedBy(relied_on) !== null)
      .map(({ id }) => ({
        action: 'riskAssessment.outdated',
        resourceType: 'riskAssessment',
        resourceId: id,
        reason: describeOutdated(facts),
        detail: { resourceType: 'activities', resourceId: activityId, facts },
      })),
  );
}
