import type { Kysely } from 'kysely';
import { describeRecheck } from '#rules/activities/activity-recheck.ts';
import { inWork, jobActor } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { listTimeZones } from '../../records/company-settings/store.ts';
import { recheckEvent } from '../activities/recheck.ts';
import { lockUnrecorded, markRecorded } from './rechecks-store.ts';

/** Activities of one transaction: on the embedded database everyone waits for it. */
const activitiesPerBatch = 200;

/** `job`: the job that this is a step of, which the audit log names as the actor. */
interface RecordDeps {
  now: () => Date;
  job: string;
}

function recordBatch(
  { job, ...deps }: RecordDeps & { db: Kysely<Schema> },
  companyId: string,
): Promise<number> {
  return inWork(deps, jobActor(companyId, job), async ({ trx, record }) => {
    const due = await lockUnrecorded(trx, activitiesPerBatch);
    if (due.length === 0) return 0;
    record(
      ...due.map(({ id, causes }) =>
        recheckEvent(id, { before: [], after: causes, reason: describeRecheck(causes) }),
      ),
    );
    await markRecorded(
      trx,
      due.map(({ id }) => id),
    );
    return due.length;
  });
}

/**
 * Notes in the audit log, by the system, which activities an upgrade made due for a recheck, and why: an upgrade finds them by statements that write
 * no events. Idempotent.
 * @returns the number of activities noted.
 */
export async function recordRechecks(db: Kysely<Schema>, deps: RecordDeps): Promise<{ recorded: number }> {
  const companies = await asJobs(db, listTimeZones);
  let recorded = 0;
  for (const { id } of companies) {
    for (let noted = -1; noted !== 0; recorded += noted) {
      noted = await recordBatch({ db, ...deps }, id);
    }
  }
  return { recorded };
}
