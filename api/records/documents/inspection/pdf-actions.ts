import type { Chunk } from './pdf-pieces.ts';
import {
  type ByteBudget,
  endOfDictionary,
  endOfLine,
  endOfString,
  followingText,
  isSpace,
  nameAt,
  spend,
} from './pdf-tokens.ts';

/** Most bytes of one destination or action that are read. */
const maxActionBytes = 16 * 1024;
/** Bytes before `obj` in which the number of the object is searched. */
const numberBytes = 4096;
/** Bytes of them that nearly always hold it. */
const lineBytes = 32;

/** What a document does when it is opened: nothing but show a place in itself, something else, or what another object says. */
export type OpeningAction = 'place' | 'action' | { object: number };

export function afterBlanks(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && (isSpace(bytes[at] as number) || bytes[at] === 0x25)) {
    at = bytes[at] === 0x25 ? endOfLine(bytes, at, bytes.length) : at + 1;
  }
  return at;
}

/** Names in a dictionary in order, those of nested dictionaries included; strings and comments are skipped. */
function* namesIn(bytes: Buffer, from: number, to: number): Generator<string> {
  for (let at = from; at < to; ) {
    const byte = bytes[at];
    if (byte === 0x28) at = endOfString(bytes, at, to);
    else if (byte === 0x25) at = endOfLine(bytes, at, to);
    else if (byte === 0x2f) {
      const { name, end } = nameAt(bytes, at);
      yield name;
      at = Math.max(end, at + 1);
    } else at += 1;
  }
}

/** Whether an action only shows a place in the same document, and no other action follows. ISO 32000-2, 12.6.2 and 12.6.4.2. */
function showsPlaceOnly(bytes: Buffer, from: number, to: number): boolean {
  const names = [...namesIn(bytes, from, to)];
  if (names.includes('Next')) return false;
  const types = names.flatMap((name, at) => (name === 'S' ? [names[at + 1]] : []));
  return types.length > 0 && types.every((type) => type === 'GoTo');
}

/**
 * The destination or action that starts at an offset, after white space and comments.
 * @throws RangeError when the budget is used up
 */
export function actionAt(bytes: Buffer, from: number, budget: ByteBudget): OpeningAction {
  const at = afterBlanks(bytes, from);
  spend(budget, at - from);
  const twice = bytes[at] === 0x3c && bytes[at + 1] === 0x3c;
  if (bytes[at] === 0x5b) return 'place';
  if (twice) {
    const limit = Math.min(bytes.length, at + maxActionBytes);
    const end = endOfDictionary(bytes, at + 2, limit);
    spend(budget, (end ?? limit) - at);
    return end !== undefined && showsPlaceOnly(bytes, at + 2, end) ? 'place' : 'action';
  }
  const text = followingText(bytes, at, budget);
  const object = /^(\d{1,10}) \d+ R/.exec(text)?.[1];
  if (object !== undefined) return { object: Number(object) };
  return /^null(?![^\s<>()[\]{}/%])/.test(text) ? 'place' : 'action';
}

/** Searches in one file for numbers that comments or line ends separate from `obj`, which hardly any writer does. */
export interface SearchBudget {
  searches: number;
}
export const maxSearches = 10_000;
export const newSearchBudget = (): SearchBudget => ({ searches: maxSearches });

/** The number of the object whose `obj` starts at an offset. */
function numberBefore(bytes: Buffer, at: number, budget: SearchBudget): number | undefined {
  const line = bytes.toString('latin1', Math.max(0, at - lineBytes), at);
  const near = /(?<!\d)(\d{1,10})[ \t\0]+\d{1,5}[ \t\0]*$/.exec(line);
  if (near !== null && near.index > 0) return Number(near[1]);
  if (/[^\s\0\d][ \t\0]*$/.test(line)) return undefined;
  budget.searches -= 1;
  if (budget.searches < 0) throw new RangeError('The file separates too many objects from their numbers.');
  const before = bytes.toString('latin1', Math.max(0, at - numberBytes), at);
  const digits = /(\d{1,10})[\s\0]+\d{1,5}[\s\0]*$/.exec(before.replace(/%[^\r\n]*[\r\n]/g, ' '))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Objects that are defined in a range of bytes: each with its number and the offset of its value.
 * @throws RangeError when the budget of the file is used up
 */
export function* definitionsIn(
  { bytes, from, to }: Chunk,
  budget: SearchBudget,
): Generator<{ object: number; valueAt: number }> {
  for (let at = bytes.indexOf('obj', from); at !== -1 && at < to; at = bytes.indexOf('obj', at + 1)) {
    const object = numberBefore(bytes, at, budget);
    if (object !== undefined) yield { object, valueAt: at + 3 };
  }
}

/**
 * Objects in an unpacked object stream, each with the offset of its value. ISO 32000-2, 7.5.7.
 * @param first offset of the first object, which the numbers before it are relative to
 */
export function* objectsInStream(
  bytes: Buffer,
  first: number,
): Generator<{ object: number; valueAt: number }> {
  let object: number | undefined;
  for (const [digits] of bytes.toString('latin1', 0, first).matchAll(/\d{1,10}/g)) {
    if (object === undefined) {
      object = Number(digits);
      continue;
    }
    yield { object, valueAt: first + Number(digits) };
    object = undefined;
  }
  // A number without an offset: readers differ in what they take.
  if (object !== undefined) yield { object, valueAt: bytes.length };
}
