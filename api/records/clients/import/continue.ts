import { continueClientImport as continueEndpoint } from '#contract/clients/client-import.ts';
import { callerActor } from '../../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../../kernel/command/handler.ts';
import { inWork, type Work } from '../../../kernel/command/work.ts';
import { asTenant } from '../../../kernel/database/tenancy.ts';
import { apiError } from '../../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import { rejectDuplicateExternalId } from '../commands.ts';
import type { ClientsDeps } from '../record/queries.ts';
import { importEvent } from './commands.ts';
import { importRows } from './import-rows.ts';
import { getPeople } from './people.ts';
import { showImport } from './queries.ts';
import { countRows, type ImportRecord, imports, readRows } from './store.ts';
import { checkRows } from './validate-rows.ts';

const handler = handlersFor<ClientsDeps>();

/** Rows per transaction, which blocks all others on the embedded database, and duration of one request. */
const rowsPerBatch = 20;
const maxMs = 1500;

/** One batch in one transaction; whether there may be more to do. */
async function runBatch(work: Work, caller: MemberCaller, record: ImportRecord): Promise<boolean> {
  const { trx, time } = work;
  if (record.status === 'checking') {
    const rows = await readRows(trx, record.id, { states: ['staged'], after: 0, limit: rowsPerBatch });
    if (rows.length > 0) await checkRows(trx, { caller, now: time() }, record, rows, await getPeople(trx));
    if (rows.length === rowsPerBatch) return true;
    await imports.update({ ...work, caller }, record, { status: 'review' });
    return false;
  }
  const query = { states: ['ready', 'asks'] as const, chosen: true, after: 0, limit: rowsPerBatch };
  const rows = await readRows(trx, record.id, query);
  if (rows.length > 0) await importRows(work, caller, record, rows, await getPeople(trx));
  if (rows.length === rowsPerBatch) return true;
  const counts = (await countRows(trx, [record.id])).get(record.id);
  await imports.update({ ...work, caller }, record, { status: 'done' });
  const detail = { fileName: record.file_name, ...counts };
  work.record(importEvent({ action: 'clientImport.finished', id: record.id, detail }));
  return false;
}

/**
 * POST /client-imports/:id/continue: checks or imports rows in short transactions, for a second or two. Progress is
 * stored in the rows, so that an interrupted import continues with the next call, and nothing is repeated.
 */
export const continueImport = handler(continueEndpoint, async (deps, { params: { id } }, caller) => {
  const { db } = deps;
  const companyId = caller.company.id;
  const until = Date.now() + maxMs;
  let more = true;
  while (more && Date.now() < until) {
    more = await rejectDuplicateExternalId(
      inWork(deps, callerActor(caller), async (work) => {
        const record = await imports.lock(work.trx, id);
        if (record === null) throw apiError('record.notFound');
        if (record.status !== 'checking' && record.status !== 'importing') return false;
        return runBatch(work, caller, record);
      }),
    );
  }
  return asTenant(db, companyId, (trx) => showImport(trx, id));
});
