import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';

export type DomainRow = Selectable<Schema['company_domains']>;
export type ConnectionRow = Selectable<Schema['sso_connections']>;

/** Email domains of the transaction's company, by name. */
export function readDomains(trx: Trx): Promise<DomainRow[]> {
  return trx.selectFrom('company_domains').selectAll().orderBy('domain').execute();
}

export async function lockDomain(trx: Trx, id: string): Promise<DomainRow | null> {
  const row = await trx.selectFrom('company_domains').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function insertDomain(trx: Trx, domain: Insertable<Schema['company_domains']>): Promise<void> {
  await trx.insertInto('company_domains').values(domain).execute();
}

export async function deleteDomain(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('company_domains').where('id', '=', id).execute();
}

/** Marks a domain as proven. @returns false while another company has proven it, and for a platform admin's */
export async function claimDomain(trx: Trx, id: string, at: string): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean }>`
    SELECT claim_domain(${id}::uuid, ${at}::timestamptz) AS claimed`.execute(trx);
  return rows[0]?.claimed === true;
}

/** The connection of the transaction's company; undefined before the first. */
export function readConnection(trx: Trx, { lock = false } = {}): Promise<ConnectionRow | undefined> {
  const query = trx.selectFrom('sso_connections').selectAll();
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Writes the connection; its version grows. @returns the new version */
export async function saveConnection(
  trx: Trx,
  connection: Omit<Insertable<Schema['sso_connections']>, 'version'>,
): Promise<number> {
  const { company_id: _, ...changes } = connection;
  const { version } = await trx
    .insertInto('sso_connections')
    .values(connection)
    .onConflict((conflict) =>
      conflict.column('company_id').doUpdateSet({ ...changes, version: sql`sso_connections.version + 1` }),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** The company whose identity provider signs in a domain's addresses. One call as `assay_app`, outside a transaction. */
export async function companyOfDomain(db: Kysely<Schema>, domain: string): Promise<string | undefined> {
  const { rows } = await sql<{ company_id: string }>`
    SELECT company_id FROM sso_of_domain(${domain})`.execute(db);
  return rows[0]?.company_id;
}
