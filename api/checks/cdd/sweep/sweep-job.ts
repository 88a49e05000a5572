import type { Kysely } from 'kysely';
import { companyDay } from '#rules/dates/company-day.ts';
import { inWork, jobActor, type Work } from '../../../kernel/command/work.ts';
import type { Schema } from '../../../kernel/database/tables/schema.ts';
import { lockClients } from '../../../records/clients/record/store.ts';
import { listCompanies } from '../../../records/company-settings/list-companies.ts';
import { type CompanyFacts, readCompanyFacts } from '../../../records/company-settings/store.ts';
import { readCountryLists } from '../../../records/country-lists/queries.ts';
import { reasonDue, syncRefreshDue } from '../refresh/refresh-due.ts';
import { approvalRecord, assessClient } from '../requirements.ts';
import { ruleInputs } from '../service.ts';
import { lockSweep, readVerifiedIds, updateSweep } from './sweep-store.ts';

/** Clients of one transaction: on the embedded database everyone waits for it. */
const clientsPerBatch = 100;

export const sweepJob = 'sweep-approved-clients';

/** Makes due again those of the clients with outstanding requirements. Only these are locked, and evaluated again under the lock. */
async function evaluate(work: Work, company: CompanyFacts, clientIds: readonly string[]): Promise<number> {
  if (clientIds.length === 0) return 0;
  const now = work.time();
  const lists = await readCountryLists(work.trx, company, now);
  const shared = { company, lists, on: companyDay(now, company.timeZone) };
  const read = async (ids: readonly string[]) =>
    (await ruleInputs(work.trx, shared, ids)).map((input) => approvalRecord(input, assessClient(input)));
  const found = await read(clientIds);
  const ids = found.filter((one) => reasonDue(one) !== null).map(({ client }) => client.id);
  if (ids.length === 0) return 0;
  await lockClients(work.trx, ids);
  const { due, events } = await syncRefreshDue(work.trx, await read(ids));
  work.record(...events);
  return due.size;
}

/** One transaction of a company. @returns the number of clients made due; null when its day is finished. */
async function runStep(work: Work, companyId: string): Promise<number | null> {
  const company = await readCompanyFacts(work.trx, companyId);
  const sweep = await lockSweep(work.trx, companyId, companyDay(work.time(), company.timeZone));
  if (sweep.finished) return null;
  const ids = await readVerifiedIds(work.trx, { after: sweep.cursor, limit: clientsPerBatch });
  const due = await evaluate(work, company, ids);
  await updateSweep(work.trx, companyId, {
    day: sweep.day,
    cursor: ids.at(-1) ?? sweep.cursor,
    finished: ids.length < clientsPerBatch,
  });
  return due;
}

/**
 * Evaluates the verified clients of every company once on each of its days, and makes those due again whose approval has outstanding requirements:
 * evidence expires and rules change without a command about the client. Resumes after the last saved batch; idempotent. NZ s31; AU s30.
 * @returns the number of clients made due.
 */
export async function sweepApprovedClients(
  db: Kysely<Schema>,
  deps: { now: () => Date },
): Promise<{ due: number }> {
  let due = 0;
  for (const { id } of await listCompanies(db)) {
    for (;;) {
      const count = await inWork({ db, ...deps }, jobActor(id, sweepJob), (work) => runStep(work, id));
      if (count === null) break;
      due += count;
    }
  }
  return { due };
}
