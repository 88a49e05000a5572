import { type RawBuilder, sql } from 'kysely';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { noEvidenceEnd } from '#rules/identity-verification/evidence-expiry.ts';
import { independentTypes, provenClientTypes } from '#rules/ownership/business-evidence.ts';
import type { Policies } from '#rules/policies.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
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
 * Whether a decision on a verification `v` of an individual needs an approved exception and has none: under the method of exceptions, and under
 * every other if it contradicts the findings. AU Rules 6-10; NZ IVCOP.
 */
const lacksException = sql<boolean>`((v.method = 'exception' OR v.opposes_findings) AND v.exception_approved_at IS NULL)`;

/** Whether a verification `v` of an individual was decided as verified without the exception that it needs, so that it does not count. */
export const isExceptionMissing = sql<boolean>`(v.status = 'verified' AND ${lacksException})`;

/**
 * Whether a verification `v` counts as evidence of the client's identity, until it expires: decided as verified since the identity last changed,
 * against its rule only with an approved exception, one of a business only with a register extract or independent document.
 */
export function countsAsIdentity(client: string, kind: 'individual' | 'business'): RawBuilder<boolean> {
  const proof = kind === 'business' ? hasBusinessProof(client) : sql`NOT ${lacksException}`;
  return sql<boolean>`(v.status = 'verified' AND ${isOfIdentity(client, kind)} AND ${proof})`;
}

/**
 * The last day on which evidence of a client's identity counts, by the verifications of its kind that count. `noEvidenceEnd` where one has no
 * end, null where there is none. `client`: the alias of the clients table. What it says of a day is `evidenceCounts` of rules/identity-verification/evidence-expiry.ts.
 */
export function identityEvidenceUntil(client: string): RawBuilder<string | null> {
  const [companyId, id] = [sql.ref(`${client}.company_id`), sql.ref(`${client}.id`)];
  return sql<
    string | null
  >`(SELECT max(coalesce(to_char(e.evidence_expires_on, 'YYYY-MM-DD'), ${noEvidenceEnd}))
    FROM (SELECT v.evidence_expires_on FROM individual_verifications v
           WHERE v.company_id = ${companyId} AND v.client_id = ${id} AND ${countsAsIdentity(client, 'individual')}
           UNION ALL
          SELECT v.evidence_expires_on FROM business_verifications v
           WHERE v.company_id = ${companyId} AND v.client_id = ${id} AND ${countsAsIdentity(client, 'business')}) AS e)`;
}

/**
 * Whether the chart of a verification `v` is of the client's present type: that of a listed issuer or government body which has become something
 * else may have traced no owners. `client`: the alias of the clients table.
 */
export function isOfPresentType(client: string): RawBuilder<boolean> {
  return sql<boolean>`(NOT jsonb_path_exists(v.graph,
    '$.nodes[*] ? (@.id == $root && (@.kind == "listedIssuer" || @.kind == "government") && @.kind != $type)',
    jsonb_build_object('root', v.graph -> 'rootId', 'type', ${sql.ref(`${client}.client_type`)})))`;
}

/** Whether a client's ownership and control structure is traced by a verification that counts. `client`: the alias of the clients table. */
export function isStructureTraced(client: string): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT FROM business_verifications v
     WHERE v.company_id = ${sql.ref(`${client}.company_id`)} AND v.client_id = ${sql.ref(`${client}.id`)}
       AND v.status = 'verified' AND v.ownership_traced AND ${isOfPresentType(client)}
       AND ${isOfIdentity(client, 'business')} AND ${hasBusinessProof(client)})`;
}

/**
 * What was checked of a client: whether a verification stands, and whether anything was verified, screened or assessed at all; with the
 * company's policy on a second person.
 */
export async function readChecked(
  trx: Trx,
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

/** Parts of a name, by their fields in the audit log. */
const nameParts = {
  'individual.givenNames': 'givenNames',
  'individual.middleNames': 'middleNames',
  'individual.familyName': 'familyName',
  'business.legalName': 'legalName',
} as const;

type NameChanges = Partial<Record<keyof typeof nameParts, { before: string | null }>>;

/** Parts of a name as they were verified; those that did not change since are absent. */
export type VerifiedNameParts = Partial<Record<(typeof nameParts)[keyof typeof nameParts], string | null>>;

/**
 * The parts of a client's name that changed since the first decision on evidence of its identity that counts, as they were then. Read from the audit
 * log, which holds them for decisions of every age, also of records merged into the client.
 */
export async function readVerifiedNameParts(trx: Trx, clientId: string): Promise<VerifiedNameParts> {
  const { rows } = await sql<{ changes: NameChanges }>`
    WITH RECURSIVE merged AS (
      SELECT c.id, c.company_id FROM clients c WHERE c.id = ${clientId}
       UNION
      SELECT m.id, m.company_id FROM clients m JOIN merged o ON m.company_id = o.company_id AND m.merged_into_id = o.id)
    SELECT d.detail::jsonb -> 'changes' AS changes
      FROM merged m
      JOIN audit_events e ON e.chain = m.company_id::text AND e.resource_type = 'client' AND e.resource_id = m.id::text
                         AND e.action = 'client.updated'
      JOIN audit_details d ON d.id = e.detail_id
     WHERE jsonb_exists_any(d.detail::jsonb -> 'changes', ${Object.keys(nameParts)}::text[])
       AND e.at >= (
         SELECT min(v.decided_at) FROM (
           SELECT v.decided_at FROM clients c JOIN individual_verifications v ON v.company_id = c.company_id AND v.client_id = c.id
            WHERE c.id = ${clientId} AND ${countsAsIdentity('c', 'individual')}
            UNION ALL
           SELECT v.decided_at FROM clients c JOIN business_verifications v ON v.company_id = c.company_id AND v.client_id = c.id
            WHERE c.id = ${clientId} AND ${countsAsIdentity('c', 'business')}) AS v)
     ORDER BY e.seq`.execute(trx);
  const verified: VerifiedNameParts = {};
  for (const { changes } of rows) {
    for (const field of Object.keys(nameParts) as (keyof typeof nameParts)[]) {
      const [change, part] = [changes[field], nameParts[field]];
      if (change !== undefined && !(part in verified)) verified[part] = change.before;
    }
  }
  return verified;
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
  trx: Trx,
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
