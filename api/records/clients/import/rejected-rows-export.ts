import { exportRejectedRows as exportEndpoint } from '#contract/clients/client-import.ts';
import { getCellText, neutraliseCell } from '#rules/csv-cells.ts';
import { handlersFor } from '../../../kernel/command/handler.ts';
import { byteOrderMark, csvLines } from '../../../kernel/csv.ts';
import { asTenant } from '../../../kernel/database/tenancy.ts';
import { apiError } from '../../../kernel/http/api-error.ts';
import type { ClientsDeps } from '../record/queries.ts';
import { readImport, readRows } from './store.ts';

const handler = handlersFor<ClientsDeps>();

const rowsPerBatch = 500;
const safe = (cells: readonly string[]) => cells.map((cell) => neutraliseCell(getCellText(cell)));

/**
 * GET /client-imports/:id/rejected-rows: the rejected rows as in the file, preceded by a column with the reasons, so that the file can
 * be corrected and uploaded again.
 */
export const exportRejectedRows = handler(exportEndpoint, async (deps, { params: { id } }, caller) => {
  const record = await asTenant(deps.db, caller.company.id, (trx) => readImport(trx, id));
  if (record === null) throw apiError('record.notFound');
  const { headings } = record;
  async function* chunks() {
    yield byteOrderMark + csvLines([['Row', 'Reason not imported', ...safe(headings)]]);
    let after = 0;
    for (;;) {
      const from = after;
      const rows = await asTenant(deps.db, caller.company.id, (trx) =>
        readRows(trx, id, { states: ['refused', 'asks', 'ready'], after: from, limit: rowsPerBatch }),
      );
      if (rows.length > 0) {
        yield csvLines(
          rows.map(({ number, cells, finding }) => [
            String(number),
            neutraliseCell(getReasons(finding)),
            ...safe(headings.map((_, place) => cells[place] ?? '')),
          ]),
        );
      }
      if (rows.length < rowsPerBatch) return;
      after = rows.at(-1)?.number ?? after;
    }
  }
  return { fileName: `not-imported-${id.slice(-12)}.csv`, chunks: chunks() };
});

type Finding = Awaited<ReturnType<typeof readRows>>[number]['finding'];

function getReasons(finding: Finding): string {
  const { problems = [], asks = [], duplicates = [] } = finding ?? {};
  const reasons = [
    ...problems.map(({ column, sentence }) => (column === null ? sentence : `${column}: ${sentence}`)),
    ...asks,
    ...duplicates.map(
      ({ name, row, reasons: why }) =>
        `Possible duplicate of ${row === null ? name : `row ${row}, ${name}`} (${why.join(', ')})`,
    ),
  ];
  return reasons.length > 0 ? reasons.join('. ') : 'Not selected';
}
