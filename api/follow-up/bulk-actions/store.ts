import { type Selectable, sql } from 'kysely';
import type { BulkAction } from '#contract/monitoring/bulk-actions.ts';
import type { Work } from '../../kernel/command/work.ts';
import { lockName } from '../../kernel/database/named-locks-store.ts';
import type {
  ClientToolTables,
  ItemBefore,
  StoredAct,
} from '../../kernel/database/tables/client-tool-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { noStamps, recordStore } from '../../kernel/records/record-store.ts';

export type ActionRecord = Omit<Selectable<ClientToolTables['bulk_actions']>, 'company_id'> & {
  created_by_name: string;
  undone_by: string | null;
  /** Name of the member or worklist that the act names. */
  target: string | null;
};

function selectActions(trx: Trx) {
  return trx
    .selectFrom('bulk_actions as a')
    .innerJoin('members as m', 'm.id', 'a.created_by')
    .select([
      'a.id',
      'a.version',
      'a.act',
      'a.status',
      'a.stopped_because',
      'a.total',
      'a.undoes',
      'a.created_at',
      'a.created_by',
      'a.ended_at',
      'm.name as created_by_name',
      sql<
        string | null
      >`(SELECT u.id FROM bulk_actions u WHERE u.company_id = a.company_id AND u.undoes = a.id)`.as(
        'undone_by',
      ),
      sql<string | null>`CASE a.act ->> 'kind'
        WHEN 'assign' THEN (SELECT t.name FROM members t WHERE t.id = (a.act ->> 'memberId')::uuid)
        WHEN 'screen' THEN (SELECT w.name FROM worklists w
                             WHERE w.company_id = a.company_id AND w.id = (a.act ->> 'worklistId')::int)
        WHEN 'startReview' THEN a.act ->> 'dueOn' END`.as('target'),
    ]);
}

export async function readAction(trx: Trx, id: string): Promise<ActionRecord | null> {
  return (await selectActions(trx).where('a.id', '=', id).executeTakeFirst()) ?? null;
}

const actions = recordStore({
  table: 'bulk_actions',
  noun: 'bulk action',
  read: readAction,
  stamps: { ...noStamps, created_at: true, created_by: true },
});

/** A row's lock has no queue: runs that share the row one after the other would let one who waits to stop them wait on. */
const getQueue = (id: string) => `bulk action ${id}`;

/** The action with its row locked until the transaction ends. */
export async function lockAction(trx: Trx, id: string): Promise<ActionRecord | null> {
  await lockName(trx, getQueue(id), 'alone');
  return actions.lock(trx, id);
}

/** Locks the action FOR SHARE: it cannot end before the transaction does, and other runs can work on it concurrently. */
export async function shareAction(trx: Trx, id: string): Promise<ActionRecord | null> {
  await lockName(trx, getQueue(id), 'shared');
  await trx.selectFrom('bulk_actions').select('id').where('id', '=', id).forShare().execute();
  return readAction(trx, id);
}

/** Number of the company's actions that run. */
export async function countRunning(trx: Trx): Promise<number> {
  const { running } = await trx
    .selectFrom('bulk_actions')
    .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('running'))
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  return running;
}

/** The relationship owners of clients; null for none. */
export async function readOwners(trx: Trx, ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await trx
    .selectFrom('clients')
    .select(['id', 'responsible_member_id'])
    .where(sql<boolean>`id = ANY (${[...ids]}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, responsible_member_id }) => [id, responsible_member_id]));
}

/** The newest actions first. */
export function readActions(trx: Trx, atMost: number): Promise<ActionRecord[]> {
  return selectActions(trx).orderBy('a.id', 'desc').limit(atMost).execute();
}

/** Number of clients of each action by outcome. */
export async function countItems(
  trx: Trx,
  ids: readonly string[],
): Promise<Map<string, BulkAction['counts']>> {
  const counts = new Map(ids.map((id) => [id, { waiting: 0, done: 0, unchanged: 0, refused: 0 }]));
  const rows = await trx
    .selectFrom('bulk_action_items')
    .select(['action_id', 'state', sql<number>`count(*)::int`.as('total')])
    .where(sql<boolean>`action_id = ANY (${[...ids]}::uuid[])`)
    .groupBy(['action_id', 'state'])
    .execute();
  for (const { action_id, state, total } of rows) {
    const of = counts.get(action_id);
    if (of !== undefined) of[state] = total;
  }
  return counts;
}

/** Saves an action and its clients, each with its relationship owner where the action is about that. @returns its id */
export async function insertAction(
  context: Pick<Work, 'trx' | 'time' | 'at'> & { caller: MemberCaller },
  { act, undoes }: { act: StoredAct; undoes: string | null },
  items: readonly { clientId: string; before?: ItemBefore | null }[],
): Promise<string> {
  const id = await actions.insert(context, {
    act: JSON.stringify(act),
    status: 'running',
    total: items.length,
    undoes,
  });
  const numbered = items.map(({ clientId, before }, place) => ({
    number: place + 1,
    clientId,
    before: before ?? null,
  }));
  await sql`
    INSERT INTO bulk_action_items (company_id, action_id, number, client_id, before)
    SELECT ${context.caller.company.id}::uuid, ${id}::uuid, i.number, i."clientId", i.before
      FROM jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) AS i (number int, "clientId" uuid, before jsonb)`.execute(
    context.trx,
  );
  return id;
}

export async function endAction(
  trx: Trx,
  { id, version }: Pick<ActionRecord, 'id' | 'version'>,
  { status, because, at }: { status: 'done' | 'stopped'; because?: string; at: string },
): Promise<void> {
  await trx
    .updateTable('bulk_actions')
    .set({ status, stopped_because: because ?? null, ended_at: at, version: version + 1 })
    .where('id', '=', id)
    .execute();
}

export interface ItemRecord {
  number: number;
  client_id: string;
  before: ItemBefore | null;
}

/** The next client that waits, locked; one that another process has locked is passed over. */
export async function lockNextItem(
  trx: Trx,
  actionId: string,
  after: number,
): Promise<ItemRecord | undefined> {
  return trx
    .selectFrom('bulk_action_items')
    .select(['number', 'client_id', 'before'])
    .where('action_id', '=', actionId)
    .where('state', '=', 'waiting')
    .where('number', '>', after)
    .orderBy('number')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

export interface Outcome {
  state: 'done' | 'unchanged' | 'refused';
  reason?: string;
}

/** Saves the outcome of a client that still waits. */
export async function saveOutcome(
  trx: Trx,
  actionId: string,
  number: number,
  { state, reason }: Outcome,
): Promise<void> {
  await trx
    .updateTable('bulk_action_items')
    .set({ state, reason: reason ?? null })
    .where('action_id', '=', actionId)
    .where('number', '=', number)
    .where('state', '=', 'waiting')
    .execute();
}

/** Clients of an action in its order, with their outcomes. */
export function readItems(
  trx: Trx,
  actionId: string,
  query: { state?: 'waiting' | Outcome['state'] | undefined; after: number; limit: number },
) {
  let items = trx
    .selectFrom('bulk_action_items as i')
    .leftJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'i.company_id').onRef('c.id', '=', 'i.client_id'),
    )
    .select(['i.number', 'i.client_id', 'i.state', 'i.reason', 'c.display_name'])
    .where('i.action_id', '=', actionId)
    .where('i.number', '>', query.after);
  if (query.state !== undefined) items = items.where('i.state', '=', query.state);
  return items.orderBy('i.number').limit(query.limit).execute();
}

/** What an undo restores: the clients that the action changed. */
export function readUndoItems(trx: Trx, actionId: string) {
  return trx
    .selectFrom('bulk_action_items')
    .select(['client_id as clientId', 'before'])
    .where('action_id', '=', actionId)
    .where('state', '=', 'done')
    .orderBy('number')
    .execute();
}

/** Running actions of all companies, for a job. */
export function runningActions(trx: Trx): Promise<{ company_id: string; id: string }[]> {
  return trx
    .selectFrom('bulk_actions')
    .select(['company_id', 'id'])
    .where('status', '=', 'running')
    .orderBy('id')
    .execute();
}
