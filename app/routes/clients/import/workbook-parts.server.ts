import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';
import { getZipParts, type ZipPart } from '#rules/documents/zip-parts.ts';
import { unreadableFile } from './parse-file.server.ts';

/** Maximum unpacked size of a workbook, all parts together: a small file can unpack to more than memory holds. */
const maxUnpackedBytes = 48 * 1024 * 1024;

const inflate = promisify(inflateRaw);

/** The error of a workbook whose parts or XML are not as they should be. */
export const damagedWorkbook = () =>
  unreadableFile('The workbook is damaged or protected with a password. Save it again in Excel, or as CSV.');

async function unpack(zip: Buffer, part: ZipPart, most: number): Promise<Buffer> {
  const { method, start, size, checksum } = part;
  const packed = zip.subarray(start, start + size);
  if (packed.length !== size || (method !== 0 && method !== 8)) throw damagedWorkbook();
  const bytes =
    method === 0
      ? packed
      : await inflate(packed, { maxOutputLength: Math.max(1, most) }).catch(
          (error: NodeJS.ErrnoException) => {
            throw error.code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : damagedWorkbook();
          },
        );
  // The reader of the rows does not compare it, and would read a changed name as a name.
  if (crc32(bytes) !== checksum) throw damagedWorkbook();
  return bytes;
}

const tooLarge = () =>
  unreadableFile(
    'The workbook unpacks to more than 48 MB. Copy the clients into a new workbook, or save it as CSV.',
  );

/**
 * Whether a part has a code of a number format longer than any of a spreadsheet, which would be read again for each cell. The part with the
 * formats can have any path; only one that names a code is read as text.
 */
const hasEndlessFormat = (part: Buffer) =>
  part.includes('formatCode') && /formatCode\s*=\s*(?:"[^"]{1000}|'[^']{1000})/.test(part.toString('latin1'));

/** The text parts of a workbook by path, once it is known that all of it fits. */
export async function unpackWorkbook(zip: Buffer): Promise<Map<string, string>> {
  const parts = getZipParts(zip);
  if (parts === undefined) throw damagedWorkbook();
  const texts = new Map<string, string>();
  let left = maxUnpackedBytes;
  for (const part of parts) {
    const bytes = await unpack(zip, part, left);
    left -= bytes.length;
    if (left < 0) throw tooLarge();
    // Of two parts at one path, this and the reader of the rows could take different ones.
    if (texts.has(part.name) || hasEndlessFormat(bytes)) throw damagedWorkbook();
    if (/^xl\/(workbook\.xml|_rels\/|worksheets\/)/.test(part.name))
      texts.set(part.name, bytes.toString('utf8'));
  }
  return texts;
}

/** The value of an attribute, in either kind of quotation marks. */
const getAttribute = (tag: string, name: string) =>
  new RegExp(`\\s${name}\\s*=\\s*(["'])(.*?)\\1`, 's').exec(tag)?.[2];

/** Without comments, in which an element is none. */
const withoutComments = (xml: string) =>
  xml
    .split('<!--')
    .map((piece, at) => (at === 0 ? piece : piece.split('-->').slice(1).join('-->')))
    .join('');

/** The tags of an element, in order. */
const getTags = (xml: string | undefined, element: string) =>
  withoutComments(xml ?? '').match(new RegExp(`<(?:\\w+:)?${element}\\s[^<>]*>`, 'g')) ?? [];

/**
 * The XML of the workbook's first sheet, by the path that the reader of its rows takes.
 * @throws `damagedWorkbook` if there is none: its formulas could not be checked
 */
export function getFirstSheet(parts: ReadonlyMap<string, string>): string {
  const [sheet = ''] = getTags(parts.get('xl/workbook.xml'), 'sheet');
  const id = getAttribute(sheet, '\\w+:id');
  const link = getTags(parts.get('xl/_rels/workbook.xml.rels'), 'Relationship').find(
    (tag) => getAttribute(tag, 'Id') === id,
  );
  const target = link && getAttribute(link, 'Target');
  const base = 'http://workbook/xl/';
  const path = target !== undefined && URL.canParse(target, base) ? new URL(target, base).pathname : '';
  const found = id === undefined ? undefined : parts.get(path.slice(1));
  if (found === undefined) throw damagedWorkbook();
  return found;
}

/** Refuses a formula without a saved result and a cell that shows an error: both would be read as empty. */
export function checkFormulas(sheet: string): void {
  // Each piece is a cell with what follows it up to the next: cells have no cells inside.
  for (const cell of sheet.split(/<(?:\w+:)?c(?=[\s>])/).slice(1)) {
    const tag = cell.slice(0, cell.indexOf('>'));
    const place = /\br="([^"]*)"/.exec(tag)?.[1] ?? 'without a place';
    if (/\bt="e"/.test(tag)) {
      throw unreadableFile(
        `Cell ${place} shows an error such as #REF!. Correct it and upload the file again.`,
      );
    }
    if (/<(?:\w+:)?f[\s>/]/.test(cell) && !/<(?:\w+:)?v[\s>]/.test(cell)) {
      throw unreadableFile(
        `Cell ${place} has a formula without a saved result. Open the file in Excel, save it, and upload it again.`,
      );
    }
  }
}

/** Maximum length of a tag, comment or other markup of a sheet: the reader of the rows reads it from its start again with each piece of the file. */
const maxMarkupLength = 65_536;

const markupEnds = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** The place of the sign that ends the markup at a place; -1 if it is too far away. */
function getMarkupEnd(xml: string, start: number): number {
  const ends = markupEnds.find(([begins]) => xml.startsWith(begins, start));
  if (ends !== undefined) return xml.indexOf(ends[1], start + ends[0].length);
  let quote = '';
  for (let at = start + 1; at < xml.length && at - start <= maxMarkupLength; at += 1) {
    const sign = xml[at] ?? '';
    if (quote === '' && sign === '>') return at;
    if (quote === '' && (sign === '"' || sign === "'")) quote = sign;
    else if (sign === quote) quote = '';
  }
  return -1;
}

/** Refuses a sheet that is cut off, whose rows would end early, and one with markup that takes too long to read. */
export function checkMarkup(sheet: string): void {
  if (!/<\/(?:\w+:)?worksheet\s*>/.test(sheet.slice(-2000))) throw damagedWorkbook();
  for (let at = sheet.indexOf('<'); at !== -1; ) {
    const end = getMarkupEnd(sheet, at);
    if (end === -1 || end - at > maxMarkupLength) throw damagedWorkbook();
    at = sheet.indexOf('<', end);
  }
}

/** Cells of one column that are merged over several rows; places start at 0. */
export interface MergedCells {
  column: number;
  first: number;
  last: number;
}

const getColumnPlace = (letters: string) =>
  [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

/** The cells of a sheet that are merged over several rows, of the first rows alone. Of several columns the first has the value. */
export function getMergedCells(sheet: string, rows: number): MergedCells[] {
  const after = sheet.slice(sheet.lastIndexOf('sheetData>') + 1);
  return getTags(after, 'mergeCell').flatMap((tag) => {
    const [, from = '', top, , bottom] =
      /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(getAttribute(tag, 'ref') ?? '') ?? [];
    const first = Number(top) - 1;
    const last = Number(bottom) - 1;
    return first >= 0 && first < rows && last > first ? [{ column: getColumnPlace(from), first, last }] : [];
  });
}
