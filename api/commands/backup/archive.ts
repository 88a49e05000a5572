import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { extract, type Pack, pack } from 'tar-stream';

/** An entry of an archive, as its manifest lists it. */
export interface ArchivedEntry {
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

/** An archive that ends early or has other bytes than were written. */
export function damagedArchive(cause?: unknown): Error {
  return new Error('The backup is incomplete or damaged, so nothing was restored.', { cause });
}

/**
 * Reads an archive entry by entry, in order; one entry is in memory at a time.
 * @throws Error for the operator if the archive is incomplete, damaged or not readable with the key; what `take` throws.
 */
export async function readArchive(
  file: string,
  identityFile: string | undefined,
  take: (name: string, content: Buffer) => Promise<void>,
): Promise<ArchivedEntry[]> {
  const source = await decrypted(file, identityFile);
  const tar = extract();
  const entries: ArchivedEntry[] = [];
  let refused: { error: unknown } | undefined;
  const feeding = pipeline(source, createGunzip(), tar as unknown as Writable);
  feeding.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const { name } = entry.header;
      const content = await buffer(entry as unknown as Readable);
      await take(name, content).catch((error: unknown) => {
        refused = { error };
        throw error;
      });
      const sha256 = createHash('sha256').update(content).digest('hex');
      entries.push({ name, size: content.length, sha256 });
    }
    await feeding;
    return entries;
  } catch (error) {
    source.destroy();
    throw refused === undefined ? damagedArchive(error) : refused.error;
  }
}
