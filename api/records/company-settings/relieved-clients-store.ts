import { sql } from 'kysely';
import type { NewRelief } from '#rules/cdd-rule-packs/commencement.ts';
import type { CddStatus } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { endedClientStatuses } from '#rules/lifecycles/clients.ts';
import { literals } from '../../kernel/database/literals.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { isWaivedBefore } from '../clients/source-documents-store.ts';

/** Clients listed of those relieved, by name. */
export const listedRelieved = 50;

export interface RelievedClients {
  total: number;
  /** Of the ids of all of them. */
  digest: string;
  listed: { id: string; name: string; cddStatus: CddStatus; startedOn: CalendarDate }[];
}

/** Clients for which one of the laws waives initial CDD and did not before; clients of the past left out. */
export async function readRelievedClients(trx: Trx, reliefs: readonly NewRelief[]): Promise<RelievedClients> {
  const isRelieved = reliefs.map(
    ({ before, already }) => sql`(${isWaivedBefore('c', before)} AND NOT ${isWaivedBefore('c', already)})`,
  );
  const { rows } = await sql<RelievedClients>`WITH relieved AS MATERIALIZED (
      SELECT c.id, c.display_name AS name, c.sort_name, c.cdd_status AS "cddStatus", c.relationship_started_on AS "startedOn"
        FROM clients c
       WHERE c.pre_commencement AND c.status NOT IN ${literals(endedClientStatuses)} AND (${sql.join(isRelieved, sql` OR `)}))
    SELECT (SELECT count(*)::int FROM relieved) AS total,
           (SELECT coalesce(md5(string_agg(id::text, ',' ORDER BY id)), '') FROM relieved) AS digest,
           (SELECT coalesce(jsonb_agg(to_jsonb(l) - 'sort_name' ORDER BY l.sort_name, l.id), '[]')
              FROM (SELECT * FROM relieved ORDER BY sort_name, id LIMIT ${listedRelieved}) l) AS listed`.execute(
    trx,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('Reading relieved clients returned no row.');
  return row;
}
