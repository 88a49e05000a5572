import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { Client } from '#contract/clients/client-record.ts';
import { unengagedClientStatuses } from '#rules/lifecycles/clients.ts';
import { gapKey } from '#rules/required-lists.ts';
import { literals } from '../../../kernel/database/literals.ts';
import type { ClientsTable } from '../../../kernel/database/tables/client-tables.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { everyStamp, recordStore } from '../../../kernel/records/record-store.ts';
import { type ClientRow, type DetailColumns, getClient } from './client-record.ts';

/** Whether there ever was a relationship with a client `c`; a draft that was never onboarded is not retained. */
export const wasEngaged = sql<boolean>`(c.relationship_started_on IS NOT NULL OR c.relationship_ended_on IS NOT NULL
  OR c.status NOT IN ${literals(unengagedClientStatuses)})`;

/** Whether a client `c`, or the one into which it was merged, is on legal hold. */
export const isHeld = sql<boolean>`EXISTS (SELECT 1 FROM legal_holds h
  WHERE h.company_id = c.company_id AND h.client_id IN (c.id, c.merged_into_id) AND h.lifted_at IS NULL)`;

/** All columns of a client except those only for searches. */
const recordColumns = [
  'c.id',
  'c.version',
  'c.kind',
  'c.client_type',
  'c.status',
  'c.display_name',
  'c.external_id',
  'c.responsible_member_id',
  'c.email',
  'c.phone',
  'c.addresses',
  'c.tags',
  'c.individual',
  'c.business',
  'c.nzbn',
  'c.nz_company_number',
  'c.abn',
  'c.acn',
  'c.arbn',
  'c.relationship_purpose',
  'c.relationship_started_on',
  'c.pre_commencement',
  'c.cdd_status',
  'c.cdd_level',
  'c.risk_level',
  'c.pep_status',
  'c.sanctions_status',
  'c.screening_gaps',
  'c.next_review_due_on',
  'c.created_at',
  'c.created_by',
  'c.updated_at',
  'c.updated_by',
] as const;

function selectClients(trx: Trx) {
  return trx
    .selectFrom('clients as c')
    .leftJoin('members as responsible', 'responsible.id', 'c.responsible_member_id')
    .innerJoin('members as creator', 'creator.id', 'c.created_by')
    .innerJoin('members as updater', 'updater.id', 'c.updated_by')
    .select([
      ...recordColumns,
      'responsible.name as responsible_name',
      'creator.name as created_by_name',
      'updater.name as updated_by_name',
    ]);
}

/** A client of the transaction's company, or null. */
export async function readClientById(trx: Trx, id: string): Promise<Client | null> {
  const row = await selectClients(trx).where('c.id', '=', id).executeTakeFirst();
  return row === undefined ? null : getClient(row as ClientRow);
}

export const clients = recordStore({
  table: 'clients',
  noun: 'client',
  read: readClientById,
  stamps: everyStamp,
});

/** The same with the row locked until the transaction ends, which serialises updates of one client. */
export const lockClientById = clients.lock;

/** Whether a client is on legal hold. */
export async function isOnHold(trx: Trx, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('clients as c')
    .select(isHeld.as('held'))
    .where('c.id', '=', id)
    .executeTakeFirst();
  return row?.held ?? false;
}

/** Locks clients until the transaction ends, in the order of their ids; omits those of other companies. */
export async function lockClients(trx: Trx, ids: readonly string[]): Promise<void> {
  await trx
    .selectFrom('clients')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Clients by id, unordered: only the company's own. */
export async function readClientsById(trx: Trx, ids: readonly string[]): Promise<Client[]> {
  if (ids.length === 0) return [];
  const rows = await selectClients(trx)
    .where('c.id', 'in', [...ids])
    .execute();
  return rows.map((row) => getClient(row as ClientRow));
}

export interface NewClient extends DetailColumns {
  company_id: string;
  id: string;
  imported: boolean;
  created_at: string;
  created_by: string;
}

/** Initial statuses of a client: nothing has been checked yet. */
const startingStatuses = {
  status: 'draft',
  cdd_status: 'notStarted',
  cdd_level: null,
  risk_level: null,
  pep_status: 'notChecked',
  sanctions_status: 'notChecked',
  next_review_due_on: null,
} as const;

export async function insertClient(trx: Trx, client: NewClient): Promise<void> {
  await trx
    .insertInto('clients')
    .values({ ...startingStatuses, ...client, updated_at: client.created_at, updated_by: client.created_by })
    .execute();
  await addWords(trx, client.company_id, client.search_words);
}

/** What a change of identity writes besides the details. */
export type IdentityColumns = Pick<
  Updateable<ClientsTable>,
  | 'identified_as_changed_at'
  | 'screening_outdated'
  | 'screening_gaps'
  | 'sanctions_status'
  | 'pep_status'
  | 'cdd_status'
  | 'cdd_submitted_by'
  | 'cdd_exception_reason'
  | 'cdd_exception_ends_on'
  | 'cdd_exception_by'
  | 'refresh_causes'
>;

/** Replaces the details of a client that the transaction has locked, and counts its version up. For `saveDetails` alone. */
export async function replaceClient(
  trx: Trx,
  change: {
    companyId: string;
    id: string;
    version: number;
    columns: DetailColumns & IdentityColumns;
    at: string;
    by: string;
  },
): Promise<void> {
  await trx
    .updateTable('clients')
    .set({ ...change.columns, version: change.version + 1, updated_at: change.at, updated_by: change.by })
    .where('company_id', '=', change.companyId)
    .where('id', '=', change.id)
    .execute();
  await addWords(trx, change.companyId, change.columns.search_words);
}

/** Adds words to the search index. Sorted, so that concurrent commands adding the same new words cannot deadlock. */
export async function addWords(trx: Trx, companyId: string, words: readonly string[]): Promise<void> {
  if (words.length === 0) return;
  await sql`
    INSERT INTO client_words (company_id, word, one_letter_out)
    SELECT ${companyId}::uuid, asked.word, ways_to_leave_one_letter_out(asked.word)
      FROM unnest(${[...words].sort()}::text[]) AS asked (word)
     WHERE NOT EXISTS (SELECT FROM client_words known WHERE known.company_id = ${companyId}::uuid AND known.word = asked.word)
     ORDER BY asked.word COLLATE "C"
    ON CONFLICT DO NOTHING`.execute(trx);
}

/** Whether a member is an active member of the company. */
export async function isActiveMember(trx: Trx, memberId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('members')
    .select('id')
    .where('id', '=', memberId)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row !== undefined;
}

/** The id of the client that has an external id already, or null. */
export async function getExternalIdHolder(trx: Trx, externalId: string): Promise<string | null> {
  const row = await trx
    .selectFrom('clients')
    .select('id')
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  return row?.id ?? null;
}

type LookupColumn = 'email' | 'phone' | 'external_id' | 'nzbn' | 'nz_company_number' | 'abn' | 'acn' | 'arbn';

/** A condition of one of the company's indexed look-ups: the column equals the value, or starts with it. */
export interface Lookup {
  column: LookupColumn;
  value: string;
  prefix?: boolean;
}

/**
 * The look-ups as one query of ids and sort names, each a scan of its own index. A merged client leads to the one into which it was
 * merged, which `filters` are about.
 */
export function lookupsQuery(
  lookUps: readonly Lookup[],
  filters: RawBuilder<unknown>,
  atMost: number,
): RawBuilder<unknown> {
  const queries = lookUps.map(({ column, value, prefix }) => {
    const name = sql.ref(`known.${column}`);
    const met = prefix
      ? sql`${name} >= ${value} AND ${name} < ${`${value}\u{10ffff}`}`
      : sql`${name} = ${value}`;
    return sql`(SELECT c.id, c.sort_name FROM clients known
      JOIN clients c ON c.company_id = known.company_id AND c.id = coalesce(known.merged_into_id, known.id)
     WHERE ${met} AND ${filters} ORDER BY c.sort_name, c.id LIMIT ${atMost})`;
  });
  return queries.length > 0
    ? sql.join(queries, sql` UNION ALL `)
    : sql`SELECT c.id, c.sort_name FROM clients c WHERE false`;
}

/** Ids of the clients that share an identifier, email or phone with these values; at most `atMost` for each. */
export async function lookupExistingIds(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('clients')
    .select('id')
    .where(sql<boolean>`id = ANY (${[...ids]}::uuid[])`)
    .orderBy('sort_name')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Ids of clients by their values. */
export async function lookupClients(trx: Trx, lookUps: readonly Lookup[], atMost: number): Promise<string[]> {
  if (lookUps.length === 0) return [];
  const { rows } = await sql<{ id: string }>`${lookupsQuery(lookUps, sql`true`, atMost)}`.execute(trx);
  return [...new Set(rows.map(({ id }) => id))];
}

/** The clients that were merged into a client, by name. */
export function readMergedClients(trx: Trx, id: string): Promise<{ id: string; name: string }[]> {
  return trx
    .selectFrom('clients')
    .select(['id', 'display_name as name'])
    .where('merged_into_id', '=', id)
    .orderBy('sort_name')
    .orderBy('id')
    .execute();
}

/** The client into which a client was merged; null if it was not. */
export async function readSurvivor(trx: Trx, id: string): Promise<{ id: string; name: string } | null> {
  const row = await trx
    .selectFrom('clients as m')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'm.company_id').onRef('c.id', '=', 'm.merged_into_id'),
    )
    .select(['c.id', 'c.display_name as name'])
    .where('m.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Far more requests than any client has; older ones only appear in their own history. */
const maxRequests = 500;

/** The requests of a client, newest first. */
export async function getClientRequestIds(trx: Trx, clientId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('document_requests')
    .select('id')
    .where('client_id', '=', clientId)
    .orderBy('id', 'desc')
    .limit(maxRequests)
    .execute();
  return rows.map(({ id }) => id);
}

/** Adds gaps to screened clients; clear ones become incomplete until rescreened. */
const addGaps = (trx: Trx, gaps: Client['screeningGaps']) =>
  trx
    .updateTable('clients')
    .set({
      screening_gaps: sql`screening_gaps || ${JSON.stringify(gaps)}::jsonb`,
      sanctions_status: sql`CASE sanctions_status WHEN 'clear' THEN 'incomplete' ELSE sanctions_status END`,
    })
    .where('sanctions_status', '!=', 'notChecked')
    .where('status', '!=', 'merged');

/**
 * Marks all screened clients as screened without these lists, because the company became subject to a law that requires
 * them. Clear clients become incomplete until rescreened.
 */
export async function requireLists(trx: Trx, gaps: Client['screeningGaps']): Promise<void> {
  if (gaps.length > 0) await addGaps(trx, gaps).execute();
}

/** Whether a client's gaps do not include one, whenever and why it was recorded. */
const lacksGap = (gap: Client['screeningGaps'][number]) =>
  sql<boolean>`NOT screening_gaps @> ${JSON.stringify([gapKey(gap)])}::jsonb`;

/**
 * Marks some screened clients whose screenings rest on a misread list, by id after the last of the previous page. Clear
 * ones become incomplete until rescreened. Clients that were screened with the gap already are left as they are.
 * @returns the last client of the page, null if there is none, and the number of those that are no longer clear
 */
export async function markMisread(
  trx: Trx,
  { gap, after, limit }: { gap: Client['screeningGaps'][number]; after: string | null; limit: number },
): Promise<{ last: string | null; noLongerClear: number }> {
  const page = await trx
    .selectFrom('clients')
    .select(['id', 'sanctions_status'])
    .where('sanctions_status', '!=', 'notChecked')
    .where('status', '!=', 'merged')
    .where(lacksGap(gap))
    .$if(after !== null, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .execute();
  const ids = page.map(({ id }) => id);
  if (ids.length > 0) await addGaps(trx, [gap]).where('id', 'in', ids).execute();
  return {
    last: ids.at(-1) ?? null,
    noLongerClear: page.filter(({ sanctions_status: status }) => status === 'clear').length,
  };
}

/** Names of clients by id, of those that are the company's. */
export async function readClientNames(trx: Trx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('clients')
    .select(['id', 'display_name'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, display_name }) => [id, display_name]));
}
