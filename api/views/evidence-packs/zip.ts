import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable, Transform } from 'node:stream';
import { ZipFile } from 'yazl';
import type { PackedFile } from '#rules/evidence-pack/manifest.ts';

export interface ZipStream {
  /** The ZIP's bytes, produced on demand. */
  bytes: Readable;
  /**
   * Writes one file from a text, bytes or a stream; resolves with its digest and size once it is sent. `isPacked`:
   * already compressed, such as pictures and PDFs.
   */
  add(
    path: string,
    content: string | Uint8Array | AsyncIterable<string | Uint8Array>,
    options?: { isPacked?: boolean },
  ): Promise<PackedFile>;
  end(): void;
  /** Releases all resources after the reader has disconnected. */
  destroy(): void;
}

/** A streaming ZIP writer that buffers no more than its stream's high-water mark. */
export function zipStream(at: Date): ZipStream {
  const zip = new ZipFile();
  const bytes = zip.outputStream as Readable;
  let current: Readable | undefined;
  const left = once(bytes, 'close').then(() => {
    throw new Error('The download was broken off.');
  });
  // It also closes after success, when nothing awaits it.
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
