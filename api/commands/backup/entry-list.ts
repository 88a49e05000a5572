import { createHash } from 'node:crypto';

const nameBytes = 16;
const recordBytes = nameBytes + 32;
const recordsPerBlock = 16_384;

const hashName = (name: string): Buffer => createHash('sha256').update(name).digest().subarray(0, nameBytes);

/** SHA-256 over lines of names and digests as `sha256sum` prints them, in the order of the archive. */
export function createListDigest(): { add(name: string, sha256: string): void; end(): string } {
  const hash = createHash('sha256');
  return {
    add: (name, sha256) => void hash.update(`${sha256}  ${name}\n`),
    end: () => hash.digest('hex'),
  };
}

/** The entries of an archive in their order: digests of names and contents, 48 bytes each, so that an archive of millions can be compared. */
export interface EntryList {
  readonly count: number;
  add(name: string, sha256: string): void;
  hasName(name: string): boolean;
  /** Whether the entry at a place, from 0, has this name and content. */
  isAt(place: number, name: string, sha256: string): boolean;
}

export function createEntryList(): EntryList {
  const blocks: Buffer[] = [];
  let count = 0;
  const toRecord = (name: string, sha256: string) =>
    Buffer.concat([hashName(name), Buffer.from(sha256, 'hex')]);
  const at = (place: number) => {
    const start = (place % recordsPerBlock) * recordBytes;
    return blocks[Math.floor(place / recordsPerBlock)]?.subarray(start, start + recordBytes);
  };
  return {
    get count() {
      return count;
    },
    add(name, sha256) {
      if (count % recordsPerBlock === 0) blocks.push(Buffer.alloc(recordsPerBlock * recordBytes));
      at(count)?.set(toRecord(name, sha256));
      count += 1;
    },
    hasName(name) {
      const hash = hashName(name);
      for (let place = 0; place < count; place += 1) {
        if (at(place)?.subarray(0, nameBytes).equals(hash)) return true;
      }
      return false;
    },
    isAt(place, name, sha256) {
      return place < count && at(place)?.equals(toRecord(name, sha256)) === true;
    },
  };
}
