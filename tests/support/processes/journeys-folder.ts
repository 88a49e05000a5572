import { checkLawChanges } from '#api/checks/law-changes/check-job.ts';
import type { Database } from '#api/kernel/database/pool.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { demoCompanyId } from '#demo/demo-company.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import { insertLawChange } from '../api/law-changes.ts';
import { approvedBeforeEvidence } from '../browser/approved-before-evidence.ts';
import { overdueReviews } from '../browser/overdue-reviews.ts';
import { testDay } from '../clock/test-day.ts';
import type { TestDatabase } from '../database/database.ts';
import { demoFolder, openDataFolder } from './demo-folder.ts';
import { freePort } from './processes.ts';

/** Takes the decision on CDD off the record of clients with all evidence. @returns their ids */
function withoutDecision({ db }: Database): Promise<string[]> {
  return asTenant(db, demoCompanyId, async (trx) => {
    const clients = await trx
      .selectFrom('clients')
      .select('id')
      .where('status', '=', 'active')
      .where('cdd_status', '=', 'verified')
      .where('risk_level', '=', 'low')
      .where('kind', '=', 'individual')
      .where('display_name', 'in', Object.values(approvedBeforeEvidence))
      .orderBy('id', 'desc')
      .execute();
    const ids = clients.map(({ id }) => id);
    await trx.updateTable('clients').set({ cdd_decided_at: null }).where('id', 'in', ids).execute();
    return ids;
  });
}

/** Sets reviews of clients to the day before the journeys. */
function withOverdueReviews({ db }: Database): Promise<void> {
  return asTenant(db, demoCompanyId, async (trx) => {
    const names = Object.values(overdueReviews).map(({ name }) => name);
    await trx
      .updateTable('reviews')
      .set({ due_on: addDays(testDay(), -1) })
      .where('status', '=', 'scheduled')
      .where('client_id', 'in', trx.selectFrom('clients').select('id').where('display_name', 'in', names))
      .execute();
  });
}

/**
 * The demo's data folder with what a company of its age has besides: lists of clients affected by law changes, made by the job as if it had last run before
 * them, clients verified before approvals were on record, and reviews that became overdue.
 */
async function journeysFolder(): Promise<string> {
  const folder = await demoFolder('journeys');
  const database = await openDataFolder(folder);
  const asSuperuser: TestDatabase['asSuperuser'] = (text, values) =>
    database.asLogin((client) => client.query(text, values));
  try {
    // The demo's own server may have come to it or not.
    await asSuperuser('DELETE FROM assay.law_checks');
    await checkLawChanges(database.db, { now: () => new Date('2026-05-18T00:00:00Z') });
    await checkLawChanges(database.db, { now: () => new Date() });
    await withOverdueReviews(database);
    const clients = await withoutDecision(database);
    // Made by no release yet: a corrected rule, for the journeys without script.
    await insertLawChange({ asSuperuser }, demoCompanyId, clients[0] ?? '');
  } finally {
    await database.close();
  }
  return folder;
}

/** What the server of the journeys starts with. */
export async function journeysEnv(): Promise<{ DATA_DIR: string; PORT: string }> {
  return { DATA_DIR: await journeysFolder(), PORT: String(await freePort()) };
}
