import type { Kysely } from 'kysely';
import { cddStatusLabels } from '#rules/clients/client-types.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { inWork, jobActor } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { listTimeZones } from '../../records/company-settings/store.ts';
import { endExceptionsBefore } from './store.ts';

/** Clients of one transaction: on the embedded database everyone waits for it. */
const clientsPerBatch = 100;

const jobName = 'end-cdd-exceptions';

async function endBatch(
  db: Kysely<Schema>,
  { now }: { now: () => Date },
  company: { id: string; timeZone: string },
): Promise<number> {
  return inWork({ db, now }, jobActor(company.id, jobName), async ({ trx, time, record }) => {
    const ended = await endExceptionsBefore(trx, companyDay(time(), company.timeZone), clientsPerBatch);
    record(
      ...ended.map(({ id, endsOn }) => ({
        action: 'client.cddStatusChanged',
        resourceType: 'client',
        resourceId: id,
        detail: {
          changes: changesBetween(
            { cddStatus: cddStatusLabels.exceptionApproved, exceptionEndsOn: endsOn },
            { cddStatus: cddStatusLabels.refreshDue },
          ),
        },
      })),
    );
    return ended.length;
  });
}

/**
 * Makes CDD due again after an exception's last day in the company's time zone: the lifecycle's only transition by date.
 * Idempotent.
 * @returns the number of exceptions ended.
 */
export async function endExceptions(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ ended: number }> {
  const companies = await asJobs(db, listTimeZones);
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
