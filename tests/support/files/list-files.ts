import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import yazl from 'yazl';
import type { ListFile } from '#api/records/screening-lists/parsing/files/list-file.ts';
import { type ListSummary, widestLimits } from '#api/records/screening-lists/parsing/list-format.ts';
import { findLists, readList } from '#api/records/screening-lists/parsing/parse-list.ts';
import type { ListedEntity } from '#rules/screening/screening-records.ts';

export interface ReadLists {
  entities: ListedEntity[];
  summaries: ListSummary[];
}

/** Reads every list in some files to the end. @throws the error of a rejected one */
export async function readLists(files: readonly ListFile[]): Promise<ReadLists> {
  const read: ReadLists = { entities: [], summaries: [] };
  for (const found of await findLists(files)) {
    const reading = readList(found, widestLimits, '2026-02-27');
    for await (const entity of reading.entities) read.entities.push(entity);
    read.summaries.push(reading.summary());
  }
  return read;
}

/** Writes files into a temporary folder, works with them, and deletes them. */
export async function withFiles<T>(
  contents: Record<string, string | Uint8Array>,
  work: (files: ListFile[]) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-list-'));
  try {
    const files: ListFile[] = [];
    for (const [name, content] of Object.entries(contents)) {
      const path = join(folder, name);
      await writeFile(path, content);
      files.push({ path, name });
    }
    return await work(files);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Result of a list: its entities by number, or the reason of its rejection. */
export async function getOutcome(contents: Record<string, string | Uint8Array>): Promise<string> {
  return withFiles(contents, async (files) => {
    try {
      const { entities, summaries } = await readLists(files);
      return `${summaries.map(({ format }) => format).join('+')} ${entities.length}`;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'list.fault') return error.message;
      throw error;
    }
  });
}

const escaped = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

function zipped(parts: Record<string, string | Buffer>): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content as string), name);
  zip.end();
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    zip.outputStream.on('data', (piece: Buffer) => pieces.push(piece));
    zip.outputStream.on('error', reject);
    zip.outputStream.on('end', () => resolve(Buffer.concat(pieces)));
  });
}

/** A spreadsheet with one sheet of texts, without its empty cells; `extra` is added as a part of its own. */
export function getXlsx(rows: readonly (readonly string[])[], extra?: Buffer): Promise<Buffer> {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
  const column = (index: number): string =>
    (index < 26 ? '' : column(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));
  const placed = (text: string, index: number, line: number) =>
    text === '' ? '' : cell(text).replace('<c ', `<c r="${column(index)}${line}" `);
  const sheet = rows.map(
    (row, at) => `<row r="${at + 1}">${row.map((text, index) => placed(text, index, at + 1)).join('')}</row>`,
  );
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  return zipped({
    '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet xmlns="${main}"><sheetData>${sheet.join('')}</sheetData></worksheet>`,
    ...(extra === undefined ? {} : { 'xl/media/extra.bin': extra }),
  });
}
