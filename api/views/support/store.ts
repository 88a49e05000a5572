import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { noStamps, recordStore } from '../../kernel/records/record-store.ts';

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

/** A grant of the transaction’s company; null if not found. */
export async function readOneGrant(trx: Trx, id: string): Promise<GrantRow | null> {
  const row = await trx.selectFrom('support_grants').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Requests are inserted by platform admins, with `insertGrant`. */
export const grants = recordStore({
  table: 'support_grants',
  noun: 'request',
  read: readOneGrant,
  stamps: noStamps,
});

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

export async function insertGrant(trx: Trx, grant: Insertable<Schema['support_grants']>): Promise<void> {
  await trx.insertInto('support_grants').values(grant).execute();
}
