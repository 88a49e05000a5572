import { type FileBytes, type Inspection, refused } from './file-bytes.ts';
import { definitionsIn, newSearchBudget, type SearchBudget } from './pdf-actions.ts';
import type { StreamCipher } from './pdf-ciphers.ts';
import { type Chunk, getChunks, getPieces } from './pdf-pieces.ts';
import { openWithoutPassword } from './pdf-standard-security.ts';
import { type ByteBudget, followingText, nameAt } from './pdf-tokens.ts';
import { type PdfDictionary, type PdfValue, valueAt } from './pdf-values.ts';

/** Bytes of one file that are read as values. */
export const maxParsedBytes = 64 * 1024 * 1024;
/** Definitions of objects in one file; one of 10 MB has less than half of them. */
const maxDefinitions = 300_000;
const maxIds = 32;
const maxReferences = 100;
/** White space and comments between the name and its value. */
const maxGapBytes = 256;

const locked = refused(
  'needs a password to open, so it cannot be checked. Open it with its password, print it or save it as a new PDF without a password, and add that.',
);
export const unreadableProtection = refused(
  'is protected in a way that cannot be checked. Open it, print it to a new PDF, and add that.',
);
const certificate = refused(
  'is protected with a certificate, so it cannot be checked. Open it, print it to a new PDF, and add that.',
);
const conflicting = refused(
  'is protected in more than one way, so it cannot be checked. Open it, print it to a new PDF, and add that.',
);
const broken = refused(
  'has a damaged protection, so it cannot be checked. Open it, print it to a new PDF, and add that.',
);

/** Encryption of a document: none, the cipher of its streams, or why the file is rejected. */
export type Protection = undefined | { cipher: StreamCipher } | { rejection: Inspection };

/** Bytes of values and searches for numbers of objects that one file may still cost before its encryption is known. */
export type ProtectionBudget = ByteBudget & SearchBudget;
export const newProtectionBudget = (): ProtectionBudget => ({ bytes: maxParsedBytes, ...newSearchBudget() });

/** What the plain text of a file says about its encryption, at any position. */
interface Mentions {
  dictionaries: PdfDictionary[];
  references: Set<number>;
  ids: Map<string, Buffer>;
  isUnreadable: boolean;
}

function addEncrypt({ bytes }: Chunk, end: number, mentions: Mentions, budget: ByteBudget): void {
  // A gap longer than that hides the value.
  const text = followingText(bytes.subarray(0, end + maxGapBytes), end, budget).trimStart();
  const reference = /^(\d{1,10}) \d{1,5} R/.exec(text)?.[1];
  if (reference !== undefined) mentions.references.add(Number(reference));
  else if (text.startsWith('<<')) {
    const value = valueAt(bytes, end, budget);
    if (value?.type === 'dictionary') mentions.dictionaries.push(value.entries);
    else mentions.isUnreadable = true;
  }
  // A name that is a value itself, or whose value is another name, encrypts nothing in any reader.
  else if (!/^[/>\]]/.test(text)) mentions.isUnreadable = true;
}

function addId({ bytes }: Chunk, end: number, { ids }: Mentions, budget: ByteBudget): void {
  if (ids.size >= maxIds) return;
  const value = valueAt(bytes, end, budget);
  const first = value?.type === 'array' ? value.items[0] : undefined;
  if (first?.type === 'string') ids.set(first.bytes.toString('hex'), first.bytes);
}

/** Reads the names `Encrypt` and `ID` with their values in the whole file, not only where its trailers should be. */
async function readMentions(file: FileBytes, budget: ByteBudget): Promise<Mentions> {
  const mentions: Mentions = {
    dictionaries: [],
    references: new Set(),
    ids: new Map([['', Buffer.alloc(0)]]),
    isUnreadable: false,
  };
  for await (const piece of getPieces(getChunks(file))) {
    const { bytes, from, to } = piece;
    for (let slash = bytes.indexOf(0x2f, from); slash !== -1 && slash < to; ) {
      const next = bytes[slash + 1];
      // `E`, `I`, or an escape.
      if (next === 0x45 || next === 0x49 || next === 0x23) {
        const { name, end } = nameAt(bytes, slash);
        if (name === 'Encrypt') addEncrypt(piece, end, mentions, budget);
        else if (name === 'ID') addId(piece, end, mentions, budget);
        if (mentions.references.size > maxReferences) mentions.isUnreadable = true;
        if (mentions.isUnreadable) return mentions;
      }
      slash = bytes.indexOf(0x2f, slash + 1);
    }
  }
  return mentions;
}

/**
 * Every definition of the encryption dictionaries that are objects of their own. Other objects that have the entries of such a dictionary
 * are included: a reader that starts within the number of an object reads another number. Undefined if one is missing or is no dictionary,
 * or if the file has too many objects.
 */
async function definedDictionaries(
  file: FileBytes,
  references: ReadonlySet<number>,
  budget: ProtectionBudget,
): Promise<PdfDictionary[] | undefined> {
  const dictionaries: PdfDictionary[] = [];
  const defined = new Set<number>();
  let definitions = 0;
  for await (const piece of getPieces(getChunks(file))) {
    for (const { object, valueAt: at } of definitionsIn(piece, budget)) {
      definitions += 1;
      if (definitions > maxDefinitions) return undefined;
      const value = valueAt(piece.bytes, at, budget);
      const entries = value?.type === 'dictionary' ? value.entries : undefined;
      if (references.has(object)) {
        if (entries === undefined) return undefined;
        defined.add(object);
        dictionaries.push(entries);
      } else if (entries !== undefined && ['O', 'U', 'R'].every((key) => entries.has(key))) {
        dictionaries.push(entries);
      }
    }
  }
  return defined.size === references.size ? dictionaries : undefined;
}

/** A text that is the same for equal values. */
function canonical(value: PdfValue): string {
  if (value.type === 'string') return `(${value.bytes.toString('hex')})`;
  if (value.type === 'name') return `/${JSON.stringify(value.name)}`;
  if (value.type === 'number') return String(value.number);
  if (value.type === 'array') return `[${value.items.map(canonical).join(' ')}]`;
  if (value.type === 'other') return '?';
  return `<${[...value.entries]
    .map(([key, entry]) => `${JSON.stringify(key)} ${canonical(entry)}`)
    .sort()
    .join(' ')}>`;
}

/**
 * Finds how a document is encrypted, and opens it with the empty password. Everything that says so must say the same: what a reader takes
 * from the last trailer, another takes from the first.
 */
export async function readProtection(file: FileBytes, budget = newProtectionBudget()): Promise<Protection> {
  try {
    const { dictionaries, references, ids, isUnreadable } = await readMentions(file, budget);
    if (isUnreadable) return { rejection: broken };
    if (dictionaries.length === 0 && references.size === 0) return undefined;
    const defined = await definedDictionaries(file, references, budget);
    if (defined === undefined) return { rejection: broken };
    const all = [...dictionaries, ...defined];
    const [first] = all;
    if (first === undefined) return { rejection: broken };
    const texts = new Set(all.map((entries) => canonical({ type: 'dictionary', entries })));
    if (texts.size > 1) return { rejection: conflicting };
    const handler = first.get('Filter');
    if (handler?.type === 'name' && /^Adobe\.PubSec$|^Adobe\.PPK/.test(handler.name))
      return { rejection: certificate };
    const opened = openWithoutPassword(first, [...ids.values()]);
    if (opened === 'needs a password') return { rejection: locked };
    if (opened === 'unreadable') return { rejection: unreadableProtection };
    return { cipher: opened };
  } catch (error) {
    // More values than any document has, or a method that the platform does not allow, such as MD5 in its restricted mode.
    if (error instanceof RangeError || (error as NodeJS.ErrnoException).code?.startsWith('ERR_'))
      return { rejection: unreadableProtection };
    throw error;
  }
}
