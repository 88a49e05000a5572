import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A received file on the local disk; only a chunk is ever in memory. */
export interface StagedFile {
  path: string;
  /** Bytes written; at most the limit for a file that is too large. */
  size: number;
  /** SHA-256 of the written bytes, in hex. */
  sha256: string;
  isTooLarge: boolean;
}

/**
 * Writes a stream to a new file in a folder, at most `limitBytes`; the rest is read and discarded, so that the sender
 * can receive the response.
 *
 * @throws the stream's error, leaving nothing behind.
 */
export async function stageFile(folder: string, source: Readable, limitBytes: number): Promise<StagedFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, randomUUID());
  const target = createWriteStream(path, { mode: 0o600, flags: 'wx' });
  const hash = createHash('sha256');
  let size = 0;
  let isTooLarge = false;
  async function* upToLimit(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      if (isTooLarge || size + chunk.length > limitBytes) {
        isTooLarge = true;
        continue;
      }
      size += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(source, upToLimit, target);
  } catch (error) {
    await untilClosed(target);
    await rm(path, { force: true });
    throw error;
  }
  return { path, size, sha256: hash.digest('hex'), isTooLarge };
}

/**
 * Waits until a stream that is being destroyed has let go of its file, which a failed `pipeline` does not: a file that is still being opened
 * would be created after its removal. A write under way then fails, which is no news.
 */
export async function untilClosed(target: Writable): Promise<void> {
  target.on('error', () => undefined);
  if (!target.closed) await new Promise((done) => target.once('close', done));
}

/** SHA-256 in hex of a file as it is now. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Removes staged files that a killed process left behind: those older than an instant. */
export async function sweepStaging(folder: string, before: Date): Promise<number> {
  let swept = 0;
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || found.mtimeMs >= before.getTime()) continue;
    await rm(path, { force: true });
    swept += 1;
  }
  return swept;
}
