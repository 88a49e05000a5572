import type { Kysely } from 'kysely';
import { companyDay } from '#rules/dates/company-day.ts';
import { inWork, jobActor } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { listTimeZones } from '../../records/company-settings/store.ts';
import { lockFormerPeps } from './store.ts';
import { writeCddLevel } from './sync-cdd-level.ts';

/** Clients of one transaction: on the embedded database everyone waits for it. */
const clientsPerBatch = 50;

const jobName = 'sync-former-peps';

const nilUuid = '00000000-0000-0000-0000-000000000000';

interface Batch {
  /** Id of the last client processed; null if none is left. */
  last: string | null;
  changed: number;
}

function syncBatch(
  deps: { db: Kysely<Schema>; now: () => Date },
  company: { id: string; timeZone: string },
  after: string,
): Promise<Batch> {
  return inWork(deps, jobActor(company.id, jobName), async (work) => {
    const on = companyDay(work.time(), company.timeZone);
    const ids = await lockFormerPeps(work.trx, { on, after, limit: clientsPerBatch });
    let changed = 0;
    for (const id of ids) {
      const { events } = await writeCddLevel(work, id);
      work.record(...events);
      if (events.length > 0) changed += 1;
    }
    return { last: ids.length < clientsPerBatch ? null : (ids.at(-1) ?? null), changed };
  });
}

/**
 * Updates the CDD level of clients from the day on which a PEP's former office no longer counts: only time passes, so no command would
 * update it. Catches up on missed days. Idempotent. NZ s5.
 * @returns the number of clients whose level changed.
 */
export async function syncFormerPeps(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ changed: number }> {
  const companies = await asJobs(db, listTimeZones);
  let changed = 0;
  for (const company of companies) {
    for (let after: string | null = nilUuid; after !== null; ) {
      const batch: Batch = await syncBatch({ db, ...deps }, company, after);
      changed += batch.changed;
      after = batch.last;
    }
  }
  return { changed };
}
