import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { GroupClient } from '#contract/clients/client-group.ts';
import type { CappedCount, Client } from '#contract/clients/client-record.ts';
import type { SourceDocument } from '#rules/cdd-rule-packs/entity-information.ts';
import type { FindingContents } from '#rules/cdd-rule-packs/findings.ts';
import type { PartyLink } from '#rules/clients/client-groups.ts';
import type { PartyRole } from '#rules/clients/client-parties.ts';
import type { PepOf } from '#rules/pep.ts';
import type { SanctionsTag } from '#rules/sanctions.ts';
import { countUpTo, maxCountedWork, toCappedCount } from '../../kernel/database/keyset.ts';
import { identifierColumns, type StoredIndividual } from '../../kernel/database/tables/client-tables.ts';
import type { ClientPartiesTable } from '../../kernel/database/tables/due-diligence-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { selected } from '../../kernel/records/columns.ts';
import { everyStamp, recordStore } from '../../kernel/records/record-store.ts';
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

/** What is entered, except the share, whose decimals are read without trailing zeros. */
const plainColumns = {
  roles: 'roles',
  joint: 'joint',
  beneficiallyHeld: 'beneficially_held',
  controlBasis: 'control_basis',
  authority: 'authority',
  mustVerifyReason: 'must_verify_reason',
  validFrom: 'valid_from',
} as const;

/** Columns of what is entered. */
export const enteredColumns = { ...plainColumns, directPercent: 'direct_percent' } as const;

const ownColumns = {
  id: 'id',
  version: 'version',
  clientId: 'client_id',
  partyClientId: 'party_client_id',
  validTo: 'valid_to',
} as const;

const clientColumns = {
  displayName: 'display_name',
  kind: 'kind',
  clientType: 'client_type',
  status: 'status',
  cddStatus: 'cdd_status',
  pepStatus: 'pep_status',
  sanctionsStatus: 'sanctions_status',
  screeningGaps: 'screening_gaps',
  individual: 'individual',
  addresses: 'addresses',
  pepOf: 'pep_of',
  exceptionEndsOn: 'cdd_exception_ends_on',
  business: 'business',
  ...identifierColumns,
} as const;

function selectParties(trx: Trx) {
  return trx
    .selectFrom('client_parties as p')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'p.company_id').onRef('c.id', '=', 'p.party_client_id'),
    )
    .innerJoin('members as updater', 'updater.id', 'p.updated_by')
    .leftJoin(sanctionsTagged.as<'s'>(sql.ref('s')), 's.client_id', 'c.id')
    .select(selected('p', { ...ownColumns, ...plainColumns }))
    .select(selected('c', clientColumns))
    .select([
      'updater.name as updatedByName',
      's.tag as sanctions',
      sourceFinding.as('source'),
      exposureFinding.as('exposure'),
      isPepCheckExcused.as('pepCheckExcused'),
      entityFinding.as('entity'),
      ownPartyRoles.as('ownPartyRoles'),
      sourceDocuments('c').as('sourceDocuments'),
      isStructureTraced('c').as('isStructureTraced'),
      identityEvidenceUntil('c').as('identityVerifiedUntil'),
      identityChangedOn('c').as('identityChangedOn'),
      sql<string | null>`trim_scale(p.direct_percent)::text`.as('directPercent'),
      sql<string | null>`c.business ->> 'registrationCountry'`.as('registrationCountry'),
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectParties>['execute']>>[number];

function getRow(row: Selected): PartyRow {
  const { id, version, clientId, partyClientId, roles, directPercent, joint, beneficiallyHeld, ...rest } =
    row;
  const { controlBasis, authority, mustVerifyReason, validFrom, validTo, updatedByName, ...party } = rest;
  const { business, nzbn, nzCompanyNumber, abn, acn, arbn, ...client } = party;
  return {
    ...{ id, version, clientId, partyClientId, roles, directPercent, joint, beneficiallyHeld },
    ...{ controlBasis, authority, mustVerifyReason, validFrom, validTo, updatedByName },
    client: { ...client, business: business && { ...business, nzbn, nzCompanyNumber, abn, acn, arbn } },
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
    const others = found.get(party.clientId);
    if (others === undefined) found.set(party.clientId, [party]);
    else others.push(party);
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

/** A party of the transaction's company, or null. */
export async function readParty(trx: Trx, id: string): Promise<PartyRow | null> {
  const row = await selectParties(trx).where('p.id', '=', id).executeTakeFirst();
  return row === undefined ? null : getRow(row);
}

export const parties = recordStore({
  table: 'client_parties',
  noun: 'party',
  read: readParty,
  stamps: everyStamp,
});

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

/** Inserts a party whose id the caller has determined, such as one of several in their order. */
export async function insertParty(trx: Trx, party: Insertable<ClientPartiesTable>): Promise<void> {
  await trx.insertInto('client_parties').values(party).execute();
}
