import type { Transaction } from 'kysely';
import type { ClientImport } from '#contract/client-import.ts';
import type { Schema } from '../../database/schema.ts';
import { asTenant } from '../../database/tenancy.ts';
import type { MemberCaller } from '../../http/bind.ts';
import { refuse } from '../../http/problems.ts';
import { activePeople } from '../../members/store.ts';
import { type ClientsDeps, refusingTakenExternalId } from '../service.ts';
import { checkRows } from './check-rows.ts';
import { type PeopleByName, personKey } from './read-row.ts';
import { recordImport, showImport } from './service.ts';
import { changeImport, countRows, type ImportRecord, lockImport, readRows } from './store.ts';
import { takeRows } from './take-rows.ts';

type Trx = Transaction<Schema>;

/** Rows of one transaction, for which everybody else on the embedded database waits, and for how long one request goes on. */
const rowsPerBatch = 20;
const longestMs = 1500;

async function peopleOf(trx: Trx): Promise<PeopleByName> {
  const people = await activePeople(trx);
  // Two of one name are told apart by their address alone.
  const names = people.map(({ name }) => personKey(name));
  return new Map([
    ...people
      .filter(({ name }) => names.filter((other) => other === personKey(name)).length === 1)
      .map(({ id, name }): [string, string] => [personKey(name), id]),
    ...people.map(({ id, loginId }): [string, string] => [personKey(loginId), id]),
  ]);
}

/** One batch in one transaction; whether there may be more to do. */
async function oneBatch(
  trx: Trx,
  deps: ClientsDeps,
  caller: MemberCaller,
  record: ImportRecord,
): Promise<boolean> {
  const stamp = { at: deps.now().toISOString(), by: caller.member.id };
  if (record.status === 'checking') {
    const rows = await readRows(trx, record.id, { states: ['staged'], after: 0, limit: rowsPerBatch });
    if (rows.length > 0) await checkRows(trx, record, rows, await peopleOf(trx));
    if (rows.length === rowsPerBatch) return true;
    await changeImport(trx, record, { status: 'review', ...stamp });
    return false;
  }
  const query = { states: ['ready', 'asks'] as const, chosen: true, after: 0, limit: rowsPerBatch };
  const rows = await readRows(trx, record.id, query);
  if (rows.length > 0) await takeRows(trx, deps, caller, record, rows, await peopleOf(trx));
  if (rows.length === rowsPerBatch) return true;
  const counts = (await countRows(trx, [record.id])).get(record.id);
  await changeImport(trx, record, { status: 'done', ...stamp });
  const detail = { fileName: record.file_name, ...counts };
  await recordImport(trx, deps, caller, { action: 'clientImport.finished', id: record.id, detail });
  return false;
}

/**
 * POST /client-imports/:id/continue: checks or imports rows in short transactions, for a second or two. Where the import stands is
 * in its rows, so that whatever breaks off goes on with the next call, and nothing is done twice.
 */
export async function continueImport(
  deps: ClientsDeps,
  caller: MemberCaller,
  id: string,
): Promise<ClientImport> {
  const { db } = deps;
  const companyId = caller.company.id;
  const until = Date.now() + longestMs;
  let more = true;
  while (more && Date.now() < until) {
    more = await refusingTakenExternalId(
      asTenant(db, companyId, async (trx) => {
        const record = await lockImport(trx, id);
        if (record === null) throw refuse('record.notFound');
        if (record.status !== 'checking' && record.status !== 'importing') return false;
        return oneBatch(trx, deps, caller, record);
      }),
    );
  }
  return asTenant(db, companyId, (trx) => showImport(trx, id));
}
