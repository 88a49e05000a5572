import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import {
  type FindingContents,
  type TypeWithoutOwners,
  typeWithoutOwners,
} from '#rules/cdd-rule-packs/findings.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { knownOwnershipStatuses, openBusinessVerificationStatuses } from '#rules/lifecycles/checks.ts';
import type {
  BusinessVerificationsTable,
  RegistryExtractsTable,
} from '../../../kernel/database/tables/business-verification-tables.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { everyStamp, recordStore } from '../../../kernel/records/record-store.ts';
import {
  hasBusinessProof,
  identityChangedSince,
  identityEvidenceUntil,
  isOfIdentity,
  isOfPresentType,
} from '../../../records/clients/identity-evidence-store.ts';

/** A verification with the names of the members who started and decided it. */
export type VerificationRow = Selectable<BusinessVerificationsTable> & {
  created_by_name: string;
  updated_by_name: string;
  decided_by_name: string | null;
  /** The membership that the person who started it has today. */
  creator_present_id: string;
};

export type ExtractRow = Selectable<RegistryExtractsTable> & { is_kept: boolean };

function selectVerifications(trx: Trx) {
  return trx
    .selectFrom('business_verifications as v')
    .innerJoin('members as creator', 'creator.id', 'v.created_by')
    .innerJoin('members as updater', 'updater.id', 'v.updated_by')
    .leftJoin('members as decider', 'decider.id', 'v.decided_by')
    .selectAll('v')
    .select([
      'creator.name as created_by_name',
      'updater.name as updated_by_name',
      'decider.name as decided_by_name',
      sql<string>`present_member(v.created_by)`.as('creator_present_id'),
    ]);
}

/** A verification of the transaction's company, or null. */
export async function readVerification(trx: Trx, id: string): Promise<VerificationRow | null> {
  return (await selectVerifications(trx).where('v.id', '=', id).executeTakeFirst()) ?? null;
}

export const verifications = recordStore({
  table: 'business_verifications',
  noun: 'verification',
  read: readVerification,
  stamps: everyStamp,
});

/** The verification, or null, with its row locked until the transaction ends. */
export const lockVerification = verifications.lock;

/** A client's verification in progress, or null. */
export async function readOpenVerification(trx: Trx, clientId: string): Promise<VerificationRow | null> {
  const row = await selectVerifications(trx)
    .where('v.client_id', '=', clientId)
    .where('v.status', 'in', openBusinessVerificationStatuses)
    .executeTakeFirst();
  return row ?? null;
}

export interface VerificationSummaryRow {
  identity_changed_on: CalendarDate | null;
  is_evidenced: boolean;
  id: string;
  status: BusinessVerificationsTable['status'];
  created_at: string;
  extracted_at: string | null;
  unresolved_percent: string | null;
  owner_count: number;
  decision_outcome: 'verified' | 'notVerified' | null;
  decision_reason: string | null;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_at: string | null;
}

/** Verifications of a client, newest first, before an id. */
export function verificationPage(
  trx: Trx,
  clientId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<VerificationSummaryRow[]> {
  let query = trx
    .selectFrom('business_verifications as v')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'v.company_id').onRef('c.id', '=', 'v.client_id'),
    )
    .leftJoin('members as decider', 'decider.id', 'v.decided_by')
    .select([
      identityChangedSince('c', 'business').as('identity_changed_on'),
      sql<boolean>`(v.decision_outcome IS DISTINCT FROM 'verified' OR ${hasBusinessProof('c')})`.as(
        'is_evidenced',
      ),
      'v.id',
      'v.status',
      'v.created_at',
      'v.extracted_at',
      'v.unresolved_percent',
      'v.owner_count',
      'v.decision_outcome',
      'v.decision_reason',
      'v.decided_by',
      'decider.name as decided_by_name',
      'v.decided_at',
    ])
    .where('v.client_id', '=', clientId);
  if (before !== undefined) query = query.where('v.id', '<', before);
  return query.orderBy('v.id', 'desc').limit(limit).execute();
}

/** The type for which a ground recorded of a client ends the search for its owners; see `typeWithoutOwners`. */
export async function readTypeWithoutOwners(
  trx: Trx,
  clientId: string,
  jurisdictions: readonly Jurisdiction[],
): Promise<TypeWithoutOwners> {
  const rows = await trx
    .selectFrom('client_findings')
    .select(['subject', 'content'])
    .where('client_id', '=', clientId)
    .where('subject', 'in', ['ownersDeemed', 'simplified'])
    .execute();
  const content = <Subject extends 'ownersDeemed' | 'simplified'>(subject: Subject) =>
    rows.find((row) => row.subject === subject)?.content as FindingContents[Subject] | undefined;
  return typeWithoutOwners(
    {
      ground: content('ownersDeemed')?.ground ?? null,
      listedClass: content('simplified')?.listedClass ?? null,
    },
    jurisdictions,
  );
}

/** Ownership facts that a client's rules use, from its latest verification with a result; null without one. */
export interface KnownOwnership {
  /** Verified on a register extract or an independent document. */
  isVerified: boolean;
  /** Verified, and traced by evidence or accepted as an exception as far as it is not. */
  isTraced: boolean;
  shares: Record<string, string>;
  entityClientIds: string[];
  /** Beneficial owners by share or control, by this chart and by the last one that was verified: it holds until another is. */
  ownerClientIds: string[];
  hasNominees: boolean;
}

/** The owners by the last chart of the client of a verification `v` that was decided as verified. */
const lastVerifiedOwners: RawBuilder<string[]> =
  sql`coalesce((SELECT w.owner_client_ids FROM business_verifications w
    WHERE w.company_id = v.company_id AND w.client_id = v.client_id AND w.status IN ('verified', 'evidenceExpired')
    ORDER BY w.id DESC LIMIT 1), '{}')`;

/** A client's latest verification that was not cancelled or ended without a result. */
export async function readKnownOwnership(trx: Trx, clientId: string): Promise<KnownOwnership | null> {
  return (await readKnownOwnerships(trx, [clientId])).get(clientId) ?? null;
}

/** The same of each of these clients; omits those without a result. */
export async function readKnownOwnerships(
  trx: Trx,
  clientIds: readonly string[],
): Promise<Map<string, KnownOwnership>> {
  if (clientIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('business_verifications as v')
    .distinctOn('v.client_id')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'v.company_id').onRef('c.id', '=', 'v.client_id'),
    )
    .select([
      'v.client_id',
      'v.status',
      'v.shares',
      'v.entity_client_ids',
      sql<string[]>`v.owner_client_ids || ${lastVerifiedOwners}`.as('owner_client_ids'),
      'v.has_nominees',
      'v.ownership_traced',
      isOfPresentType('c').as('is_of_present_type'),
      sql<boolean>`(${isOfIdentity('c', 'business')} AND ${hasBusinessProof('c')})`.as('counts'),
    ])
    .where('v.client_id', 'in', [...clientIds])
    .where('v.status', 'in', knownOwnershipStatuses)
    .orderBy('v.client_id')
    .orderBy('v.id', 'desc')
    .execute();
  return new Map(
    rows.map((row) => {
      const isVerified = row.status === 'verified' && row.counts;
      const known = {
        isVerified,
        isTraced: isVerified && row.ownership_traced && row.is_of_present_type,
        shares: row.shares,
        entityClientIds: row.entity_client_ids,
        ownerClientIds: row.owner_client_ids,
        hasNominees: row.has_nominees,
      };
      return [row.client_id, known];
    }),
  );
}

/** Updates a locked verification by a job, or as a consequence, and increments its version. */
export async function changeVerification(
  trx: Trx,
  { id, version }: Pick<VerificationRow, 'id' | 'version'>,
  columns: Updateable<BusinessVerificationsTable>,
): Promise<void> {
  await trx
    .updateTable('business_verifications')
    .set({ ...columns, version: version + 1 })
    .where('id', '=', id)
    .execute();
}

/** Writes the lease without incrementing the version. */
export async function writeLease(
  trx: Trx,
  id: string,
  leaseUntil: string | null,
  nextAskAt?: string,
): Promise<void> {
  await trx
    .updateTable('business_verifications')
    .set({ lease_until: leaseUntil, ...(nextAskAt ? { next_ask_at: nextAskAt } : {}) })
    .where('id', '=', id)
    .execute();
}

export async function insertExtract(trx: Trx, extract: Insertable<RegistryExtractsTable>): Promise<void> {
  await trx.insertInto('registry_extracts').values(extract).execute();
}

/** Extracts of a verification by arrival. Few: an expansion is limited. */
export async function readExtracts(trx: Trx, verificationId: string): Promise<ExtractRow[]> {
  return trx
    .selectFrom('registry_extracts as e')
    .leftJoin('documents as d', (join) =>
      join.onRef('d.company_id', '=', 'e.company_id').onRef('d.id', '=', 'e.document_id'),
    )
    .selectAll('e')
    .select(sql<boolean>`d.purged_at IS NULL`.as('is_kept'))
    .where('e.verification_id', '=', verificationId)
    .orderBy('e.id')
    .execute();
}

export interface ClientStatusRow {
  id: string;
  name: string;
  isDraft: boolean;
  /** Last day on which the client's identity evidence is valid; null without a current verification. */
  identityVerifiedUntil: string | null;
}

/** Current status of the clients linked to a tree. */
export async function readSummaries(trx: Trx, ids: readonly string[]): Promise<ClientStatusRow[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('clients as c')
    .select(['c.id', 'c.display_name', 'c.status', identityEvidenceUntil('c').as('identity_verified_until')])
    .where('c.id', 'in', [...new Set(ids)])
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.display_name,
    isDraft: row.status === 'draft',
    identityVerifiedUntil: row.identity_verified_until,
  }));
}

/** Clients with one of these numbers. */
export async function clientsByNumbers(
  trx: Trx,
  numbers: { nzbn: string[]; acn: string[]; abn: string[] },
): Promise<{ id: string; nzbn: string | null; acn: string | null; abn: string | null }[]> {
  const { nzbn, acn, abn } = numbers;
  if (nzbn.length + acn.length + abn.length === 0) return [];
  const { rows } = await sql<{ id: string; nzbn: string | null; acn: string | null; abn: string | null }>`
    SELECT id, nzbn, acn, abn FROM clients WHERE status <> 'merged' AND nzbn = ANY (${nzbn}::text[])
    UNION SELECT id, nzbn, acn, abn FROM clients WHERE status <> 'merged' AND acn = ANY (${acn}::text[])
    UNION SELECT id, nzbn, acn, abn FROM clients WHERE status <> 'merged' AND abn = ANY (${abn}::text[])`.execute(
    trx,
  );
  return rows;
}

/** Clients with exactly one of these sort names; a few for each. */
export async function clientsByName(
  trx: Trx,
  sortNames: readonly string[],
): Promise<{ id: string; name: string; sortName: string }[]> {
  if (sortNames.length === 0) return [];
  const rows = await trx
    .selectFrom('clients')
    .select(['id', 'display_name', 'sort_name'])
    .where('sort_name', 'in', [...new Set(sortNames)])
    .where('status', '!=', 'merged')
    .orderBy('sort_name')
    .orderBy('id')
    .limit(100)
    .execute();
  return rows.map((row) => ({ id: row.id, name: row.display_name, sortName: row.sort_name }));
}

/** Countries whose law applies to the transaction's company, for work without a caller. */
export async function readLaws(
  trx: Trx,
  companyId: string,
): Promise<{ regulatedIn: ('AUS' | 'NZL')[]; billing: string }> {
  const row = await trx
    .selectFrom('companies')
    .select(['regulated_in', 'billing_country_code'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  return { regulatedIn: row.regulated_in as ('AUS' | 'NZL')[], billing: row.billing_country_code };
}

/** Orders of all companies with a step due, longest overdue first; reads with the permissions of jobs. */
export async function dueOrders(
  trx: Trx,
  { now, limit }: { now: string; limit: number },
): Promise<{ companyId: string; id: string }[]> {
  const rows = await trx
    .selectFrom('business_verifications')
    .select(['company_id', 'id'])
    .where('next_ask_at', '<=', now)
    .orderBy('next_ask_at')
    .limit(limit)
    .execute();
  return rows.map(({ company_id, id }) => ({ companyId: company_id, id }));
}
