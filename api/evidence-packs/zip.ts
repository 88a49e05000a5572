import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';
import type { PackedFile } from '#rules/evidence-pack/manifest.ts';

export interface ZipStream {
  /** The ZIP's bytes, written as they are taken. */
  bytes: Readable;
  /**
   * Writes one file, from a text, bytes or a stream, and resolves with its digest and size when all of it has gone out.
   * `isPacked`: its content is compressed already, as pictures and PDFs are.
   */
  add(
    path: string,
    content: string | Uint8Array | AsyncIterable<string | Uint8Array>,
    options?: { isPacked?: boolean },
  ): Promise<PackedFile>;
  end(): void;
  /** Lets go of everything when the taker has left. */
  destroy(): void;
}

/** A ZIP that is written file by file into a stream: it holds no more of a file than a stream's own buffers. */
export function zipStream(at: Date): ZipStream {
  const zip = new ZipFile();
  const bytes = zip.outputStream as Readable;
  let current: Readable | undefined;
  const left = once(bytes, 'close').then(() => {
    throw new Error('The download was broken off.');
  });
  // It closes after a good end as well, when nobody waits for it any more.
  left.catch(() => undefined);
  zip.on('error', (error: Error) => bytes.destroy(error));
  return {
    bytes,
    async add(path, content, { isPacked = false } = {}) {
      const digest = createHash('sha256');
      let size = 0;
      const source = Readable.from(
        typeof content === 'string' || content instanceof Uint8Array ? [content] : content,
        { objectMode: false },
      );
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          digest.update(chunk);
          size += chunk.length;
          done(null, chunk);
        },
      });
      current = source;
      source.on('error', (error) => counted.destroy(error));
      source.pipe(counted);
      const read = once(counted, 'end');
      zip.addReadStream(counted, path, { compress: !isPacked, mtime: at, mode: 0o100644 });
      await Promise.race([read, left]);
      current = undefined;
      return { path, sha256: digest.digest('hex'), size };
    },
    end: () => zip.end(),
    destroy() {
      current?.destroy();
      bytes.destroy();
    },
  };
}
