import { type Kysely, sql, type Transaction } from 'kysely';
import { recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import { insertEnrolments } from '../worklists/enrolment-store.ts';
import { byJob } from './by-job.ts';

type Trx = Transaction<Schema>;

/** Clients of one transaction. */
const perBatch = 200;

/** Clients that the company deals with and that nothing has ever watched; whom somebody has ended it for is left alone. */
async function neverEnrolled(trx: Trx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT c.id FROM clients c
     WHERE c.status IN ('onboarding', 'active', 'dormant')
       AND NOT EXISTS (SELECT FROM monitoring_enrolments e WHERE e.company_id = c.company_id AND e.client_id = c.id)
     ORDER BY c.id LIMIT ${perBatch} FOR UPDATE OF c SKIP LOCKED`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Enrols clients in the company's default worklist once they are being taken on. @returns how many. */
export async function enrolNewClients(
  deps: { db: Kysely<Schema>; now: () => Date },
  companyId: string,
): Promise<number> {
  let enrolled = 0;
  for (;;) {
    const count = await asTenant(deps.db, companyId, async (trx) => {
      const company = await trx
        .selectFrom('companies as o')
        .innerJoin('worklists as w', (join) =>
          join.onRef('w.company_id', '=', 'o.id').onRef('w.id', '=', 'o.default_worklist_id'),
        )
        .select(['w.id', 'w.name'])
        .where('o.id', '=', companyId)
        .where('w.archived_at', 'is', null)
        .executeTakeFirst();
      if (company === undefined) return 0;
      const clientIds = await neverEnrolled(trx);
      if (clientIds.length === 0) return 0;
      const by = byJob(companyId, 'enrol-new-clients');
      await insertEnrolments(trx, {
        companyId,
        worklistId: company.id,
        clientIds,
        at: deps.now(),
        by: 'system',
      });
      await recordEvent(trx, deps, {
        ...by,
        action: 'worklist.clientsEnrolled',
        resourceType: 'worklist',
        resourceId: String(company.id),
        detail: { worklist: company.name, clients: clientIds },
      });
      return clientIds.length;
    });
    enrolled += count;
    if (count < perBatch) return enrolled;
  }
}
