import { Writable } from 'node:stream';

/**
 * Gathers what React pipes and gives the document in one piece at the end: handing on each of its small pieces through two
 * kinds of stream costs more than the pieces. `end` is not called when React destroys the stream.
 *
 * NUL bytes are left out. React 18 leaves one where a character of several bytes does not fit the end of its buffer, so that
 * "manager’s" comes out broken on some pages and some visits. HTML has no NUL.
 */
export function wholeDocument(end: (document: Uint8Array<ArrayBuffer>) => void): Writable {
  const pieces: Buffer[] = [];
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      // A piece may be kept: React never writes into the memory of one that it has handed out.
      pieces.push(piece.includes(0) ? Buffer.from(piece.filter((byte) => byte !== 0)) : piece);
      done();
    },
    final(done) {
      end(Buffer.concat(pieces));
      done();
    },
  });
}
