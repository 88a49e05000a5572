import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { GroupClient } from '#contract/clients/client-group.ts';
import type { CappedCount, Client } from '#contract/clients/client-record.ts';
import type { SourceDocument } from '#rules/cdd-rule-packs/entity-information.ts';
import type { FindingContents } from '#rules/cdd-rule-packs/findings.ts';
import type { PartyLink } from '#rules/clients/client-groups.ts';
import type { PartyRole } from '#rules/clients/client-parties.ts';
import type { PepOf } from '#rules/pep.ts';
import type { SanctionsTag } from '#rules/sanctions.ts';
import { countUpTo, maxCountedWork, toCappedCount } from '../../kernel/database/keyset.ts';
import type { StoredIndividual } from '../../kernel/database/tables/client-tables.ts';
import type { ClientPartiesTable } from '../../kernel/database/tables/due-diligence-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import {
  identityChangedOn,
  identityEvidenceUntil,
  isStructureTraced,
} from '../clients/identity-evidence-store.ts';
import { sourceDocuments } from '../clients/source-documents-store.ts';
import { sanctionsTagged } from '../sanctions/store.ts';

/** A party with the status of its own client record. */
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
    | 'displayName'
    | 'kind'
    | 'clientType'
    | 'status'
    | 'cddStatus'
    | 'pepStatus'
    | 'sanctionsStatus'
    | 'screeningGaps'
    | 'addresses'
  > & {
    sanctions: SanctionsTag | null;
    individual: StoredIndividual | null;
    pepOf: PepOf | null;
    exceptionEndsOn: string | null;
    /** Last day on which the party's identity evidence is valid; null without a current verification. */
    identityVerifiedUntil: string | null;
    /** Day on which the party's name, birth date or number last changed after it was verified. */
    identityChangedOn: string | null;
    registrationCountry: string | null;
    business: Client['business'];
    /** The party's own finding on its legal form, structure and powers. */
    entity: FindingContents['entity'] | null;
    /** Documents on the party's own record that its finding can name as a source. */
    sourceDocuments: SourceDocument[];
    /** Whether a verification that counts traced the party's own ownership. */
    isStructureTraced: boolean;
    /** Roles of the party's own current related parties. */
    ownPartyRoles: PartyRole[];
    /** The party's own finding on source of wealth or funds. */
    source: FindingContents['sourceOfWealthOrFunds'] | null;
    /** Finding on political exposure, on the party's own record. */
    exposure: FindingContents['politicalExposure'] | null;
    /** Whether the party's own record says why its PEP status need not be found out. */
    pepCheckExcused: boolean;
  };
}

/** A party's recorded source of wealth or funds, on the party's own record. */
const sourceFinding = sql<FindingContents['sourceOfWealthOrFunds'] | null>`(
  SELECT f.content FROM client_findings f
   WHERE f.company_id = c.company_id AND f.client_id = c.id AND f.subject = 'sourceOfWealthOrFunds')`;

/** A party's recorded political exposure, on the party's own record. */
const exposureFinding = sql<FindingContents['politicalExposure'] | null>`(
  SELECT f.content FROM client_findings f
   WHERE f.company_id = c.company_id AND f.client_id = c.id AND f.subject = 'politicalExposure')`;

/** Recorded details of a party that is an entity, from the party's own record. */
const entityFinding = sql<FindingContents['entity'] | null>`(
  SELECT f.content FROM client_findings f
   WHERE f.company_id = c.company_id AND f.client_id = c.id AND f.subject = 'entity')`;

/** Roles of the party's own current related parties. */
const ownPartyRoles = sql<PartyRole[]>`ARRAY(
  SELECT DISTINCT role FROM client_parties own, unnest(own.roles) role
   WHERE own.company_id = c.company_id AND own.client_id = c.id AND own.valid_to IS NULL)`;

const isPepCheckExcused = sql<boolean>`EXISTS (
  SELECT FROM client_findings f
   WHERE f.company_id = c.company_id AND f.client_id = c.id AND f.subject = 'pepCheckExcused')`;

function selectParties(trx: Trx) {
  return trx
    .selectFrom('client_parties as p')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'p.company_id').onRef('c.id', '=', 'p.party_client_id'),
    )
    .innerJoin('members as updater', 'updater.id', 'p.updated_by')
    .leftJoin(sanctionsTagged.as<'s'>(sql.ref('s')), 's.client_id', 'c.id')
    .select([
      's.tag as sanctions',
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
      'c.sanctions_status',
      'c.screening_gaps',
      sourceFinding.as('source'),
      exposureFinding.as('exposure'),
      isPepCheckExcused.as('pep_check_excused'),
      entityFinding.as('entity'),
      ownPartyRoles.as('own_party_roles'),
      sourceDocuments('c').as('source_documents'),
      isStructureTraced('c').as('is_structure_traced'),
      'c.business',
      'c.nzbn',
      'c.nz_company_number',
      'c.abn',
      'c.acn',
      'c.arbn',
      'c.individual',
      'c.addresses',
      identityEvidenceUntil('c').as('identity_verified_until'),
      identityChangedOn('c').as('identity_changed_on'),
      sql<string | null>`trim_scale(p.direct_percent)::text`.as('direct_percent'),
      sql<string | null>`c.business ->> 'registrationCountry'`.as('registration_country'),
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectParties>['execute']>>[number];

function getRow(row: Selected): PartyRow {
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
      sanctionsStatus: row.sanctions_status,
      screeningGaps: row.screening_gaps,
      sanctions: row.sanctions,
      individual: row.individual,
      addresses: row.addresses,
      pepOf: row.pep_of,
      exceptionEndsOn: row.cdd_exception_ends_on,
      identityVerifiedUntil: row.identity_verified_until,
      identityChangedOn: row.identity_changed_on,
      registrationCountry: row.registration_country,
      source: row.source,
      exposure: row.exposure,
      pepCheckExcused: row.pep_check_excused,
      business: row.business && {
        ...row.business,
        nzbn: row.nzbn,
        nzCompanyNumber: row.nz_company_number,
        abn: row.abn,
        acn: row.acn,
        arbn: row.arbn,
      },
      entity: row.entity,
      sourceDocuments: row.source_documents,
      isStructureTraced: row.is_structure_traced,
      ownPartyRoles: row.own_party_roles,
    },
  };
}

/** As many current parties as one client can have: every question about a client reads all of them. */
export const maxParties = 200;

/** Current parties of a client, in the order recorded. */
export async function currentParties(trx: Trx, clientId: string): Promise<PartyRow[]> {
  const rows = await selectParties(trx)
    .where('p.client_id', '=', clientId)
    .where('p.valid_to', 'is', null)
    .orderBy('p.id')
    .limit(maxParties)
    .execute();
  return rows.map(getRow);
}

/** Current parties of each of these clients, in the order recorded; omits clients without any. */
export async function currentPartiesOf(
  trx: Trx,
  clientIds: readonly string[],
): Promise<Map<string, PartyRow[]>> {
  if (clientIds.length === 0) return new Map();
  const rows = await selectParties(trx)
    .where('p.client_id', 'in', [...clientIds])
    .where('p.valid_to', 'is', null)
    .orderBy('p.id')
    .execute();
  const found = new Map<string, PartyRow[]>();
  for (const party of rows.map(getRow)) {
    const parties = found.get(party.clientId);
    if (parties === undefined) found.set(party.clientId, [party]);
    else parties.push(party);
  }
  return found;
}

/** A page of a client's parties, one more than the limit if there is more. */
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
  return rows.map(getRow);
}

/** One party of a client of the transaction's company, or null. `lock`: until the transaction ends. */
export async function readParty(
  trx: Trx,
  { clientId, partyId }: { clientId: string; partyId: string },
  lock = false,
): Promise<PartyRow | null> {
  // Locked separately: after waiting, the names must be read with the current row.
  if (lock)
    await trx.selectFrom('client_parties').select('id').where('id', '=', partyId).forUpdate().execute();
  const row = await selectParties(trx)
    .where('p.id', '=', partyId)
    .where('p.client_id', '=', clientId)
    .executeTakeFirst();
  return row === undefined ? null : getRow(row);
}

/** Numbers of a client's current and former parties, and of the clients it is a party of. */
export async function countParties(
  trx: Trx,
  clientId: string,
): Promise<{ current: CappedCount; ended: CappedCount; partyOf: CappedCount }> {
  const counted = (met: RawBuilder<unknown>) =>
    countUpTo(sql`SELECT FROM client_parties p WHERE ${met}`, maxCountedWork);
  const { rows } = await sql<{ current: number; ended: number; party_of: number }>`
    SELECT
      (${counted(sql`p.client_id = ${clientId} AND p.valid_to IS NULL`)}) AS current,
      (${counted(sql`p.client_id = ${clientId} AND p.valid_to IS NOT NULL`)}) AS ended,
      (${counted(sql`p.party_client_id = ${clientId} AND p.valid_to IS NULL`)}) AS party_of`.execute(trx);
  const counts = rows[0] ?? { current: 0, ended: 0, party_of: 0 };
  return {
    current: toCappedCount(counts.current, maxCountedWork),
    ended: toCappedCount(counts.ended, maxCountedWork),
    partyOf: toCappedCount(counts.party_of, maxCountedWork),
  };
}

/** The first few clients that have this client as a current party. */
export async function getPartyClients(
  trx: Trx,
  partyClientId: string,
  atMost: number,
): Promise<{ clientId: string; name: string; roles: PartyRole[]; sanctions: SanctionsTag | null }[]> {
  const rows = await trx
    .selectFrom('client_parties as p')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'p.company_id').onRef('c.id', '=', 'p.client_id'),
    )
    .leftJoin(sanctionsTagged.as<'s'>(sql.ref('s')), 's.client_id', 'c.id')
    .select(['p.client_id', 'c.display_name', 'p.roles', 's.tag'])
    .where('p.party_client_id', '=', partyClientId)
    .where('p.valid_to', 'is', null)
    .orderBy('p.id')
    .limit(atMost)
    .execute();
  return rows.map(({ client_id, display_name, roles, tag }) => ({
    clientId: client_id,
    name: display_name,
    roles,
    sanctions: tag,
  }));
}

/** Current relationships of several clients, on either side, in the order recorded; at most `limit`. */
export async function currentLinks(
  trx: Trx,
  clientIds: readonly string[],
  limit: number,
): Promise<PartyLink[]> {
  const links = (side: 'client_id' | 'party_client_id') => sql`(
    SELECT id, client_id, party_client_id, roles FROM client_parties
     WHERE ${sql.ref(side)} = ANY(${[...clientIds]}::uuid[]) AND valid_to IS NULL ORDER BY id LIMIT ${sql.lit(limit)})`;
  const { rows } = await sql<{ client_id: string; party_client_id: string; roles: PartyRole[] }>`
    SELECT client_id, party_client_id, roles
      FROM (${links('client_id')} UNION ${links('party_client_id')}) linked
     ORDER BY id LIMIT ${sql.lit(limit)}`.execute(trx);
  return rows.map((row) => ({
    clientId: row.client_id,
    partyClientId: row.party_client_id,
    roles: row.roles,
  }));
}

/** Clients as the list of a group shows them, by id. */
export async function groupClients(
  trx: Trx,
  ids: readonly string[],
): Promise<Map<string, Omit<GroupClient, 'relation'>>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('clients as c')
    .leftJoin(sanctionsTagged.as<'s'>(sql.ref('s')), 's.client_id', 'c.id')
    .select([
      'c.id',
      'c.display_name as name',
      'c.kind',
      'c.status',
      'c.risk_level as riskLevel',
      'c.cdd_status as cddStatus',
      'c.next_review_due_on as nextReviewDueOn',
      's.tag as sanctions',
    ])
    .where('c.id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function insertParty(trx: Trx, party: Insertable<ClientPartiesTable>): Promise<void> {
  await trx.insertInto('client_parties').values(party).execute();
}

/** Updates a locked party and increments its version. */
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
