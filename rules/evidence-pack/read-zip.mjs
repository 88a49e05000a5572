/**
 * Reads the files of a ZIP where it lies. Evidence packs contain this file as it is, for their program and their page.
 */

/**
 * @typedef {object} RandomAccess A file of which any part can be read.
 * @property {number} size in bytes
 * @property {(position: number, length: number) => Promise<Uint8Array>} read
 */

/** @typedef {AsyncIterable<Uint8Array>} Bytes */
/** @typedef {(bytes: Bytes) => Bytes} Inflate Decompresses raw DEFLATE. */

/**
 * @typedef {object} PackFiles Files of a pack.
 * @property {ReadonlyMap<string, () => Bytes>} files by path, in Unicode form C
 * @property {string[]} problems
 */

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endLength = 22;
const longestComment = 65535;
const longestDirectory = 64 * 1024 * 1024;
const chunkBytes = 1024 * 1024;
const tooLarge32 = 0xffffffff;
const tooLarge16 = 0xffff;
const symbolicLink = 0o120000;
const fileKinds = 0o170000;

/** @param {Uint8Array} bytes */
const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const nameDecoder = new TextDecoder();

/**
 * @param {RandomAccess} zip
 * @param {number} position
 * @param {number} length
 */
async function readView(zip, position, length) {
  if (position < 0 || position + length > zip.size) throw new Error('The ZIP ends too early.');
  return viewOf(await zip.read(position, length));
}

/**
 * The central directory: number of entries, and its bytes.
 * @param {RandomAccess} zip
 */
async function readDirectory(zip) {
  const tailLength = Math.min(zip.size, endLength + longestComment);
  const tail = await readView(zip, zip.size - tailLength, tailLength);
  let at = tailLength - endLength;
  while (at >= 0 && tail.getUint32(at, true) !== endSignature) at -= 1;
  if (at < 0) throw new Error('This is not a ZIP, or its end is missing.');
  if (at + endLength !== tailLength) throw new Error('The ZIP has bytes after its end.');
  let count = tail.getUint16(at + 10, true);
  let size = tail.getUint32(at + 12, true);
  let start = tail.getUint32(at + 16, true);
  if (count === tooLarge16 || size === tooLarge32 || start === tooLarge32) {
    const locator = await readView(zip, zip.size - tailLength + at - 20, 20);
    const record = await readView(zip, Number(locator.getBigUint64(8, true)), 56);
    count = Number(record.getBigUint64(32, true));
    size = Number(record.getBigUint64(40, true));
    start = Number(record.getBigUint64(48, true));
  }
  if (size > longestDirectory) throw new Error('The directory of the ZIP is too large.');
  return { count, view: await readView(zip, start, size) };
}

/**
 * The 64-bit values of a ZIP64 extra field, which stand in this order, each only where its 32-bit place says that it is too large.
 * @param {DataView} extra
 * @param {number} wanted
 */
function zip64Values(extra, wanted) {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue;
    return Array.from({ length: wanted }, (_, index) => Number(extra.getBigUint64(at + 4 + index * 8, true)));
  }
  throw new Error('The ZIP lacks a field that its sizes need.');
}

/**
 * One entry of the directory.
 * @param {DataView} view
 * @param {number} at
 */
function readEntry(view, at) {
  if (view.getUint32(at, true) !== entrySignature) throw new Error('The directory of the ZIP is damaged.');
  const nameLength = view.getUint16(at + 28, true);
  const extraLength = view.getUint16(at + 30, true);
  const bytes = new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength + extraLength);
  const places = [
    view.getUint32(at + 24, true),
    view.getUint32(at + 20, true),
    view.getUint32(at + 42, true),
  ];
  const large = places.filter((place) => place === tooLarge32).length;
  const values = large === 0 ? [] : zip64Values(viewOf(bytes.subarray(nameLength)), large);
  const [size = 0, packed = 0, header = 0] = places.map((place) =>
    place === tooLarge32 ? (values.shift() ?? 0) : place,
  );
  return {
    method: view.getUint16(at + 10, true),
    mode: view.getUint32(at + 38, true) >>> 16,
    name: nameDecoder.decode(bytes.subarray(0, nameLength)),
    size,
    packed,
    header,
    next: at + 46 + nameLength + extraLength + view.getUint16(at + 32, true),
  };
}

/**
 * @param {RandomAccess} zip
 * @param {number} start
 * @param {number} length
 * @returns {Bytes}
 */
async function* readRange(zip, start, length) {
  for (let at = 0; at < length; at += chunkBytes) {
    const part = await readView(zip, start + at, Math.min(chunkBytes, length - at));
    yield new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
  }
}

/**
 * The content of an entry, whose header in place must have the name of the directory, and no more bytes than this states.
 * @param {RandomAccess} zip
 * @param {ReturnType<typeof readEntry>} entry
 * @param {Inflate} inflate
 * @returns {Bytes}
 */
async function* readContent(zip, { name, method, size, packed, header }, inflate) {
  const local = await readView(zip, header, 30);
  if (local.getUint32(0, true) !== localSignature) throw new Error('its place in the ZIP is damaged');
  const nameLength = local.getUint16(26, true);
  const localName = await readView(zip, header + 30, nameLength);
  if (nameDecoder.decode(localName) !== name) throw new Error('the ZIP has two names for it');
  const raw = readRange(zip, header + 30 + nameLength + local.getUint16(28, true), packed);
  if (method !== 0 && method !== 8) throw new Error('it is packed in an unknown way');
  let read = 0;
  for await (const chunk of packed === 0 || method === 0 ? raw : inflate(raw)) {
    read += chunk.byteLength;
    if (read > size) throw new Error('it is larger than the ZIP says');
    yield chunk;
  }
}

/** Why no file of a pack has this name; null for others. @param {string} path */
function findNameFault(path) {
  const isPlain = !/[\\:\0]|^\/|(^|\/)\.{0,2}(\/|$)/.test(path);
  return isPlain ? null : `Not a path in a pack: ${path}`;
}

/**
 * The files of a ZIP by their paths.
 * @param {RandomAccess} zip
 * @param {Inflate} inflate
 * @returns {Promise<PackFiles>}
 * @throws {Error} if it is no ZIP, incomplete or damaged
 */
export async function readZip(zip, inflate) {
  const { count, view } = await readDirectory(zip);
  /** @type {Map<string, () => Bytes>} */
  const files = new Map();
  /** @type {string[]} */
  const problems = [];
  /** @type {Set<string>} Systems that ignore case would store one over the other. */
  const folded = new Set();
  for (let index = 0, at = 0; index < count; index += 1) {
    const entry = readEntry(view, at);
    const path = entry.name.normalize('NFC');
    const fault = findNameFault(path);
    if (fault !== null) problems.push(fault);
    else if ((entry.mode & fileKinds) === symbolicLink) problems.push(`Symbolic link: ${path}`);
    else if (folded.has(path.toLowerCase())) problems.push(`Two files of one name: ${path}`);
    else files.set(path, () => readContent(zip, entry, inflate));
    folded.add(path.toLowerCase());
    at = entry.next;
  }
  return { files, problems };
}
