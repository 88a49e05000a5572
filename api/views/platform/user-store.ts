import { type SqlBool, sql } from 'kysely';
import type { PlatformUser, UserFilters } from '#contract/platform/platform.ts';
import { readCappedCount } from '../../kernel/database/keyset.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { foldedWords, likePattern } from './search-terms.ts';

/** As the index `members_search` has it, to the letter. */
const searched = sql<string>`platform_folded(m.name || ' ' || m.login_id)`;

export function selectUsers(trx: Trx, { q, status, company }: UserFilters) {
  let query = trx.selectFrom('members as m').innerJoin('companies as c', 'c.id', 'm.company_id');
  for (const word of foldedWords(q)) query = query.where(sql<SqlBool>`${searched} LIKE ${likePattern(word)}`);
  if (status !== undefined) query = query.where('m.status', '=', status);
  if (company !== undefined) query = query.where('m.company_id', '=', company);
  return query;
}

const columns = [
  'm.id',
  'm.version',
  'm.name',
  'm.login_id',
  'm.role',
  'm.designations',
  'm.status',
  'm.last_sign_in_at',
  'm.invite_expires_at',
  'm.company_id',
  'c.name as company_name',
] as const;

/** Rows of a page, newest first, before a user's id: ids are in order of creation. */
export function userPageQuery(
  trx: Trx,
  filters: UserFilters,
  { before, limit }: { before: string | undefined; limit: number },
) {
  const query = selectUsers(trx, filters).select(columns).orderBy('m.id', 'desc').limit(limit);
  return before === undefined ? query : query.where('m.id', '<', before);
}

type Row = Awaited<ReturnType<ReturnType<typeof userPageQuery>['execute']>>[number];

export function getPlatformUser(row: Row): PlatformUser {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    loginId: row.login_id,
    role: row.role,
    designations: row.designations,
    status: row.status,
    lastSignInAt: row.last_sign_in_at,
    inviteExpiresAt: row.invite_expires_at,
    company: { id: row.company_id, name: row.company_name },
  };
}

export function countUsers(trx: Trx, filters: UserFilters) {
  return readCappedCount(trx, selectUsers(trx, filters).select('m.id'));
}

/** A company's users by name, former members last. */
export async function companyPeople(trx: Trx, companyId: string, limit: number): Promise<PlatformUser[]> {
  const rows = await selectUsers(trx, { company: companyId } as UserFilters)
    .select(columns)
    .orderBy(sql`m.status = 'removed'`)
    .orderBy('m.name')
    .orderBy('m.id')
    .limit(limit)
    .execute();
  return rows.map(getPlatformUser);
}

export async function readUserRow(trx: Trx, id: string): Promise<PlatformUser | undefined> {
  const row = await selectUsers(trx, {} as UserFilters)
    .select(columns)
    .where('m.id', '=', id)
    .executeTakeFirst();
  return row && getPlatformUser(row);
}

/** Id and name of a company. */
export function companyName(trx: Trx, id: string): Promise<{ id: string; name: string } | undefined> {
  return trx.selectFrom('companies').select(['id', 'name']).where('id', '=', id).executeTakeFirst();
}
