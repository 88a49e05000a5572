import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { noEvidenceEnd } from '#rules/identity-verification/evidence-expiry.ts';
import { independentTypes, provenClientTypes } from '#rules/ownership/business-evidence.ts';
import type { Policies } from '#rules/policies.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { lockClients } from './record/store.ts';

/**
 * Whether a verification `v` is about the client as it is on record now: of its kind, and decided after its name, birth date or number last
 * changed. `client`: the alias of the clients table; `kind`: of the table of `v`.
 */
export function isOfIdentity(client: string, kind: 'individual' | 'business'): RawBuilder<boolean> {
  const changedAt = sql.ref(`${client}.identified_as_changed_at`);
  return sql<boolean>`(${sql.ref(`${client}.kind`)} = ${kind} AND (${changedAt} IS NULL OR v.decided_at > ${changedAt}))`;
}

/** Whether a document type of an alias `i` is independent of the client and proves its existence, as in rules/ownership/business-evidence.ts. */
function isIndependentOf(client: string): RawBuilder<boolean> {
  const kinds = independentTypes.map((type) => {
    const clientTypes = provenClientTypes(type);
    if (clientTypes === 'all') return sql`i.document_type = ${sql.lit(type)}`;
    return sql`(i.document_type = ${sql.lit(type)} AND ${sql.ref(`${client}.client_type`)} IN (${sql.join(clientTypes.map((clientType) => sql.lit(clientType)))}))`;
  });
  return sql<boolean>`(${sql.join(kinds, sql` OR `)})`;
}

/**
 * Whether a verification `v` of a business holds what proves it: a register extract of the client itself, or an accepted document that is
 * independent of it. Read from what is stored, whatever the decision says. NZ s16(1)(a), reg 11; AU s28(3)(c), (d).
 */
export function hasBusinessProof(client: string): RawBuilder<boolean> {
  return sql<boolean>`(EXISTS (
      SELECT FROM registry_extracts x
       WHERE x.company_id = v.company_id AND x.verification_id = v.id AND x.node_id = v.graph ->> 'rootId')
    OR EXISTS (
      SELECT FROM verification_evidence e
        JOIN document_request_items i ON i.company_id = e.company_id AND i.id = e.item_id
       WHERE e.company_id = v.company_id AND e.business_verification_id = v.id AND e.withdrawn_at IS NULL
         AND ${isIndependentOf(client)}))`;
}

/** The company's day on which what a client is identified by last changed after it was verified; null where it never did. */
export function identityChangedOn(client: string): RawBuilder<CalendarDate | null> {
  return sql<CalendarDate | null>`to_char(${sql.ref(`${client}.identified_as_changed_at`)} AT TIME ZONE
    (SELECT o.time_zone FROM companies o WHERE o.id = ${sql.ref(`${client}.company_id`)}), 'YYYY-MM-DD')`;
}

/**
 * The company's day of the change of identity since which a verification `v`, decided as verified before it, does not count; null where it
 * counts, or was not verified.
 */
export function identityChangedSince(
  client: string,
  kind: 'individual' | 'business',
): RawBuilder<CalendarDate | null> {
  return sql<CalendarDate | null>`CASE WHEN v.status = 'verified' AND NOT ${isOfIdentity(client, kind)}
    THEN ${identityChangedOn(client)} END`;
}

/**
 * The last day on which evidence of a client's identity counts, by verifications alone: those of the client's kind that a person decided
 * as verified since the identity last changed, exceptions only once approved, businesses only with a register extract or independent document. `noEvidenceEnd` where one has no end, null where there is none. `client`: the alias of the
 * clients table. What it says of a day is `evidenceCounts` of rules/identity-verification/evidence-expiry.ts.
 */
export function identityEvidenceUntil(client: string): RawBuilder<string | null> {
  const [companyId, id] = [sql.ref(`${client}.company_id`), sql.ref(`${client}.id`)];
  return sql<
    string | null
  >`(SELECT max(coalesce(to_char(e.evidence_expires_on, 'YYYY-MM-DD'), ${noEvidenceEnd}))
    FROM (SELECT v.evidence_expires_on FROM individual_verifications v
           WHERE v.company_id = ${companyId} AND v.client_id = ${id} AND v.status = 'verified'
             AND (v.method <> 'exception' OR v.exception_approved_at IS NOT NULL)
             AND ${isOfIdentity(client, 'individual')}
           UNION ALL
          SELECT v.evidence_expires_on FROM business_verifications v
           WHERE v.company_id = ${companyId} AND v.client_id = ${id} AND v.status = 'verified'
             AND ${isOfIdentity(client, 'business')} AND ${hasBusinessProof(client)}) AS e)`;
}

/** Whether a client's ownership and control structure is traced by a verification that counts. `client`: the alias of the clients table. */
export function isStructureTraced(client: string): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM business_verifications v
     WHERE v.company_id = ${sql.ref(`${client}.company_id`)} AND v.client_id = ${sql.ref(`${client}.id`)}
       AND v.status = 'verified' AND v.ownership_traced
       AND ${isOfIdentity(client, 'business')} AND ${hasBusinessProof(client)})`;
}

/**
 * What was checked of a client: whether a verification stands, and whether anything was verified, screened or assessed at all; with the
 * company's policy on a second person.
 */
export async function readChecked(
  trx: Transaction<Schema>,
  clientId: string,
): Promise<{ isVerified: boolean; wasChecked: boolean; fourEyes: Policies['fourEyes'] }> {
  const row = await trx
    .selectFrom('clients as c')
    .select([
      sql<boolean>`${identityEvidenceUntil('c')} IS NOT NULL`.as('isVerified'),
      sql<boolean>`(c.sanctions_status <> 'notChecked'
        OR EXISTS (SELECT FROM individual_verifications v WHERE v.company_id = c.company_id AND v.client_id = c.id)
        OR EXISTS (SELECT FROM business_verifications v WHERE v.company_id = c.company_id AND v.client_id = c.id)
        OR EXISTS (SELECT FROM screenings s WHERE s.company_id = c.company_id AND s.client_id = c.id AND s.status <> 'error')
        OR EXISTS (SELECT FROM risk_assessments a WHERE a.company_id = c.company_id AND a.resource_type = 'clients'
                      AND a.resource_id = c.id))`.as('wasChecked'),
      sql<
        Policies['fourEyes']
      >`(SELECT o.policy ->> 'fourEyes' FROM companies o WHERE o.id = c.company_id)`.as('fourEyes'),
    ])
    .where('c.id', '=', clientId)
    .executeTakeFirstOrThrow();
  return row;
}

/** A verification whose evidence has expired. */
interface ExpiredEvidence {
  id: string;
  version: number;
  client_id: string;
  evidence_expires_on: CalendarDate | null;
}

/** Verifications of a kind with expired evidence, locked after their clients until the transaction ends. */
export async function lockExpiredEvidence(
  trx: Transaction<Schema>,
  table: 'individual_verifications' | 'business_verifications',
  { today, limit }: { today: CalendarDate; limit: number },
): Promise<ExpiredEvidence[]> {
  const expired = trx
    .selectFrom(table)
    .select(['id', 'version', 'client_id', 'evidence_expires_on'])
    .where('status', '=', 'verified')
    .where('evidence_expires_on', '<', today)
    .where('client_id', 'not in', trx.selectFrom('clients').select('id').where('status', '=', 'merged'))
    .orderBy('id');
  const seen = await expired.limit(limit).execute();
  if (seen.length === 0) return [];
  await lockClients(
    trx,
    seen.map(({ client_id }) => client_id),
  );
  const ids = seen.map(({ id }) => id);
  return expired.where('id', 'in', ids).forUpdate().execute();
}
