import { type RawBuilder, sql } from 'kysely';
import type { MonitoringCheck } from '#rules/monitoring/worklist-settings.ts';

/** As with screening: a party of a party of a client counts as well, up to so many steps. */
const mostSteps = 6;

/**
 * Whether a check that looks at no list (documents that expire, registers) concerns a client, as a condition of a query.
 *
 * Somebody who is enrolled, or belongs to somebody who is, is looked at where one of those worklists has the check and the enrolment is not
 * paused. Whom no worklist knows is looked at: what a client was verified by counts on the strength of these checks, and nobody has
 * decided otherwise. Source: domain 2, Worklist; decision 032.
 *
 * @param client the columns `company_id` and `id` of the client, e.g. `{ companyId: sql.ref('c.company_id'), id: sql.ref('c.id') }`.
 */
export function concernedBy(
  check: Extract<MonitoringCheck, 'idExpiry' | 'registry'>,
  client: { companyId: RawBuilder<unknown>; id: RawBuilder<unknown> },
): RawBuilder<boolean> {
  return sql<boolean>`coalesce((
    WITH RECURSIVE above (client_id, step) AS (
      SELECT ${client.id}, 0
      UNION
      SELECT p.client_id, above.step + 1
        FROM above JOIN client_parties p
          ON p.company_id = ${client.companyId} AND p.party_client_id = above.client_id AND p.valid_to IS NULL
       WHERE above.step < ${mostSteps}
    )
    SELECT bool_or(e.status = 'active' AND ${check} = ANY (w.checks))
      FROM above
      JOIN monitoring_enrolments e
        ON e.company_id = ${client.companyId} AND e.client_id = above.client_id AND e.status <> 'ended'
      JOIN worklists w ON w.company_id = e.company_id AND w.id = e.worklist_id), true)`;
}
