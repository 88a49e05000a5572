import type { Insertable, Kysely, Selectable, Updateable } from 'kysely';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';

export type GrantRow = Selectable<Schema['support_grants']>;

/** Grants on a page. */
const visibleGrants = 50;

/** The latest grants of a company, newest first; of one admin if given. */
export function readGrants(
  trx: Trx,
  { companyId, adminId }: { companyId: string; adminId?: string },
): Promise<GrantRow[]> {
  let query = trx.selectFrom('support_grants').selectAll().where('company_id', '=', companyId);
  if (adminId !== undefined) query = query.where('admin_id', '=', adminId);
  return query.orderBy('id', 'desc').limit(visibleGrants).execute();
}

/** A grant of the transaction’s company; undefined if not found. */
export function readOneGrant(trx: Trx, id: string): Promise<GrantRow | undefined> {
  return trx.selectFrom('support_grants').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Days after its request for which a grant is looked at: longer than requests last. */
const recentDays = 9;

/** Companies with recent requests, decided or not. */
export async function listCompaniesWithRequests(db: Kysely<Schema>, now: Date): Promise<string[]> {
  const since = new Date(now.getTime() - recentDays * 86_400_000).toISOString();
  const rows = await asJobs(db, (trx) =>
    trx
      .selectFrom('support_grants')
      .select('company_id')
      .distinct()
      .where('requested_at', '>', since)
      .execute(),
  );
  return rows.map(({ company_id }) => company_id);
}

/** Locks a grant of the transaction’s company; null if not found. */
export async function lockGrant(trx: Trx, id: string): Promise<GrantRow | null> {
  const row = await trx
    .selectFrom('support_grants')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function insertGrant(trx: Trx, grant: Insertable<Schema['support_grants']>): Promise<void> {
  await trx.insertInto('support_grants').values(grant).execute();
}

/** Changes a locked grant; its version grows. */
export async function updateGrant(
  trx: Trx,
  { id, version }: GrantRow,
  changes: Updateable<Schema['support_grants']>,
): Promise<GrantRow> {
  return trx
    .updateTable('support_grants')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
