import {
  unstable_createMemoryUploadHandler as createMemoryUploadHandler,
  data,
  MaxPartSizeExceededError,
  unstable_parseMultipartFormData as parseMultipartFormData,
  redirect,
} from '@remix-run/node';
import {
  addImportRows,
  createClientImport,
  discardClientImport,
  mostRowsInPiece,
  readClientImport,
} from '#contract/client-import.ts';
import type { Problem } from '#contract/errors.ts';
import { mostImportRows } from '#rules/client-batches.ts';
import { requestKeyOf } from '../../../components/forms/parse-form.server.ts';
import type { MainApi } from '../../../main-api.server.ts';
import {
  isUnreadableFile,
  mostFileBytes,
  rowsOfFile,
  textOfFile,
  unreadableFile,
} from './read-file.server.ts';

/** Largest piece of rows, below the 1 MB that the API takes at once. */
const mostPieceCharacters = 300_000;

const importUrl = (id: string) => `/clients?view=import&import=${id}`;

/** The sentence that stands beside the file field. */
export interface UploadAnswer {
  intent: 'upload';
  problem: string;
}

function refused(problem: string, status = 422) {
  return data<UploadAnswer>({ intent: 'upload', problem }, { status });
}

const sentenceOf = ({ fields = {}, detail, title }: Problem) =>
  Object.values(fields).flat()[0] ?? detail ?? `${title}.`;

/** The chosen file; a sentence where there is none or it is too large. */
async function readFile(request: Request): Promise<{ form: FormData; file: File } | { problem: string }> {
  try {
    const handler = createMemoryUploadHandler({ maxPartSize: mostFileBytes });
    const form = await parseMultipartFormData(request, handler);
    const file = form.get('file');
    if (file instanceof File && file.name !== '') return { form, file };
    return { problem: 'Choose a CSV file' };
  } catch (error) {
    if (error instanceof MaxPartSizeExceededError) {
      return { problem: 'The file is larger than 5 MB. Split it, and import the parts one after the other.' };
    }
    throw Response.json({ code: 'request.malformed' }, { status: 400 });
  }
}

/** Rows in pieces that the API takes, each with the number of its first row. */
async function* piecesOf(
  rows: AsyncGenerator<string[]>,
): AsyncGenerator<{ first: number; rows: string[][] }> {
  let piece: string[][] = [];
  let characters = 0;
  let first = 2;
  let kept = 0;
  for await (const row of rows) {
    if (row.length > 0) kept += 1;
    if (kept > mostImportRows) {
      const most = mostImportRows.toLocaleString('en-NZ');
      throw unreadableFile(
        `The file has more than ${most} rows. Split it, and import the parts one after the other.`,
      );
    }
    piece.push(row);
    characters += row.reduce((sum, cell) => sum + cell.length + 3, 0);
    if (piece.length < mostRowsInPiece && characters < mostPieceCharacters) continue;
    yield { first, rows: piece };
    first += piece.length;
    piece = [];
    characters = 0;
  }
  yield { first, rows: piece };
}

/** Sends the rows on; the sentence that says why they were not taken. */
async function sendRows(
  api: MainApi,
  id: string,
  rows: AsyncGenerator<string[]>,
): Promise<string | undefined> {
  let waiting: { first: number; rows: string[][] } | undefined;
  const send = async (piece: { first: number; rows: string[][] }, last: boolean) => {
    const sent = await api.submit(addImportRows, { params: { id }, body: { ...piece, last } });
    return sent.ok ? undefined : sentenceOf(sent.problem);
  };
  for await (const piece of piecesOf(rows)) {
    const problem = waiting && (await send(waiting, false));
    if (problem) return problem;
    waiting = piece;
  }
  return waiting && send(waiting, true);
}

/** A heading that says nothing is called by its place. */
const headingsOf = (cells: readonly string[]) =>
  cells.map((cell, place) => cell.trim().slice(0, 200) || `Column ${place + 1}`);

/** Takes a file in: reads it piece by piece into an import, and leads to where its columns are chosen. */
export async function takeUpload(api: MainApi, request: Request) {
  const given = await readFile(request);
  if ('problem' in given) return refused(given.problem);
  const text = textOfFile(new Uint8Array(await given.file.arrayBuffer()));
  if (!text.ok) return refused(text.problem);
  const rows = rowsOfFile(text.text);
  let made: { id: string; version: number } | undefined;
  try {
    const headings = await rows.next();
    if (headings.done || headings.value.length === 0) {
      return refused(
        'The first row must have the headings of the columns. Add them, then choose the file again.',
      );
    }
    const body = { fileName: given.file.name.slice(-240), headings: headingsOf(headings.value) };
    const begun = await api.submit(createClientImport, { body, requestKey: requestKeyOf(given.form) });
    if (!begun.ok) return refused(sentenceOf(begun.problem), begun.problem.status);
    made = begun.value;
    // The same form came before and its rows are there.
    const problem = made.version > 1 ? undefined : await sendRows(api, made.id, rows);
    if (problem === undefined) return redirect(importUrl(made.id));
    await discard(api, made);
    return refused(problem);
  } catch (error) {
    if (!isUnreadableFile(error)) throw error;
    if (made) await discard(api, made);
    return refused(error.message);
  }
}

/** What was taken in of a file that could not be read to its end goes again. */
async function discard(api: MainApi, { id }: { id: string }): Promise<void> {
  const { version } = await api.call(readClientImport, { params: { id } });
  await api.submit(discardClientImport, { params: { id }, body: { version } });
}
