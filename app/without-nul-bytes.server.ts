import { Transform } from 'node:stream';

/**
 * A stream that lets everything by but NUL bytes. React 18 leaves one in a document where a character of several bytes
 * does not fit the end of its buffer, so that "manager’s" comes out broken on some pages and some visits. HTML has no NUL.
 */
export function withoutNulBytes(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, chunk.includes(0) ? chunk.filter((byte) => byte !== 0) : chunk);
    },
  });
}
