import { sql } from 'kysely';
import { type NewAlert, writeAlerts } from '../alerts/open-alerts.ts';
import { asTenant } from '../database/tenancy.ts';
import type { ListChanges } from '../screening/engine.ts';
import { byJob } from './by-job.ts';
import type { MonitoringDeps } from './run.ts';
import type { RunRow } from './run-store.ts';

/** Entities of one transaction. */
const perBatch = 500;

/**
 * Notes on matches that their listed record was taken off its list, and asks somebody to look again at those that were confirmed:
 * whatever followed from them may follow no longer. Safe to do twice.
 */
export async function noteRemoved(
  deps: MonitoringDeps,
  run: RunRow,
  { list, changes }: ListChanges,
): Promise<void> {
  const removed = changes.filter(({ change }) => change === 'removed').map(({ entityId }) => entityId);
  for (let from = 0; from < removed.length; from += perBatch) {
    const ids = removed.slice(from, from + perBatch);
    await asTenant(deps.db, run.company_id, async (trx) => {
      const matches = await trx
        .updateTable('screening_matches')
        .set({ change: 'removed', version: sql`version + 1` })
        .where('list_id', '=', list.id)
        .where('entity_id', 'in', ids)
        .where('status', 'in', ['pending', 'possible', 'truePositive'])
        .where('change', '!=', 'removed')
        .returning(['id', 'client_id', 'status', 'entity', 'list_name'])
        .execute();
      const alerts = matches
        .filter(({ status }) => status === 'truePositive')
        .map(
          ({ id, client_id, entity, list_name }): NewAlert => ({
            type: 'other',
            resourceType: 'clients',
            resourceId: client_id,
            severity: 'medium',
            summary: `${entity.names[0]?.text ?? 'Somebody'} was taken off ${list_name}. The match was confirmed: look again at what followed from it.`,
            dedupeKey: `removed:${id}:${list.version}`,
          }),
        );
      const opened = await writeAlerts(trx, deps, byJob(run.company_id), alerts);
      await opened.tell();
    });
  }
}
