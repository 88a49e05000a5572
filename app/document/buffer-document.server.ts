import { Writable } from 'node:stream';

/**
 * Buffers React's output and returns the document as one chunk: passing many small chunks through two kinds of stream costs more than
 * rendering them. `end` is not called when React destroys the stream.
 *
 * Removes NUL bytes. React 18 emits one where a multi-byte character does not fit the end of its buffer, so that "manager’s" was
 * sometimes broken. HTML has no NUL.
 */
export function wholeDocument(end: (document: Uint8Array<ArrayBuffer>) => void): Writable {
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      // Chunks need not be copied: React never reuses the memory of one that it has emitted.
      chunks.push(chunk.includes(0) ? Buffer.from(chunk.filter((byte) => byte !== 0)) : chunk);
      done();
    },
    final(done) {
      end(Buffer.concat(chunks));
      done();
    },
  });
}
