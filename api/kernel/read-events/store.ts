import { type Kysely, sql } from 'kysely';
import type { Schema, Trx } from '../database/tables/schema.ts';
import { asJobs } from '../database/tenancy.ts';

/** A record that a member opened, as noted in the journal. */
export interface ReadEvent {
  id: string;
  /** ISO instant. */
  at: string;
  companyId: string;
  memberId: string;
  role: string;
  type: string;
  recordId: string;
  sessionId: string | null;
  address: string;
}

/**
 * Inserts noted events of one company; those that exist already have no effect. An event about a client that was destroyed since is
 * dropped.
 */
export async function insertReadEvents(
  trx: Trx,
  companyId: string,
  events: readonly ReadEvent[],
): Promise<void> {
  await sql`
    INSERT INTO read_events (company_id, event_id, at, member_id, member_role, resource_type, resource_id, client_id,
                             session_id, client_address)
    SELECT ${companyId}::uuid, n.id, n.at, n."memberId", n.role, n.type, n."recordId", c.id, n."sessionId", n.address
      FROM json_to_recordset(${JSON.stringify(events)}::json) AS n(
             id uuid, at timestamptz, "memberId" uuid, role text, type text, "recordId" uuid, "sessionId" text, address text)
      LEFT JOIN clients c ON n.type = 'client' AND c.company_id = ${companyId}::uuid AND c.id = n."recordId"
     WHERE n.type <> 'client' OR c.id IS NOT NULL
        ON CONFLICT DO NOTHING`.execute(trx);
}

const rowsPerDelete = 10_000;

/** Years for which it is recorded who opened what. */
const retainedYears = 2;

/** Deletes events older than the retention period, in short transactions. */
export async function purgeReadEvents(
  db: Kysely<Schema>,
  { now }: { now: () => Date },
): Promise<{ deleted: number }> {
  const before = new Date(now());
  before.setUTCFullYear(before.getUTCFullYear() - retainedYears);
  for (let deleted = 0; ; ) {
    const { rows } = await asJobs(db, (trx) =>
      sql<{ one: number }>`
        WITH old AS (SELECT company_id, event_id FROM read_events WHERE at < ${before.toISOString()} LIMIT ${rowsPerDelete})
        DELETE FROM read_events r USING old WHERE r.company_id = old.company_id AND r.event_id = old.event_id
        RETURNING 1 AS one`.execute(trx),
    );
    deleted += rows.length;
    if (rows.length < rowsPerDelete) return { deleted };
  }
}
