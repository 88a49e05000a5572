import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { extract, type Header, type Pack, pack } from 'tar-stream';
import { BackupFault, damagedBackup, shownName } from './backup-fault.ts';

/** An entry that was written. */
interface ArchivedEntry {
  name: string;
  /** In bytes. */
  size: number;
  sha256: string;
}

export interface ArchiveWriter {
  /** Adds an entry whose bytes are in memory. */
  add(name: string, bytes: Uint8Array): Promise<ArchivedEntry>;
}

/** Resolves when the entry is written, which waits for the archive's reader, so that memory does not grow with the archive. */
async function addEntry(tar: Pack, name: string, bytes: Uint8Array): Promise<ArchivedEntry> {
  await new Promise<void>((done, fail) => {
    const sink = tar.entry({ name, size: bytes.length, mode: 0o600, mtime: new Date(0) }, (error) =>
      error ? fail(error) : done(),
    );
    sink.end(bytes);
  });
  return { name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Encrypts for a recipient in the age format, or passes through. @throws Error for the operator if the recipient is none. */
async function encrypted(stream: Readable, recipient: string | undefined): Promise<Readable> {
  if (recipient === undefined) return stream;
  const encrypter = new Encrypter();
  try {
    encrypter.addRecipient(recipient);
  } catch (error) {
    throw new Error('--recipient must be the public key of an age key pair, such as age1….', {
      cause: error,
    });
  }
  const sealed = await encrypter.encrypt(
    Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>,
  );
  return Readable.fromWeb(sealed as unknown as ReadableStream);
}

/** Flushes a file or folder to disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

/**
 * Writes an archive (tar, gzip, and age with a recipient) under a temporary name, and renames it when it is complete and on the disk: a
 * killed process leaves no archive that looks whole.
 * @throws what `fill` throws; then only the temporary file is left.
 */
export async function writeArchive(
  file: string,
  recipient: string | undefined,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const unfinished = `${file}.partial`;
  const tar = pack();
  const gzip = createGzip();
  const output = await encrypted(gzip, recipient);
  const written = Promise.all([
    pipeline(tar as unknown as Readable, gzip),
    pipeline(output, createWriteStream(unfinished, { mode: 0o600 })),
  ]);
  // Awaited below; a failure before must not count as unhandled.
  written.catch(() => undefined);
  try {
    await Promise.race([
      fill({
        add: (name, bytes) => addEntry(tar, name, bytes),
      }),
      // A full disk ends the writing, and with it the filling.
      written.then(() => new Promise<never>(() => undefined)),
    ]);
    tar.finalize();
  } catch (error) {
    tar.destroy();
    await written.catch(() => undefined);
    throw error;
  }
  await written;
  await flush(unfinished);
  await rename(unfinished, file);
  await flush(dirname(file));
}

/** Decrypts a file in the age format with an identity file, as `age-keygen` writes it; passes others through. */
async function decrypted(file: string, identityFile: string | undefined): Promise<Readable> {
  const handle = await open(file, 'r');
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(21), 0, 21, 0);
  await handle.close();
  const stream = createReadStream(file);
  if (buffer.subarray(0, bytesRead).toString('latin1') !== 'age-encryption.org/v1') return stream;
  if (identityFile === undefined) {
    throw new Error('This backup is encrypted. Enter the file of its secret key as --identity.');
  }
  const identity = /^AGE-SECRET-KEY-\S+$/m.exec(await readFile(identityFile, 'utf8'))?.[0];
  if (identity === undefined) throw new Error(`${identityFile} holds no secret key of age.`);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    const opened = await decrypter.decrypt(
      Readable.toWeb(stream) as unknown as globalThis.ReadableStream<Uint8Array>,
    );
    return Readable.fromWeb(opened as unknown as ReadableStream);
  } catch (error) {
    stream.destroy();
    throw new Error('This backup cannot be decrypted with that key, or it is damaged.', { cause: error });
  }
}

/** An entry's name and size in bytes, as the archive states them. */
export interface EntryHeader {
  name: string;
  size: number;
}

const blockBytes = 512;
const inBlocks = (bytes: number) => Math.ceil(bytes / blockBytes) * blockBytes;
/** An archive ends with two empty blocks. */
const endBytes = 2 * blockBytes;
/** More than what is read ahead: so many bytes that belong to no entry are not skipped first. */
const maxGapBytes = 1024 * 1024;

/** What `tar-stream` knows of an entry beyond its types. */
type FoundHeader = Pick<Header, 'name' | 'size'> & {
  type: string | null;
  pax: unknown;
  /** Where its content starts. */
  byteOffset: number;
};

/** Entries are plain files, one directly after the other: no links, no folders, no headers that would give an entry another name. */
function requirePlainFile({ name, type, pax, byteOffset }: FoundHeader, end: number): void {
  if (type !== 'file') {
    throw new BackupFault(`The entry ${shownName(name)} is not a file but a ${type ?? 'unknown type'}.`);
  }
  if (pax !== null) throw new BackupFault(`The entry ${shownName(name)} has an extended header (pax).`);
  if (byteOffset !== end + blockBytes) {
    throw new BackupFault(`There are bytes that belong to no entry before ${shownName(name)}.`);
  }
}

const trailing = () => new BackupFault('There are bytes that belong to no entry after the last one.');

/** Counts what passes. */
const counting = (count: (bytes: number) => void) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      count(chunk.length);
      yield chunk;
    }
  };

/** The content of an entry. @throws BackupFault where the archive ends or breaks within it. */
async function* readContent(entry: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* entry;
  } catch (error) {
    throw damagedBackup(error);
  }
}

/**
 * Reads an archive entry by entry, in order. `take` reads each content to its end, as a stream, or throws.
 * @throws BackupFault if the archive is incomplete, damaged, or has anything but plain files; Error if it is not readable with the key; what
 * `take` throws.
 */
export async function readArchive(
  file: string,
  identityFile: string | undefined,
  take: (entry: EntryHeader, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<void> {
  const source = await decrypted(file, identityFile);
  const [gunzip, tar] = [createGunzip(), extract()];
  const read = { packed: 0, unpacked: 0, end: 0 };
  const feeding = pipeline(
    source,
    counting((bytes) => {
      read.packed += bytes;
    }),
    gunzip,
    counting((bytes) => {
      read.unpacked += bytes;
      if (read.unpacked > read.end + maxGapBytes) throw trailing();
    }),
    tar as unknown as Writable,
  );
  feeding.catch(() => undefined);
  let refused: { error: unknown } | undefined;
  try {
    for await (const entry of tar) {
      const header = entry.header as unknown as FoundHeader;
      const { name, size, byteOffset } = header;
      requirePlainFile(header, read.end);
      read.end = byteOffset + inBlocks(size);
      await take({ name, size }, readContent(entry as unknown as AsyncIterable<Buffer>)).catch(
        (error: unknown) => {
          refused = { error };
          throw error;
        },
      );
    }
    await feeding;
    if (read.unpacked !== read.end + endBytes || gunzip.bytesWritten !== read.packed) throw trailing();
  } catch (error) {
    source.destroy();
    if (refused !== undefined) throw refused.error;
    if (error instanceof BackupFault) throw error;
    const broken: unknown = await feeding.then(() => undefined).catch((cause: unknown) => cause);
    throw broken instanceof BackupFault ? broken : damagedBackup(error);
  }
}

/** The content of an entry. The caller has limited its size. */
async function gather(content: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for await (const chunk of content) at += chunk.copy(bytes, at);
  if (at !== size) throw damagedBackup();
  return bytes;
}

/** The SHA-256, in hex, of an entry, and its bytes; empty if they are not to be held in memory. The caller has limited its size. */
export async function digestEntry(
  { size }: EntryHeader,
  content: AsyncIterable<Buffer>,
  isHeld: boolean,
): Promise<{ sha256: string; bytes: Buffer }> {
  const hash = createHash('sha256');
  const bytes = isHeld ? await gather(content, size) : Buffer.alloc(0);
  if (isHeld) hash.update(bytes);
  else for await (const chunk of content) hash.update(chunk);
  return { sha256: hash.digest('hex'), bytes };
}
