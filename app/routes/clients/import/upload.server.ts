import { data, redirect } from '@remix-run/node';
import {
  addImportRows,
  createClientImport,
  discardClientImport,
  maxRowsPerChunk,
  readClientImport,
} from '#contract/clients/client-import.ts';
import type { Problem } from '#contract/errors.ts';
import { maxImportRows } from '#rules/clients/client-batches.ts';
import { findHeadingRow, maxHeadingRow, toHeadings } from '#rules/clients/client-import-headings.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { clientImportUrl } from '#rules/pages/client-list-pages.ts';
import { limitedTo } from '../../../body-limit.server.ts';
import { getRequestKey } from '../../../components/forms/parse-form.server.ts';
import type { MainApi } from '../../../main-api/main-api.server.ts';
import {
  getFileRows,
  getFileText,
  isUnreadableFile,
  maxFileBytes,
  unreadableFile,
} from './parse-file.server.ts';
import { getWorkbookRows, isWorkbook } from './parse-workbook.server.ts';

/** Maximum characters of a batch of rows, below the API's limit of 1 MB. */
const maxChunkCharacters = 300_000;

/** The error of the file field. */
export interface UploadResult {
  intent: 'upload';
  problem: string;
}

function rejectedUpload(problem: string, status = 422) {
  return data<UploadResult>({ intent: 'upload', problem }, { status });
}

const getMessage = ({ fields = {}, detail, title }: Problem) =>
  Object.values(fields).flat()[0] ?? detail ?? `${title}.`;

const tooLarge = {
  problem: 'The file is larger than 5 MB. Split it and import each part.',
};

/** The selected file; a message if it is missing or too large. */
async function readFile(request: Request): Promise<{ form: FormData; file: File } | { problem: string }> {
  // The form around the file is short.
  const limited = await limitedTo(maxFileBytes + 64 * 1024, request);
  if (limited === undefined) return tooLarge;
  // Remix's own parser splits the name of a file at semicolons and equals signs.
  const form = await limited.formData().catch(() => undefined);
  if (form === undefined) throw Response.json({ code: 'request.malformed' }, { status: 400 });
  const file = form.get('file');
  if (!(file instanceof File) || file.name === '') {
    return { problem: 'Select a CSV file or an Excel workbook' };
  }
  return file.size > maxFileBytes ? tooLarge : { form, file };
}

/** The last part of a path, as much of it as can be stored. */
function getFileName({ name }: File): string {
  const shown = (name.split(/[/\\]/).at(-1) ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
  // The end has the extension. A cut may leave half of an emoji.
  return (
    shown
      .slice(-240)
      .replace(/\p{Cs}/gu, '')
      .trim() || 'Unnamed file'
  );
}

/**
 * The rows under the headings, at most as wide as these.
 * @throws an `unreadableFile` if a cell beyond the last heading is filled: no column could be mapped to it, and it would be lost
 */
async function* getRowsUnder(
  { headings, firstRows }: FirstRows,
  rows: AsyncIterable<string[]>,
): AsyncGenerator<string[]> {
  let row = firstRows.length;
  for await (const cells of rows) {
    row += 1;
    const place = cells.findIndex((cell, at) => at >= headings.length && cell.trim() !== '');
    if (place !== -1) {
      throw unreadableFile(
        `Row ${row} has a value in column ${place + 1}, which has no heading. Add the heading, or clear the cell, and upload the file again.`,
      );
    }
    yield cells.slice(0, headings.length);
  }
}

/** Rows in batches for the API, each with the number of its first row. */
async function* getPieces(
  start: number,
  rows: AsyncIterable<string[]>,
): AsyncGenerator<{ first: number; rows: string[][] }> {
  let chunk: string[][] = [];
  let characters = 0;
  let first = start;
  let filledRows = 0;
  for await (const row of rows) {
    if (row.length > 0) filledRows += 1;
    if (filledRows > maxImportRows) {
      const most = formatNumber(maxImportRows);
      throw unreadableFile(
        `The file has more than ${most} rows. Split it, and import the parts one after the other.`,
      );
    }
    chunk.push(row);
    characters += row.reduce((sum, cell) => sum + cell.length + 3, 0);
    if (chunk.length < maxRowsPerChunk && characters < maxChunkCharacters) continue;
    yield { first, rows: chunk };
    first += chunk.length;
    chunk = [];
    characters = 0;
  }
  yield { first, rows: chunk };
}

/** Sends the rows; returns a message if they were rejected. */
async function sendRows(
  api: MainApi,
  { id, start }: { id: string; start: number },
  rows: AsyncIterable<string[]>,
): Promise<string | undefined> {
  let waiting: { first: number; rows: string[][] } | undefined;
  const send = async (chunk: { first: number; rows: string[][] }, last: boolean) => {
    const sent = await api.submit(addImportRows, { params: { id }, body: { ...chunk, last } });
    return sent.ok ? undefined : getMessage(sent.problem);
  };
  for await (const chunk of getPieces(start, rows)) {
    const problem = waiting && (await send(waiting, false));
    if (problem) return problem;
    waiting = chunk;
  }
  return waiting && send(waiting, true);
}

/** The headings of a file, and its rows up to the one that has them. */
interface FirstRows {
  headings: string[];
  firstRows: string[][];
}

/** Takes the first rows of a file up to its headings; those that follow are in `below`. Undefined if all of them are blank. */
async function takeFirstRows(
  rows: AsyncGenerator<string[]>,
): Promise<(FirstRows & { below: string[][] }) | undefined> {
  const first: string[][] = [];
  while (first.length < maxHeadingRow) {
    const next = await rows.next();
    if (next.done) break;
    first.push(next.value);
  }
  const row = findHeadingRow(first);
  if (row === undefined) return undefined;
  return {
    headings: toHeadings(first[row - 1] ?? []),
    firstRows: first.slice(0, row),
    below: first.slice(row),
  };
}

async function* chain(below: readonly string[][], rows: AsyncGenerator<string[]>): AsyncGenerator<string[]> {
  yield* below;
  yield* rows;
}

/** The rows of a workbook or a CSV file, judged by its content, never by its name. */
function openRows(bytes: Uint8Array): { rows: AsyncGenerator<string[]> } | { problem: string } {
  if (isWorkbook(bytes)) return { rows: getWorkbookRows(bytes) };
  const text = getFileText(bytes);
  return text.ok ? { rows: getFileRows(text.text) } : text;
}

/** Uploads a file: streams its rows into an import, and redirects to the selection of columns. */
export async function handleUpload(api: MainApi, request: Request) {
  const upload = await readFile(request);
  if ('problem' in upload) return rejectedUpload(upload.problem);
  const opened = openRows(new Uint8Array(await upload.file.arrayBuffer()));
  if ('problem' in opened) return rejectedUpload(opened.problem);
  const { rows } = opened;
  let created: { id: string; version: number } | undefined;
  try {
    const taken = await takeFirstRows(rows);
    if (taken === undefined) {
      return rejectedUpload(
        `None of the first ${maxHeadingRow} rows has column headings. Add them and upload the file again.`,
      );
    }
    const { below, ...firstRows } = taken;
    const body = { fileName: getFileName(upload.file), ...firstRows };
    const begun = await api.submit(createClientImport, { body, requestKey: getRequestKey(upload.form) });
    if (!begun.ok) return rejectedUpload(getMessage(begun.problem), begun.problem.status);
    created = begun.value;
    // The same form was submitted before and its rows are stored.
    const problem =
      created.version > 1
        ? undefined
        : await sendRows(
            api,
            { id: created.id, start: firstRows.firstRows.length + 1 },
            getRowsUnder(firstRows, chain(below, rows)),
          );
    if (problem === undefined) return redirect(clientImportUrl(created.id));
    await discard(api, created);
    return rejectedUpload(problem);
  } catch (error) {
    if (!isUnreadableFile(error)) throw error;
    if (created) await discard(api, created);
    return rejectedUpload(error.message);
  }
}

/** Deletes the rows already imported from a file that could not be read to its end. */
async function discard(api: MainApi, { id }: { id: string }): Promise<void> {
  const { version } = await api.call(readClientImport, { params: { id } });
  await api.submit(discardClientImport, { params: { id }, body: { version } });
}
