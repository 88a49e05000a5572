import { checkLawChanges } from '#api/checks/law-changes/check-job.ts';
import type { Database } from '#api/kernel/database/pool.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import { demoCompanyId } from '#demo/demo-company.ts';
import { insertLawChange } from '../api/law-changes.ts';
import { approvedBeforeEvidence } from '../browser/approved-before-evidence.ts';
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

/**
 * The demo's data folder with what a company of its age has besides: lists of clients affected by law changes, made by the job as if it had last run before
 * them, and clients verified before approvals were on record.
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
