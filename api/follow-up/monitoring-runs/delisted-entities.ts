import { inWork } from '../../kernel/command/work.ts';
import { type NewAlert, openAlerts } from '../../records/alerts/inbox.ts';
import type { ListChanges } from '../../records/screening-engine/engine.ts';
import type { MonitoringDeps } from './deps.ts';
import { byJob } from './job-actor.ts';
import type { RunRow } from './run-store.ts';
import { type DelistedMatch, markDelisted } from './store.ts';

/** Entities of one transaction. */
const perBatch = 500;

const getAlert = (
  { id, client_id, entity, list_name }: DelistedMatch,
  list: ListChanges['list'],
): NewAlert => ({
  type: 'other',
  resourceType: 'clients',
  resourceId: client_id,
  severity: 'medium',
  summary: `${entity.names[0]?.text ?? 'An unnamed entry'} was delisted from ${list_name}. Review actions taken on this true match.`,
  dedupeKey: `removed:${id}:${list.version}`,
});

/**
 * Marks matches whose list entry was delisted, and opens an alert for each confirmed one: its consequences may no longer be required.
 * Idempotent.
 */
export async function recordDelistedEntities(
  deps: MonitoringDeps,
  run: RunRow,
  { list, changes }: ListChanges,
): Promise<void> {
  const removed = changes.filter(({ change }) => change === 'removed').map(({ entityId }) => entityId);
  for (let from = 0; from < removed.length; from += perBatch) {
    const entityIds = removed.slice(from, from + perBatch);
    await inWork(deps, byJob(run.company_id), async (work) => {
      const matches = await markDelisted(work.trx, { listId: list.id, entityIds });
      const confirmed = matches.filter(({ status }) => status === 'truePositive');
      await openAlerts(
        work,
        confirmed.map((match) => getAlert(match, list)),
      );
    });
  }
}
