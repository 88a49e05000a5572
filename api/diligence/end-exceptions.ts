import { type Kysely, sql } from 'kysely';
import { cddStatusLabels } from '#rules/client-types.ts';
import { companyDay } from '#rules/company-day.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { asJobs, asTenant } from '../database/tenancy.ts';

/** Clients of one transaction: on the embedded database everyone waits for it. */
const clientsPerBatch = 100;

const jobName = 'end-cdd-exceptions';

async function endBatch(
  db: Kysely<Schema>,
  deps: { now: () => Date },
  company: { id: string; time_zone: string },
): Promise<number> {
  const now = deps.now();
  return asTenant(db, company.id, async (trx) => {
    const ended = await trx
      .selectFrom('clients')
      .select(['id', 'cdd_exception_ends_on'])
      .where('cdd_status', '=', 'exceptionApproved')
      .where('cdd_exception_ends_on', '<', companyDay(now, company.time_zone))
      .orderBy('id')
      .limit(clientsPerBatch)
      .forUpdate()
      .execute();
    if (ended.length === 0) return 0;
    await trx
      .updateTable('clients')
      .set({
        cdd_status: 'refreshDue',
        cdd_exception_reason: null,
        cdd_exception_ends_on: null,
        cdd_exception_by: null,
        version: sql`version + 1`,
      })
      .where(
        'id',
        'in',
        ended.map(({ id }) => id),
      )
      .execute();
    for (const { id, cdd_exception_ends_on } of ended) {
      await recordEvent(trx, deps, {
        companyId: company.id,
        actor: { type: 'system', id: jobName, role: 'job' },
        action: 'client.cddStatusChanged',
        resourceType: 'client',
        resourceId: id,
        detail: {
          changes: changesBetween(
            { cddStatus: cddStatusLabels.exceptionApproved, exceptionEndsOn: cdd_exception_ends_on },
            { cddStatus: cddStatusLabels.refreshDue },
          ),
        },
        requestId: jobName,
      });
    }
    return ended.length;
  });
}

/**
 * Makes due diligence due again wherever an exception's last day has passed where the company is: the move that the lifecycle
 * leaves to a date. Running it twice ends nothing twice.
 *
 * @returns how many exceptions ended.
 */
export async function endExceptions(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ ended: number }> {
  const companies = await asJobs(db, (trx) =>
    trx.selectFrom('companies').select(['id', 'time_zone']).execute(),
  );
  let ended = 0;
  for (const company of companies) {
    for (;;) {
      const count = await endBatch(db, deps, company);
      ended += count;
      if (count < clientsPerBatch) break;
    }
  }
  return { ended };
}
