import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Diligence } from '#contract/cdd/cdd.ts';
import { canonicalJson } from '#rules/canonical-json.ts';
import { type BasisFacts, type BasisLine, basisLines } from '#rules/cdd-rule-packs/decision-basis.ts';
import type { AssessedClient } from '#rules/cdd-rule-packs/engine.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { RegulatedCompany } from '#rules/dates/commencement.ts';
import { currentClientStatuses } from '#rules/lifecycles/clients.ts';
import { literals } from '../../kernel/database/literals.ts';
import type { DecidedItem } from '../../kernel/database/tables/due-diligence-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { countsAsIdentity } from '../../records/clients/identity-evidence-store.ts';
import { readUnmetVerifications } from '../individual-verifications/record/at-present-risk.ts';
import { type GapCompany, isInitialCddWaived } from './evidence-gaps-store.ts';

type NewestEvidence = Pick<BasisFacts, 'identity' | 'screening' | 'assessment'>;

/** A client, and the company and day by which its evidence is judged. */
interface Judged {
  client: { id: string };
  company: RegulatedCompany;
  on: CalendarDate;
}

/**
 * The newest evidence of each kind on a client's record that counts.
 * @param timeZone the company's, which determines the days.
 */
async function readNewestEvidence(
  trx: Trx,
  { client: { id: clientId }, company, on }: Judged,
  timeZone: string,
): Promise<NewestEvidence> {
  const unmet = [...(await readUnmetVerifications(trx, { company, on }, clientId)).keys()];
  const isUnexpired = sql`(v.evidence_expires_on IS NULL OR v.evidence_expires_on >= ${on}::date)`;
  const day = (instant: string) => sql`to_char(${sql.ref(instant)} AT TIME ZONE ${timeZone}, 'YYYY-MM-DD')`;
  const { rows } = await sql<NewestEvidence>`
    SELECT (
        SELECT json_build_object('id', v.id, 'method', v.method, 'on', v.day, 'by', coalesce(m.name, ''))
          FROM (SELECT id, method, decided_by, decided_at, ${day('decided_at')} AS day
                  FROM individual_verifications v WHERE v.client_id = c.id AND ${countsAsIdentity('c', 'individual')}
                   AND ${isUnexpired} AND v.id <> ALL (${unmet}::uuid[])
                UNION ALL
                SELECT id, NULL, decided_by, decided_at, ${day('decided_at')}
                  FROM business_verifications v WHERE v.client_id = c.id AND ${countsAsIdentity('c', 'business')}
                   AND ${isUnexpired}) AS v
          LEFT JOIN members m ON m.id = v.decided_by
         ORDER BY v.decided_at DESC NULLS LAST LIMIT 1) AS identity,
      (
        SELECT json_build_object('id', s.id, 'on', ${day('s.at')}, 'isClear', s.status = 'noMatch',
                 'lists', (SELECT coalesce(json_agg(l ->> 'name'), '[]')
                             FROM jsonb_array_elements(coalesce(s.lists, r.lists, '[]')) AS l))
          FROM screenings s LEFT JOIN monitoring_runs r ON r.company_id = s.company_id AND r.id = s.run_id
         WHERE s.client_id = ${clientId}::uuid AND s.status IN ('noMatch', 'resolved')
         ORDER BY s.id DESC LIMIT 1) AS screening,
      (
        SELECT json_build_object('id', a.id, 'level', a.final_level, 'on', ${day('a.approved_at')}, 'by', coalesce(m.name, ''))
          FROM risk_assessments a LEFT JOIN members m ON m.id = a.approved_by
         WHERE a.resource_type = 'clients' AND a.resource_id = ${clientId}::uuid AND a.status = 'approved'
         ORDER BY a.id DESC LIMIT 1) AS assessment
      FROM clients c WHERE c.id = ${clientId}::uuid`.execute(trx);
  return rows[0] ?? { identity: null, screening: null, assessment: null };
}

/** The evidence that an approval of a client would rely on now. `known`: evidence already read by the caller. */
export async function readBasis(
  trx: Trx,
  judged: Judged,
  timeZone: string,
  known: Pick<BasisFacts, 'pepStatus' | 'pepBasis' | 'parties'>,
): Promise<BasisLine[]> {
  return basisLines({ ...(await readNewestEvidence(trx, judged, timeZone)), ...known });
}

/**
 * Whether a client being approved was verified or onboarded before, without an approval or an exception: according to its periods, which
 * are written at COMMIT and so do not include this approval yet.
 */
const closesGap = (clientId: string, company: GapCompany) => sql<boolean>`(
  SELECT c.cdd_decided_at IS NULL AND EXISTS (
           SELECT FROM client_periods p
            WHERE p.company_id = c.company_id AND p.client_id = c.id
              AND (p.kind = 'cddStatus' AND p.value = 'verified'
                OR p.kind = 'status' AND p.value IN ${literals(currentClientStatuses)} AND NOT ${isInitialCddWaived(company)}))
    FROM clients c WHERE c.id = ${clientId}::uuid)`;

/** Inserts a decision with its whole basis, before the client is marked as decided. */
export async function insertDecision(
  trx: Trx,
  decision: {
    company: GapCompany & { id: string };
    id: string;
    clientId: string;
    at: string;
    by: string;
    assessed: AssessedClient;
    basis: readonly BasisLine[];
    note: string | null;
    decidedByOne: boolean;
  },
): Promise<void> {
  const { assessed } = decision;
  const items = assessed.items.map(
    ({ code, text, provision, settled }): DecidedItem => ({ code, text, provision, satisfied: settled }),
  );
  await trx
    .insertInto('cdd_decisions')
    .values({
      company_id: decision.company.id,
      id: decision.id,
      client_id: decision.clientId,
      decided_at: decision.at,
      decided_by: decision.by,
      cdd_level: assessed.level,
      packs: assessed.packs.map(({ version }) => version),
      items: JSON.stringify(items),
      items_digest: createHash('sha256').update(canonicalJson(items)).digest('hex'),
      basis: JSON.stringify(decision.basis),
      note: decision.note,
      decided_by_one: decision.decidedByOne,
      closes_gap: closesGap(decision.clientId, decision.company),
    })
    .execute();
}

/**
 * A decision on a client's CDD, with each requirement as at the decision. The digest is that of the requirements' canonical
 * JSON.
 */
export type SavedDecision = NonNullable<Diligence['decision']> & { items: DecidedItem[] };

/** Every decision on a client, newest first. */
export function readDecisions(trx: Trx, clientId: string): Promise<SavedDecision[]> {
  return trx
    .selectFrom('cdd_decisions as d')
    .innerJoin('members as m', 'm.id', 'd.decided_by')
    .select([
      'd.id',
      'd.decided_at as at',
      'm.name as by',
      'd.cdd_level as cddLevel',
      'd.packs',
      'd.items_digest as itemsDigest',
      'd.basis',
      'd.note',
      'd.decided_by_one as decidedByOne',
      'd.items',
    ])
    .where('d.client_id', '=', clientId)
    .orderBy('d.id', 'desc')
    .execute();
}

/** The latest decision on a client as JSON, for a statement that reads the client as `c`. */
export const latestDecision = sql<Diligence['decision']>`(
  SELECT json_build_object('id', d.id, 'at', to_char(d.decided_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'by', m.name, 'cddLevel', d.cdd_level, 'packs', d.packs, 'itemsDigest', d.items_digest,
           'basis', d.basis, 'note', d.note, 'decidedByOne', d.decided_by_one)
    FROM cdd_decisions d JOIN members m ON m.id = d.decided_by
   WHERE d.company_id = c.company_id AND d.client_id = c.id
   ORDER BY d.id DESC LIMIT 1)`;
