import { companyDay } from '#rules/dates/company-day.ts';
import type { Work } from '../../../kernel/command/work.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import { fieldProblems, insertNewClient } from '../commands.ts';
import { columnProblems, getFieldProblems, type PeopleByName, readClientRow } from './read-row.ts';
import {
  type CheckedRow,
  type ImportRecord,
  type RowRecord,
  saveImportedRows,
  saveRowFindings,
} from './store.ts';

/**
 * Creates the clients of a batch of selected rows, each with its event, in the transaction that marks the rows: a row is imported
 * if and only if its client exists. Rows that have become invalid since the check are rejected with the reason.
 */
export async function importRows(
  work: Work,
  caller: MemberCaller,
  record: ImportRecord,
  rows: readonly RowRecord[],
  people: PeopleByName,
): Promise<void> {
  const { trx, time } = work;
  const today = companyDay(time(), caller.company.timeZone);
  const imported: { number: number; clientId: string }[] = [];
  const rejectedRows: CheckedRow[] = [];
  // Sequential: each is a separate command with its own event, and sees the external IDs of the previous ones.
  for (const row of rows) {
    const { details, finding } = readClientRow(row.cells, record, people, today);
    const faults =
      details === undefined ? [] : getFieldProblems(await fieldProblems(work, caller, details, null));
    if (details === undefined || faults.length > 0) {
      const problems = details === undefined ? finding.problems : columnProblems(faults, record);
      rejectedRows.push({
        number: row.number,
        state: 'refused',
        finding: { ...finding, problems },
        similarityKeys: row.likeness_keys,
      });
      continue;
    }
    const eventDetail = { import: { id: record.id, fileName: record.file_name, row: row.number } };
    const { id } = await insertNewClient(work, details, eventDetail);
    imported.push({ number: row.number, clientId: id });
  }
  if (imported.length > 0) await saveImportedRows(trx, record.id, imported);
  if (rejectedRows.length > 0) await saveRowFindings(trx, record.id, rejectedRows);
}
