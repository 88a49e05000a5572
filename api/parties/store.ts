import { type Insertable, sql, type Transaction, type Updateable } from 'kysely';
import type { CappedCount, Client } from '#contract/clients.ts';
import type { PartyRole } from '#rules/client-parties.ts';
import type { PepOf } from '#rules/politically-exposed.ts';
import type { StoredIndividual } from '../database/client-tables.ts';
import type { ClientPartiesTable } from '../database/due-diligence-tables.ts';
import type { Schema } from '../database/schema.ts';

type Trx = Transaction<Schema>;

/** A party with how the party's own client record stands. */
export interface PartyRow {
  id: string;
  version: number;
  clientId: string;
  partyClientId: string;
  roles: PartyRole[];
  /** Without trailing zeros. */
  directPercent: string | null;
  joint: boolean;
  beneficiallyHeld: boolean | null;
  controlBasis: string | null;
  authority: string | null;
  mustVerifyReason: string | null;
  validFrom: string;
  validTo: string | null;
  updatedByName: string;
  client: Pick<
    Client,
    'displayName' | 'kind' | 'clientType' | 'status' | 'cddStatus' | 'pepStatus' | 'addresses'
  > & {
    individual: StoredIndividual | null;
    pepOf: PepOf | null;
    exceptionEndsOn: string | null;
    /** The person's identity stands verified by itself. */
    identityVerified: boolean;
    registrationCountry: string | null;
  };
}

function selectParties(trx: Trx) {
  return trx
    .selectFrom('client_parties as p')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'p.company_id').onRef('c.id', '=', 'p.party_client_id'),
    )
    .innerJoin('members as updater', 'updater.id', 'p.updated_by')
    .select([
      'p.id',
      'p.version',
      'p.client_id',
      'p.party_client_id',
      'p.roles',
      'p.joint',
      'p.beneficially_held',
      'p.control_basis',
      'p.authority',
      'p.must_verify_reason',
      'p.valid_from',
      'p.valid_to',
      'updater.name as updated_by_name',
      'c.display_name',
      'c.kind',
      'c.client_type',
      'c.status',
      'c.cdd_status',
      'c.cdd_exception_ends_on',
      'c.pep_status',
      'c.pep_of',
      'c.individual',
      'c.addresses',
      sql<boolean>`EXISTS (SELECT 1 FROM individual_verifications v
        WHERE v.company_id = c.company_id AND v.client_id = c.id AND v.status = 'verified')`.as(
        'identity_verified',
      ),
      sql<string | null>`trim_scale(p.direct_percent)::text`.as('direct_percent'),
      sql<string | null>`c.business ->> 'registrationCountry'`.as('registration_country'),
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectParties>['execute']>>[number];

function rowOf(row: Selected): PartyRow {
  return {
    id: row.id,
    version: row.version,
    clientId: row.client_id,
    partyClientId: row.party_client_id,
    roles: row.roles,
    directPercent: row.direct_percent,
    joint: row.joint,
    beneficiallyHeld: row.beneficially_held,
    controlBasis: row.control_basis,
    authority: row.authority,
    mustVerifyReason: row.must_verify_reason,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    updatedByName: row.updated_by_name,
    client: {
      displayName: row.display_name,
      kind: row.kind,
      clientType: row.client_type,
      status: row.status,
      cddStatus: row.cdd_status,
      pepStatus: row.pep_status,
      individual: row.individual,
      addresses: row.addresses,
      pepOf: row.pep_of,
      exceptionEndsOn: row.cdd_exception_ends_on,
      identityVerified: row.identity_verified,
      registrationCountry: row.registration_country,
    },
  };
}

/** As many current parties as one client can have: every question about a client reads all of them. */
export const mostParties = 200;

/** Everybody who belongs to a client now, in the order in which they were recorded. */
export async function currentParties(trx: Trx, clientId: string): Promise<PartyRow[]> {
  const rows = await selectParties(trx)
    .where('p.client_id', '=', clientId)
    .where('p.valid_to', 'is', null)
    .orderBy('p.id')
    .limit(mostParties)
    .execute();
  return rows.map(rowOf);
}

/** A page of a client's parties, one more than asked for where there is more. */
export async function partyPage(
  trx: Trx,
  page: { clientId: string; state: 'current' | 'ended'; after: string | undefined; limit: number },
): Promise<PartyRow[]> {
  let query = selectParties(trx)
    .where('p.client_id', '=', page.clientId)
    .where('p.valid_to', page.state === 'current' ? 'is' : 'is not', null);
  if (page.after !== undefined) query = query.where('p.id', '>', page.after);
  const rows = await query
    .orderBy('p.id')
    .limit(page.limit + 1)
    .execute();
  return rows.map(rowOf);
}

/** One party of a client of the transaction's company, or null. `lock`: until the transaction ends. */
export async function readParty(
  trx: Trx,
  { clientId, partyId }: { clientId: string; partyId: string },
  lock = false,
): Promise<PartyRow | null> {
  // Alone, because whoever waited has to read the names that belong to the row as it is then.
  if (lock)
    await trx.selectFrom('client_parties').select('id').where('id', '=', partyId).forUpdate().execute();
  const row = await selectParties(trx)
    .where('p.id', '=', partyId)
    .where('p.client_id', '=', clientId)
    .executeTakeFirst();
  return row === undefined ? null : rowOf(row);
}

/** How many there are, counted no further than to one beyond the most that is told. */
const countLimit = 1000;

function capped(count: number): CappedCount {
  return { count: Math.min(count, countLimit), capped: count > countLimit };
}

/** How many parties a client has now and had before, and to how many clients it is one. */
export async function countParties(
  trx: Trx,
  clientId: string,
): Promise<{ current: CappedCount; ended: CappedCount; partyOf: CappedCount }> {
  const { rows } = await sql<{ current: number; ended: number; party_of: number }>`
    SELECT
      (SELECT count(*) FROM (SELECT FROM client_parties p WHERE p.client_id = ${clientId} AND p.valid_to IS NULL
         LIMIT ${countLimit + 1}) AS seen) AS current,
      (SELECT count(*) FROM (SELECT FROM client_parties p WHERE p.client_id = ${clientId} AND p.valid_to IS NOT NULL
         LIMIT ${countLimit + 1}) AS seen) AS ended,
      (SELECT count(*) FROM (SELECT FROM client_parties p WHERE p.party_client_id = ${clientId} AND p.valid_to IS NULL
         LIMIT ${countLimit + 1}) AS seen) AS party_of`.execute(trx);
  const counted = rows[0] ?? { current: 0, ended: 0, party_of: 0 };
  return {
    current: capped(counted.current),
    ended: capped(counted.ended),
    partyOf: capped(counted.party_of),
  };
}

/** The first few clients to whom a client is a party now. */
export async function clientsOfParty(
  trx: Trx,
  partyClientId: string,
  atMost: number,
): Promise<{ clientId: string; name: string; roles: PartyRole[] }[]> {
  const rows = await trx
    .selectFrom('client_parties as p')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'p.company_id').onRef('c.id', '=', 'p.client_id'),
    )
    .select(['p.client_id', 'c.display_name', 'p.roles'])
    .where('p.party_client_id', '=', partyClientId)
    .where('p.valid_to', 'is', null)
    .orderBy('p.id')
    .limit(atMost)
    .execute();
  return rows.map(({ client_id, display_name, roles }) => ({
    clientId: client_id,
    name: display_name,
    roles,
  }));
}

export async function insertParty(trx: Trx, party: Insertable<ClientPartiesTable>): Promise<void> {
  await trx.insertInto('client_parties').values(party).execute();
}

/** Writes to a party that the transaction has locked, and counts its version up. */
export async function changeParty(
  trx: Trx,
  { id, version }: Pick<PartyRow, 'id' | 'version'>,
  columns: Updateable<ClientPartiesTable>,
): Promise<void> {
  await trx
    .updateTable('client_parties')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .execute();
}
