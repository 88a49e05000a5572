/**
 * Merkle trees as in RFC 6962, section 2.1, over hex hashes. The hash function is passed in: SHA-256 of bytes, in hex.
 */
export type Sha256 = (bytes: Uint8Array) => string;

const getBytes = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const utf8 = new TextEncoder();

/** Hash of a leaf: SHA-256 over a zero byte and the leaf's text. */
export function leafHash(sha256: Sha256, text: string): string {
  return sha256(Uint8Array.of(0, ...utf8.encode(text)));
}

function nodeHash(sha256: Sha256, left: string, right: string): string {
  return sha256(Uint8Array.of(1, ...getBytes(left), ...getBytes(right)));
}

/** All levels of a tree, leaves first; a hash without a neighbour moves up unchanged. */
export function merkleLevels(sha256: Sha256, leaves: readonly string[]): string[][] {
  const levels = [[...leaves]];
  for (let level = levels[0] ?? []; level.length > 1; level = levels.at(-1) ?? []) {
    const next: string[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const [left = '', right] = [level[at], level[at + 1]];
      next.push(right === undefined ? left : nodeHash(sha256, left, right));
    }
    levels.push(next);
  }
  return levels;
}

/** Root of a tree; of none, the hash of nothing. */
export function merkleRoot(sha256: Sha256, levels: readonly string[][]): string {
  return levels.at(-1)?.[0] ?? sha256(new Uint8Array());
}

/** Neighbours from a leaf up to the root: `L` or `R` for the neighbour's side, and its hash. */
export function merklePath(levels: readonly string[][], index: number): string[] {
  const path: string[] = [];
  let at = index;
  for (const level of levels.slice(0, -1)) {
    const neighbour = level[at ^ 1];
    if (neighbour !== undefined) path.push(`${at % 2 === 0 ? 'R' : 'L'}${neighbour}`);
    at >>= 1;
  }
  return path;
}
