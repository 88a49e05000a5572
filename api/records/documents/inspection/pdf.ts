import { damaged, type FileBytes, type Inspection, refused } from './file-bytes.ts';
import { actionAt, afterBlanks, definitionsIn, newSearchBudget, objectsInStream } from './pdf-actions.ts';
import type { StreamCipher } from './pdf-ciphers.ts';
import { decryptedStream, objectNumbersAt } from './pdf-encrypted-streams.ts';
import { readProtection, unreadableProtection } from './pdf-encryption.ts';
import { isWithoutPredictor } from './pdf-object-streams.ts';
import {
  aroundBytes,
  type Budget,
  type Chunk,
  getChunks,
  getPieces,
  newBudget,
  unpacked,
} from './pdf-pieces.ts';
import { type ByteBudget, endOfDictionary, followingText, isReadable, nameAt, spend } from './pdf-tokens.ts';

const maxObjectStreams = 5000;
/** Limit of candidates for object streams: other objects, such as tables of contents, match too. */
const maxPlaces = 20_000;

const scripts = refused(
  'holds scripts. Open it, print it to a new PDF, which leaves them out, and add that.',
);
const launches = refused(
  'can start programs or open other files. Open it, print it to a new PDF, and add that.',
);
const submits = refused(
  'can send what is typed into it elsewhere. Open it, print it to a new PDF, and add that.',
);
const starts = refused(
  'runs an action when it is opened or read, such as visiting a website. Open it, print it to a new PDF, and add that.',
);
const embeds = refused('contains embedded files. Remove them and upload each separately.');
const forms = refused('is a form that changes itself (XFA). Open it, print it to a new PDF, and add that.');
const uncheckable = refused(
  'is packed in a way that cannot be checked. Open it, print it to a new PDF, and add that.',
);
const twofold = refused(
  'is a PDF combined with another file format. Open it, print it to a new PDF, and add that.',
);

/** Names (ISO 32000-2) that occur only in documents with active content; whole names, `#xx` resolved. */
const refusals: Record<string, Inspection> = {
  JavaScript: scripts,
  JS: scripts,
  // An action that plays media, and the only other action that can run a script.
  Rendition: scripts,
  Launch: launches,
  ImportData: launches,
  GoToE: launches,
  GoToR: launches,
  SubmitForm: submits,
  EmbeddedFile: embeds,
  EmbeddedFiles: embeds,
  FileAttachment: embeds,
  EF: embeds,
  RichMedia: embeds,
  XFA: forms,
  // Actions that run by themselves, when a page is turned or a field is entered. ISO 32000-2, 12.6.3.
  AA: starts,
};

/** Short names occur by chance in compressed pictures: they count only before a value. */
const shortNames = new Set(['JS', 'EF', 'AA']);

/**
 * Result at a slash: a rejection, an object stream whose dictionary contains the slash, or the object that says what opening does.
 * @throws RangeError when the budget is used up
 */
function* findings(
  piece: Chunk,
  context: ByteBudget,
): Generator<Inspection | { slash: number } | { object: number } | { encrypt: true }> {
  const { bytes, from, to } = piece;
  for (
    let slash = bytes.indexOf(0x2f, from);
    slash !== -1 && slash < to;
    slash = bytes.indexOf(0x2f, slash + 1)
  ) {
    const { name, end } = nameAt(bytes, slash);
    const rejection = Object.hasOwn(refusals, name) ? refusals[name] : undefined;
    if (
      rejection !== undefined &&
      (!shortNames.has(name) || standsAsShortName(name, bytes, { slash, end }, context))
    )
      yield rejection;
    // Some readers do not require the type, but all require the offset of the first object.
    if (name === 'ObjStm' || name === 'First') yield { slash };
    if (name === 'Encrypt') yield { encrypt: true };
    if (name === 'OpenAction') {
      const action = actionAt(bytes, end, context);
      if (action === 'action') yield starts;
      else if (action !== 'place') yield action;
    }
  }
}

/** A PDF under inspection, with the cipher of its streams if they are encrypted. */
interface Inspected {
  file: FileBytes;
  cipher: StreamCipher | undefined;
  budget: Budget;
}

type StreamStart = { dataAt: number; dictionaryEnd: number } | 'no stream' | 'out of reach';

/**
 * Whether a short name precedes a value. For scripts, readable characters must precede it too, since their bracket is common; the
 * action that runs a script has a distinctive name anyway. The embedded files of a filespec and actions that run by themselves have none:
 * a dictionary or a reference is sufficient.
 */
function standsAsShortName(
  name: string,
  bytes: Buffer,
  { slash, end }: { slash: number; end: number },
  context: ByteBudget,
): boolean {
  const value = followingText(bytes, end, context);
  // A gap longer than the inspected text hides the value.
  if (name === 'EF' || name === 'AA') return /^ ?(<<|\d+ \d+ R|$)/.test(value);
  for (let at = Math.max(0, slash - 4); at < slash; at += 1)
    if (!isReadable(bytes[at] as number)) return false;
  return /^ ?(\(|<|\[|\d+ \d+ R|$)/.test(value);
}

/** Start of the stream data whose dictionary contains a slash, as an offset in the whole file. */
function streamAt({ bytes, offset }: Chunk, slash: number, context: ByteBudget): StreamStart {
  const limit = Math.min(bytes.length, slash + aroundBytes);
  const end = endOfDictionary(bytes, slash, limit);
  if (end === undefined) return 'out of reach';
  const at = afterBlanks(bytes.subarray(0, limit), end);
  spend(context, at - slash);
  if (at >= limit) return end === bytes.length ? 'no stream' : 'out of reach';
  const match = /^stream(\r\n|\n|\r)?/.exec(bytes.toString('latin1', at, at + 8));
  return match === null ? 'no stream' : { dataAt: offset + at + match[0].length, dictionaryEnd: end };
}

/** Data of an object stream as deflated; undefined if predicted, or encrypted in a way that readers could take differently. */
async function packedData(
  { file, cipher, budget }: Inspected,
  { bytes, offset }: Chunk,
  slash: number,
  { dataAt, dictionaryEnd }: { dataAt: number; dictionaryEnd: number },
): Promise<AsyncIterable<Buffer> | undefined> {
  if (cipher === undefined) {
    return isWithoutPredictor(bytes, slash, dictionaryEnd, budget.context)
      ? getChunks(file, dataAt)
      : undefined;
  }
  // Readers differ in where data start that follow no line feed. ISO 32000-2, 7.3.8.1.
  if (bytes[dataAt - offset - 1] !== 0x0a) return undefined;
  const numbers = objectNumbersAt(bytes, slash, dictionaryEnd);
  return numbers && (await decryptedStream(file, dataAt, { cipher, numbers }));
}

/**
 * An object stream starts with numbers, then its first object. If the decompressed content differs, it is compressed twice or otherwise,
 * whatever its dictionary declares.
 */
const beginsAsObjects = /^[\d \t\r\n\f]*(?:$|[<[(/+.-]|true|false|null)/;

/** Decompresses an object stream, nearly always deflated once; other filters cannot be inspected. */
async function inspectObjectStream(
  inspected: Inspected,
  chunk: Chunk,
  slash: number,
  start: { dataAt: number; dictionaryEnd: number },
): Promise<Inspection> {
  const { budget } = inspected;
  budget.objectStreams += 1;
  if (budget.objectStreams > maxObjectStreams) return uncheckable;
  try {
    const data = await packedData(inspected, chunk, slash, start);
    if (data === undefined) return uncheckable;
    for await (const piece of getPieces(unpacked(data, budget))) {
      if (piece.offset === 0 && piece.from === 0 && !beginsAsObjects.test(piece.bytes.toString('latin1')))
        return uncheckable;
      for (const found of findings(piece, budget.context)) {
        if ('ok' in found) return found;
        if ('encrypt' in found) return unreadableProtection;
        if ('object' in found) budget.openingObjects.add(found.object);
      }
    }
    return { ok: true, drawable: false };
  } catch {
    return uncheckable;
  }
}

/** The offset of the first object that an object stream's dictionary declares; undefined where a reader would have to look elsewhere. */
function firstAt({ bytes }: Chunk, slash: number, context: ByteBudget): number | undefined {
  const { name, end } = nameAt(bytes, slash);
  if (name !== 'First') return undefined;
  const digits = /^ ?(\d{1,7})(?= ?[/>])/.exec(followingText(bytes, end, context))?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** What some objects are as an opening action, each defined in these bytes. */
function* actionsOf(
  objects: ReadonlySet<number>,
  bytes: Buffer,
  definitions: Iterable<{ object: number; valueAt: number }>,
  context: ByteBudget,
) {
  for (const { object, valueAt } of definitions) {
    if (objects.has(object)) yield { object, action: actionAt(bytes, valueAt, context) };
  }
}

/** Every definition of these objects in the file, and those in object streams: a later one replaces an earlier one. */
async function* definedActions(inspected: Inspected, objects: ReadonlySet<number>) {
  const searches = newSearchBudget();
  const { budget } = inspected;
  for await (const piece of getPieces(getChunks(inspected.file))) {
    yield* actionsOf(objects, piece.bytes, definitionsIn(piece, searches), budget.context);
    for (const found of findings(piece, budget.context)) {
      if (!('slash' in found) || nameAt(piece.bytes, found.slash).name !== 'First') continue;
      const start = streamAt(piece, found.slash, budget.context);
      if (typeof start === 'string') continue;
      const first = firstAt(piece, found.slash, budget.context);
      if (first === undefined) throw new RangeError('The first object is declared elsewhere.');
      const data = await packedData(inspected, piece, found.slash, start);
      if (data === undefined) throw new RangeError('The objects are encrypted ambiguously.');
      const parts: Buffer[] = [];
      for await (const part of unpacked(data, budget)) parts.push(part);
      const content = Buffer.concat(parts);
      yield* actionsOf(objects, content, objectsInStream(content, first), budget.context);
    }
  }
}

/** Whether every definition of the objects that say what opening does only shows a place in the document, and each has one. */
async function inspectOpening(inspected: Inspected, objects: ReadonlySet<number>): Promise<Inspection> {
  const defined = new Set<number>();
  try {
    for await (const { object, action } of definedActions({ ...inspected, budget: newBudget() }, objects)) {
      if (action !== 'place') return starts;
      defined.add(object);
    }
  } catch {
    return uncheckable;
  }
  return defined.size === objects.size ? { ok: true, drawable: false } : starts;
}

/** A PDF ends near its last `%%EOF`, and must not end with the directory of a ZIP archive: archive readers start there. */
async function inspectEnd(file: FileBytes): Promise<Inspection | undefined> {
  const tail = await file.read(Math.max(0, file.size - aroundBytes - 22), aroundBytes + 22);
  if (tail.includes(Buffer.from('PK\x05\x06', 'latin1'))) return twofold;
  const end = tail.lastIndexOf('%%EOF');
  if (end === -1) return damaged;
  return tail.length - end > 2048 ? twofold : undefined;
}

/**
 * Scans every byte, as long as the budget lasts.
 * @throws RangeError when it is used up
 */
async function scan(inspected: Inspected): Promise<Inspection> {
  const { file, budget } = inspected;
  const done = new Set<number>();
  for await (const piece of getPieces(getChunks(file))) {
    for (const found of findings(piece, budget.context)) {
      if ('ok' in found) return found;
      if ('object' in found) {
        budget.openingObjects.add(found.object);
        continue;
      }
      // In plain text, read above.
      if ('encrypt' in found) continue;
      budget.places += 1;
      const start = streamAt(piece, found.slash, budget.context);
      if (start === 'out of reach' || budget.places > maxPlaces) return uncheckable;
      if (start === 'no stream' || done.has(start.dataAt)) continue;
      done.add(start.dataAt);
      const inside = await inspectObjectStream(inspected, piece, found.slash, start);
      if (!inside.ok) return inside;
    }
  }
  if (budget.openingObjects.size > 0) return inspectOpening(inspected, budget.openingObjects);
  return { ok: true, drawable: false };
}

/**
 * Scans every byte of a PDF, without relying on its structure, for active content: scripts, programs to launch, embedded files, and
 * whatever runs by itself when the file is opened, except showing a place in it. Objects in object streams are decrypted, if the file opens
 * without a password, decompressed and scanned too; names outside of them are never encrypted. Rejects files that cannot be scanned (a
 * password, unusual protection or compression, excessive decompressed size, more around names than can be read). The file is not modified.
 */
export async function inspectPdf(file: FileBytes, budget = newBudget()): Promise<Inspection> {
  const end = await inspectEnd(file);
  if (end !== undefined) return end;
  const protection = await readProtection(file);
  if (protection !== undefined && 'rejection' in protection) return protection.rejection;
  try {
    return await scan({ file, cipher: protection?.cipher, budget });
  } catch (error) {
    if (error instanceof RangeError) return uncheckable;
    throw error;
  }
}
