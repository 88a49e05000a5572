import { createInflate } from 'node:zlib';
import type { FileBytes } from './file-bytes.ts';
import type { ByteBudget } from './pdf-tokens.ts';

/** Bytes inspected at a time, and the context inspected around a match. */
const pieceBytes = 256 * 1024;
export const aroundBytes = 64 * 1024;

/** All that the object streams of one file may unpack to. */
const maxUnpackedBytes = 64 * 1024 * 1024;

/** All that is read around names, comments and gaps included: more than 300 bytes at each of the most places and object streams. */
export const maxContextBytes = 16 * 1024 * 1024;

/** A range of bytes with its surroundings; only slashes from `from` to `to` are inspected. */
export interface Chunk {
  bytes: Buffer;
  from: number;
  to: number;
  /** Of `bytes[0]` in the whole. */
  offset: number;
}

/** Joins chunks into larger ones with their surroundings. */
export async function* getPieces(chunks: AsyncIterable<Buffer>): AsyncGenerator<Chunk> {
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

export async function* getChunks(file: FileBytes, from = 0, chunkBytes = pieceBytes): AsyncGenerator<Buffer> {
  for (let at = from; at < file.size; ) {
    const chunk = await file.read(at, chunkBytes);
    if (chunk.length === 0) return;
    at += chunk.length;
    yield chunk;
  }
}

export interface Budget {
  unpackedBytes: number;
  objectStreams: number;
  places: number;
  context: ByteBudget;
  /** Objects that say what opening the document does. */
  openingObjects: Set<number>;
}

export const newBudget = (): Budget => ({
  unpackedBytes: 0,
  objectStreams: 0,
  places: 0,
  context: { bytes: maxContextBytes },
  openingObjects: new Set(),
});

/** Decompressed content of an object stream, within the budget; bytes after its end are not read. */
export async function* unpacked(packed: AsyncIterable<Buffer>, budget: Budget): AsyncGenerator<Buffer> {
  const inflate = createInflate({ chunkSize: 64 * 1024 });
  const feed = async () => {
    for await (const chunk of packed) {
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
