import {
  type ByteBudget,
  endOfLine,
  endOfString,
  isDelimiter,
  isSpace,
  nameAt,
  spend,
} from './pdf-tokens.ts';

/** Most bytes of one dictionary that is read as a value. */
const maxValueBytes = 16 * 1024;
const maxDepth = 8;

/** A value of a PDF. A string is its bytes; what a reference refers to is not looked up. */
export type PdfValue =
  | { type: 'name'; name: string }
  | { type: 'string'; bytes: Buffer }
  | { type: 'number'; number: number }
  | { type: 'array'; items: PdfValue[] }
  | { type: 'dictionary'; entries: PdfDictionary }
  | { type: 'other' };
export type PdfDictionary = ReadonlyMap<string, PdfValue>;

/** Thrown many times for a hostile file, so it is made once. */
const unreadable = new Error('The value is malformed.');

interface Source {
  bytes: Buffer;
  at: number;
  limit: number;
  budget: ByteBudget;
}

function move(source: Source, to: number): void {
  spend(source.budget, to - source.at);
  if (to > source.limit) throw unreadable;
  source.at = to;
}

function skipBlanks(source: Source): void {
  const { bytes, limit } = source;
  let at = source.at;
  while (at < limit && (isSpace(bytes[at] as number) || bytes[at] === 0x25)) {
    at = bytes[at] === 0x25 ? endOfLine(bytes, at, limit) : at + 1;
  }
  move(source, at);
}

const escapes: Record<string, number> = { n: 0x0a, r: 0x0d, t: 0x09, b: 0x08, f: 0x0c };

/** Bytes of a literal string between its brackets. ISO 32000-2, 7.3.4.2. */
function unescaped(text: string): Buffer {
  const plain = text.replace(
    /\\(?:([0-7]{1,3})|\r\n|([\s\S]))|\r\n?/g,
    (all, octal?: string, character?: string) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      if (character === '\r' || character === '\n' || all === '\\\r\n') return '';
      if (character === undefined) return '\n';
      return Object.hasOwn(escapes, character)
        ? String.fromCharCode(escapes[character] as number)
        : character;
    },
  );
  return Buffer.from(plain, 'latin1');
}

function parseLiteral(source: Source): PdfValue {
  const open = source.at;
  move(source, endOfString(source.bytes, open, source.limit));
  if (source.bytes[source.at - 1] !== 0x29) throw unreadable;
  return { type: 'string', bytes: unescaped(source.bytes.toString('latin1', open + 1, source.at - 1)) };
}

function parseHex(source: Source): PdfValue {
  const close = source.bytes.subarray(0, source.limit).indexOf(0x3e, source.at);
  if (close === -1) {
    move(source, source.limit);
    throw unreadable;
  }
  const digits = source.bytes.toString('latin1', source.at + 1, close).replace(/[\0\t\n\f\r ]/g, '');
  move(source, close + 1);
  if (!/^[0-9a-f]*$/i.test(digits)) throw unreadable;
  return { type: 'string', bytes: Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex') };
}

/** The end of a name, number or word. */
function endOfRegular({ bytes, limit }: Source, from: number): number {
  let at = from;
  while (at < limit && !isSpace(bytes[at] as number) && !isDelimiter(bytes[at] as number)) at += 1;
  return at;
}

function parseName(source: Source): string {
  const { name } = nameAt(source.bytes, source.at);
  move(source, endOfRegular(source, source.at + 1));
  return name;
}

function parseNumberOrWord(source: Source): PdfValue {
  const { bytes, at } = source;
  // A reference, which is one value of three words.
  const reference = /^\d{1,10}[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/.exec(
    bytes.toString('latin1', at, Math.min(at + 64, source.limit)),
  );
  if (reference !== null) {
    move(source, at + reference[0].length);
    return { type: 'other' };
  }
  const end = endOfRegular(source, at);
  if (end === at) throw unreadable;
  const word = bytes.toString('latin1', at, Math.min(end, at + 64));
  move(source, end);
  return /^[+-]?\d{1,10}$/.test(word) ? { type: 'number', number: Number(word) } : { type: 'other' };
}

function parseArray(source: Source, depth: number): PdfValue {
  move(source, source.at + 1);
  const items: PdfValue[] = [];
  for (;;) {
    skipBlanks(source);
    if (source.bytes[source.at] === 0x5d) break;
    items.push(parseValue(source, depth));
  }
  move(source, source.at + 1);
  return { type: 'array', items };
}

/** A key that occurs twice makes a dictionary unreadable: readers differ in which they take. */
function parseDictionary(source: Source, depth: number): PdfDictionary {
  move(source, source.at + 2);
  const entries = new Map<string, PdfValue>();
  for (;;) {
    skipBlanks(source);
    const byte = source.bytes[source.at];
    if (byte === 0x3e && source.bytes[source.at + 1] === 0x3e) break;
    if (byte !== 0x2f) throw unreadable;
    const key = parseName(source);
    skipBlanks(source);
    if (entries.has(key)) throw unreadable;
    entries.set(key, parseValue(source, depth));
  }
  move(source, source.at + 2);
  return entries;
}

function parseValue(source: Source, depth: number): PdfValue {
  if (depth > maxDepth) throw unreadable;
  const byte = source.at < source.limit ? source.bytes[source.at] : undefined;
  if (byte === 0x2f) return { type: 'name', name: parseName(source) };
  if (byte === 0x28) return parseLiteral(source);
  if (byte === 0x5b) return parseArray(source, depth + 1);
  if (byte !== 0x3c) return parseNumberOrWord(source);
  if (source.bytes[source.at + 1] !== 0x3c) return parseHex(source);
  return { type: 'dictionary', entries: parseDictionary(source, depth + 1) };
}

/**
 * The value at an offset, after white space and comments; undefined if it is malformed, nested too deeply or larger than 16 kB.
 * @throws RangeError when the budget is used up
 */
export function valueAt(bytes: Buffer, from: number, budget: ByteBudget): PdfValue | undefined {
  const source = { bytes, at: from, limit: Math.min(bytes.length, from + maxValueBytes), budget };
  try {
    skipBlanks(source);
    return parseValue(source, 0);
  } catch (error) {
    if (error === unreadable) return undefined;
    throw error;
  }
}
