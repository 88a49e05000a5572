import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { maxPartySteps } from '#rules/clients/client-parties.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { monitoredClientStatuses } from '#rules/lifecycles/clients.ts';
import { effectiveMatchStatuses } from '#rules/screening-matches/match-labels.ts';
import { literals } from '../../kernel/database/literals.ts';
import type { ScreeningMatchesTable } from '../../kernel/database/tables/monitoring-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { ownersOfMisreadLists } from '../../records/screening-lists/store.ts';
import type { WorklistRow } from '../../records/worklists/store.ts';

/** A company's fields for monitoring. */
export interface MonitoredCompany {
  id: string;
  timeZone: string;
  regulatedIn: Jurisdiction[];
  accessRestricted: boolean;
  subscriptionActive: boolean;
}

/**
 * Companies that may use a list which an older reader read or which has unread rows: all for an operator's list, its owner for its own.
 * Runs as `assay_jobs`; one look at a handful of rows while there is no such list.
 */
export async function companiesWithMisreadLists(
  trx: Trx,
): Promise<Pick<MonitoredCompany, 'id' | 'timeZone' | 'regulatedIn'>[]> {
  const owners = await ownersOfMisreadLists(trx);
  if (owners.length === 0) return [];
  const isOperators = owners.includes(null);
  return trx
    .selectFrom('companies')
    .select(['id', 'time_zone as timeZone', 'regulated_in as regulatedIn'])
    .$if(!isOperators, (query) =>
      query.where(
        'id',
        'in',
        owners.flatMap((owner) => owner ?? []),
      ),
    )
    .orderBy('id')
    .execute();
}

/** Companies with a worklist; others have nothing to run. Runs as `assay_jobs`. */
export function companiesWithWorklists(trx: Trx): Promise<MonitoredCompany[]> {
  return trx
    .selectFrom('companies')
    .select([
      'id',
      'time_zone as timeZone',
      'regulated_in as regulatedIn',
      'access_restricted as accessRestricted',
      'subscription_active as subscriptionActive',
    ])
    .where((where) =>
      where.exists(
        where
          .selectFrom('worklists')
          .select('worklists.id')
          .whereRef('worklists.company_id', '=', 'companies.id'),
      ),
    )
    .orderBy('id')
    .execute();
}

/** The default worklist for a company's new clients; undefined if there is none or it is archived. */
export function readDefaultWorklist(
  trx: Trx,
  companyId: string,
): Promise<{ id: number; name: string } | undefined> {
  return trx
    .selectFrom('companies as o')
    .innerJoin('worklists as w', (join) =>
      join.onRef('w.company_id', '=', 'o.id').onRef('w.id', '=', 'o.default_worklist_id'),
    )
    .select(['w.id', 'w.name'])
    .where('o.id', '=', companyId)
    .where('w.archived_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Locks clients in a business relationship that were never enrolled; excludes clients whose enrolment was ended manually, and skips
 * locked ones until the next run.
 */
export async function lockNeverEnrolled(trx: Trx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT c.id FROM clients c
     WHERE c.status IN ${literals(monitoredClientStatuses)}
       AND NOT EXISTS (SELECT FROM monitoring_enrolments e WHERE e.company_id = c.company_id AND e.client_id = c.id)
     ORDER BY c.id LIMIT ${limit} FOR UPDATE OF c SKIP LOCKED`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Ends a pause of the company's monitoring. */
export async function endPause(trx: Trx, id: string, at: string): Promise<void> {
  await trx.updateTable('monitoring_pauses').set({ until: at }).where('id', '=', id).execute();
}

/** Writes that a company's monitoring is paused since an instant. */
export async function insertPause(
  trx: Trx,
  pause: { companyId: string; reason: 'restricted' | 'subscription'; since: string; now: Date },
): Promise<void> {
  await trx
    .insertInto('monitoring_pauses')
    .values({
      company_id: pause.companyId,
      id: uuidv7({ msecs: pause.now.getTime() }),
      reason: pause.reason,
      since: pause.since,
    })
    .execute();
}

/** Schedules a full screening in every worklist of the company. */
export async function requireCatchUp(trx: Trx): Promise<void> {
  await trx.updateTable('worklists').set({ must_catch_up: true }).where('archived_at', 'is', null).execute();
}

/** Locks a worklist that is not archived. */
export function lockOpenWorklist(trx: Trx, id: number): Promise<WorklistRow | undefined> {
  return trx
    .selectFrom('worklists')
    .selectAll()
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Sets the day of a worklist's next run. The version stays, so that an open edit form does not become stale. */
export async function scheduleNextRun(trx: Trx, id: number, nextRunOn: string): Promise<void> {
  await trx
    .updateTable('worklists')
    .set({ next_run_on: nextRunOn, must_catch_up: false })
    .where('id', '=', id)
    .execute();
}

/** Locks the enrolments of these clients that were not screened yet. @returns their number. */
export async function lockUnscreened(
  trx: Trx,
  { worklistId, clientIds }: { worklistId: number; clientIds: readonly string[] },
): Promise<number> {
  const rows = await trx
    .selectFrom('monitoring_enrolments')
    .select('client_id')
    .where('worklist_id', '=', worklistId)
    .where('client_id', 'in', [...clientIds])
    .where('status', '=', 'active')
    .where('first_run_at', 'is', null)
    .orderBy('client_id')
    .forUpdate()
    .execute();
  return rows.length;
}

/** Marks a client, and monitored clients whose related party it is at any remove, as not screened since their enrolment. */
export async function markUnscreened(trx: Trx, clientId: string): Promise<void> {
  await sql`
    WITH RECURSIVE above (client_id, step) AS (
      SELECT ${clientId}::uuid, 0
      UNION
      SELECT p.client_id, above.step + 1
        FROM above JOIN client_parties p ON p.party_client_id = above.client_id AND p.valid_to IS NULL
       WHERE above.step < ${maxPartySteps}
    )
    UPDATE monitoring_enrolments e SET first_run_at = NULL
      FROM (SELECT DISTINCT client_id FROM above) AS one
     WHERE e.client_id = one.client_id AND e.status = 'active' AND e.first_run_at IS NOT NULL`.execute(trx);
}

/** Returns true if a client that is enrolled in a worklist was screened by it. */
export async function hasScreened(trx: Trx, worklistId: number): Promise<boolean> {
  const screened = await trx
    .selectFrom('monitoring_enrolments')
    .select('id')
    .where('worklist_id', '=', worklistId)
    .where('first_run_at', 'is not', null)
    .where('status', '!=', 'ended')
    .limit(1)
    .executeTakeFirst();
  return screened !== undefined;
}

export type DelistedMatch = Pick<
  Selectable<ScreeningMatchesTable>,
  'id' | 'client_id' | 'status' | 'entity' | 'list_name'
>;

/** Marks matches whose list entry was delisted. @returns the newly marked ones. */
export function markDelisted(
  trx: Trx,
  { listId, entityIds }: { listId: string; entityIds: readonly string[] },
): Promise<DelistedMatch[]> {
  return trx
    .updateTable('screening_matches')
    .set({ change: 'removed', version: sql`version + 1` })
    .where('list_id', '=', listId)
    .where('entity_id', 'in', [...entityIds])
    .where('status', 'in', effectiveMatchStatuses)
    .where('change', '!=', 'removed')
    .returning(['id', 'client_id', 'status', 'entity', 'list_name'])
    .execute();
}
