import type { Transaction } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { MemberCaller } from '../../http/bind.ts';
import { type ClientsDeps, fieldProblems, keepNewClient } from '../service.ts';
import { columnProblems, fieldProblemsOf, type PeopleByName, readClientRow } from './read-row.ts';
import { type CheckedRow, type ImportRecord, keepFindings, keepImported, type RowRecord } from './store.ts';

/**
 * Creates the clients of a batch of chosen rows, each with its event, in the transaction that marks the rows: a row is imported if
 * and only if its client is there. What has become wrong since the check is refused with the reason.
 */
export async function takeRows(
  trx: Transaction<Schema>,
  deps: ClientsDeps,
  caller: MemberCaller,
  record: ImportRecord,
  rows: readonly RowRecord[],
  people: PeopleByName,
): Promise<void> {
  const imported: { number: number; clientId: string }[] = [];
  const refused: CheckedRow[] = [];
  // One after the other: each is a command of its own with its own event, and sees the references that those before it took.
  for (const row of rows) {
    const { details, finding } = readClientRow(row.cells, record, people);
    const faults = details === undefined ? [] : fieldProblemsOf(await fieldProblems(trx, details, null));
    if (details === undefined || faults.length > 0) {
      const problems = details === undefined ? finding.problems : columnProblems(faults, record);
      refused.push({
        number: row.number,
        state: 'refused',
        finding: { ...finding, problems },
        likenessKeys: row.likeness_keys,
      });
      continue;
    }
    const told = { import: { id: record.id, fileName: record.file_name, row: row.number } };
    const { id } = await keepNewClient(trx, deps, caller, details, told);
    imported.push({ number: row.number, clientId: id });
  }
  if (imported.length > 0) await keepImported(trx, record.id, imported);
  if (refused.length > 0) await keepFindings(trx, record.id, refused);
}
