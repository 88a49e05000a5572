import { createInflate } from 'node:zlib';
import { damaged, type FileBytes, type Inspection, refused } from './file-bytes.ts';

/** Bytes inspected at a time, and the context inspected around a match. */
const pieceBytes = 256 * 1024;
const aroundBytes = 64 * 1024;

/** All that the object streams of one file may unpack to. */
const maxUnpackedBytes = 64 * 1024 * 1024;
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
const embeds = refused('contains embedded files. Remove them and upload each separately.');
const forms = refused('is a form that changes itself (XFA). Open it, print it to a new PDF, and add that.');
const locked = refused(
  'is protected with a password or against copying, so it cannot be checked. Save it without protection, then add it.',
);
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
  Encrypt: locked,
};

/** Short names occur by chance in compressed pictures: they count only before a value. */
const shortNames = new Set(['JS', 'EF']);

const isSpace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0;
const isDelimiter = (byte: number) => '()<>[]{}/%'.includes(String.fromCharCode(byte));
const isReadable = (byte: number) => (byte >= 0x20 && byte < 0x7f) || isSpace(byte);

/** Name after a slash: at most 40 characters, `#xx` resolved. */
function nameAt(bytes: Buffer, slash: number): { name: string; end: number } {
  let name = '';
  let at = slash + 1;
  for (; at < bytes.length && name.length < 40; at += 1) {
    const byte = bytes[at] as number;
    if (isSpace(byte) || isDelimiter(byte)) break;
    const hex =
      byte === 0x23 ? /^[0-9a-f]{2}/i.exec(bytes.toString('latin1', at + 1, at + 3))?.[0] : undefined;
    name += String.fromCharCode(hex === undefined ? byte : Number.parseInt(hex, 16));
    if (hex !== undefined) at += 2;
  }
  return { name, end: at };
}

/** A range of bytes with its surroundings; only slashes from `from` to `to` are inspected. */
interface Chunk {
  bytes: Buffer;
  from: number;
  to: number;
  /** Of `bytes[0]` in the whole. */
  offset: number;
}

/** Result at a slash: a rejection, or an object stream whose dictionary contains the slash. */
function* findings(piece: Chunk): Generator<Inspection | { slash: number }> {
  const { bytes, from, to } = piece;
  for (
    let slash = bytes.indexOf(0x2f, from);
    slash !== -1 && slash < to;
    slash = bytes.indexOf(0x2f, slash + 1)
  ) {
    const { name, end } = nameAt(bytes, slash);
    const rejection = Object.hasOwn(refusals, name) ? refusals[name] : undefined;
    if (rejection !== undefined && (!shortNames.has(name) || standsAsShortName(name, bytes, slash, end)))
      yield rejection;
    // Some readers do not require the type, but all require the offset of the first object.
    if (name === 'ObjStm' || name === 'First') yield { slash };
  }
}

type StreamStart = { dataAt: number } | 'no stream' | 'out of reach';

/** End of the literal string that starts at a bracket; strings nest, and a backslash escapes the next byte. */
function endOfString(bytes: Buffer, open: number, limit: number): number {
  let depth = 0;
  for (let at = open; at < limit; at += 1) {
    const byte = bytes[at];
    if (byte === 0x5c) at += 1;
    else if (byte === 0x28) depth += 1;
    else if (byte === 0x29) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return limit;
}

function endOfLine(bytes: Buffer, from: number, limit: number): number {
  let at = from;
  while (at < limit && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1;
  return at;
}

/** Following text, at most 40 characters, with white space and comments collapsed to one space. */
function followingText(bytes: Buffer, from: number): string {
  let text = '';
  for (let at = from; at < bytes.length && text.length < 40; at += 1) {
    const byte = bytes[at] as number;
    const isBlank = isSpace(byte) || byte === 0x25;
    if (byte === 0x25) at = endOfLine(bytes, at, bytes.length);
    if (!isBlank) text += String.fromCharCode(byte);
    else if (!text.endsWith(' ')) text += ' ';
  }
  return text;
}

/**
 * Whether a short name precedes a value. For scripts, readable characters must precede it too, since their bracket is common; the
 * action that runs a script has a distinctive name anyway. The embedded files of a filespec have none: a dictionary or a reference
 * is sufficient.
 */
function standsAsShortName(name: string, bytes: Buffer, slash: number, end: number): boolean {
  const value = followingText(bytes, end);
  // A gap longer than the inspected text hides the value.
  if (name === 'EF') return /^ ?(<<|\d+ \d+ R|$)/.test(value);
  for (let at = Math.max(0, slash - 4); at < slash; at += 1)
    if (!isReadable(bytes[at] as number)) return false;
  return /^ ?(\(|<|\[|\d+ \d+ R|$)/.test(value);
}

/** The end of the dictionary that a place is in, read as every reader does: past strings, comments and dictionaries within. */
function endOfDictionary(bytes: Buffer, from: number, limit: number): number | undefined {
  let depth = 1;
  for (let at = from; at < limit; ) {
    const byte = bytes[at];
    const twice = bytes[at + 1] === byte;
    if (byte === 0x28) at = endOfString(bytes, at, limit);
    else if (byte === 0x25) at = endOfLine(bytes, at, limit);
    else if (byte === 0x3c && twice) {
      depth += 1;
      at += 2;
    } else if (byte === 0x3e && twice) {
      depth -= 1;
      at += 2;
      if (depth === 0) return at;
    } else at += 1;
  }
  return undefined;
}

/** Start of the stream data whose dictionary contains a slash, as an offset in the whole file. */
function streamAt({ bytes, offset }: Chunk, slash: number): StreamStart {
  const limit = Math.min(bytes.length, slash + aroundBytes);
  const end = endOfDictionary(bytes, slash, limit);
  if (end === undefined) return 'out of reach';
  let at = end;
  while (at < limit && (isSpace(bytes[at] as number) || bytes[at] === 0x25)) {
    at = bytes[at] === 0x25 ? endOfLine(bytes, at, limit) : at + 1;
  }
  if (at >= limit) return end === bytes.length ? 'no stream' : 'out of reach';
  const match = /^stream(\r\n|\n|\r)?/.exec(bytes.toString('latin1', at, at + 8));
  return match === null ? 'no stream' : { dataAt: offset + at + match[0].length };
}

/** Joins chunks into larger ones with their surroundings. */
async function* getPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Chunk> {
  let bytes = Buffer.alloc(0);
  let offset = 0;
  let seen = 0;
  for await (const chunk of chunks) {
    bytes = Buffer.concat([bytes, chunk]);
    if (bytes.length - seen < pieceBytes + aroundBytes) continue;
    const to = bytes.length - aroundBytes;
    yield { bytes, from: seen, to, offset };
    const dropped = Math.max(0, to - aroundBytes);
    bytes = Buffer.from(bytes.subarray(dropped));
    offset += dropped;
    seen = to - dropped;
  }
  yield { bytes, from: seen, to: bytes.length, offset };
}

async function* getChunks(file: FileBytes, from = 0): AsyncGenerator<Buffer> {
  for (let at = from; at < file.size; ) {
    const chunk = await file.read(at, pieceBytes);
    if (chunk.length === 0) return;
    at += chunk.length;
    yield chunk;
  }
}

interface Budget {
  unpackedBytes: number;
  objectStreams: number;
  places: number;
}

/** Decompressed content of an object stream, within the budget; bytes after its end are not read. */
async function* unpacked(file: FileBytes, dataAt: number, budget: Budget): AsyncGenerator<Buffer> {
  const inflate = createInflate({ chunkSize: 64 * 1024 });
  const feed = async () => {
    for await (const chunk of getChunks(file, dataAt)) {
      if (inflate.destroyed || inflate.writableEnded) return;
      if (!inflate.write(chunk))
        await new Promise<void>((done) => inflate.once('drain', done).once('close', done));
    }
    if (!inflate.destroyed) inflate.end();
  };
  inflate.once('end', () => inflate.destroy());
  const fed = feed().catch((error: unknown) => void inflate.destroy(error as Error));
  try {
    for await (const chunk of inflate) {
      budget.unpackedBytes += (chunk as Buffer).length;
      if (budget.unpackedBytes > maxUnpackedBytes) throw new RangeError('It unpacks to too much.');
      yield chunk as Buffer;
    }
  } finally {
    inflate.destroy();
    await fed;
  }
}

/**
 * An object stream starts with numbers, then its first object. If the decompressed content differs, it is compressed twice or otherwise,
 * whatever its dictionary declares.
 */
const beginsAsObjects = /^[\d \t\r\n\f]*(?:$|[<[(/+.-]|true|false|null)/;

/** Decompresses an object stream, nearly always deflated once; other filters cannot be inspected. */
async function inspectObjectStream(file: FileBytes, dataAt: number, budget: Budget): Promise<Inspection> {
  budget.objectStreams += 1;
  if (budget.objectStreams > maxObjectStreams) return uncheckable;
  try {
    for await (const piece of getPieces(unpacked(file, dataAt, budget))) {
      if (piece.offset === 0 && piece.from === 0 && !beginsAsObjects.test(piece.bytes.toString('latin1')))
        return uncheckable;
      for (const found of findings(piece)) if ('ok' in found) return found;
    }
    return { ok: true, drawable: false };
  } catch {
    return uncheckable;
  }
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
 * Scans every byte of a PDF, without relying on its structure, for active content: scripts, programs to launch, embedded files. Objects
 * in object streams are decompressed and scanned too. Rejects files that cannot be scanned (encrypted, unusual compression, excessive
 * decompressed size). The file is not modified.
 */
export async function inspectPdf(file: FileBytes): Promise<Inspection> {
  const end = await inspectEnd(file);
  if (end !== undefined) return end;
  const budget: Budget = { unpackedBytes: 0, objectStreams: 0, places: 0 };
  const done = new Set<number>();
  for await (const piece of getPieces(getChunks(file))) {
    for (const found of findings(piece)) {
      if ('ok' in found) return found;
      budget.places += 1;
      const start = streamAt(piece, found.slash);
      if (start === 'out of reach' || budget.places > maxPlaces) return uncheckable;
      if (start === 'no stream' || done.has(start.dataAt)) continue;
      done.add(start.dataAt);
      const inside = await inspectObjectStream(file, start.dataAt, budget);
      if (!inside.ok) return inside;
    }
  }
  return { ok: true, drawable: false };
}
