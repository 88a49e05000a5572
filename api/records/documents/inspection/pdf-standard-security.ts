import { createCipheriv, createDecipheriv, createHash } from 'node:crypto';
import { rc4, type StreamCipher } from './pdf-ciphers.ts';
import type { PdfDictionary } from './pdf-values.ts';

/** What replaces the missing characters of a password. ISO 32000-2, 7.6.4.3.2, algorithm 2. */
const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

/** What the encryption dictionary of a document declares, with the cipher of its streams. */
interface Declaration {
  method: StreamCipher['method'];
  revision: number;
  /** Lengths of the key in bytes that a reader may take, where declarations contradict each other. */
  keyBytes: number[];
  permissions: number;
  o: Buffer;
  u: Buffer;
  oe: Buffer | undefined;
  ue: Buffer | undefined;
}

function numberOf(dictionary: PdfDictionary, key: string): number | undefined {
  const value = dictionary.get(key);
  return value?.type === 'number' ? value.number : undefined;
}

function nameOf(dictionary: PdfDictionary, key: string): string | undefined {
  const value = dictionary.get(key);
  return value?.type === 'name' ? value.name : undefined;
}

/** The first bytes of a string; some writers add zeros. */
function bytesOf(dictionary: PdfDictionary, key: string, length: number): Buffer | undefined {
  const value = dictionary.get(key);
  return value?.type === 'string' && value.bytes.length >= length
    ? value.bytes.subarray(0, length)
    : undefined;
}

/** The method of streams: by the version, or the crypt filter that `StmF` names. ISO 32000-2, 7.6.6, table 25. */
function streamMethod(
  dictionary: PdfDictionary,
  version: number,
): { method: StreamCipher['method']; lengths: number[] } | undefined {
  const length = numberOf(dictionary, 'Length');
  if (dictionary.has('Length') && length === undefined) return undefined;
  if (version === 1) return { method: 'rc4', lengths: [5] };
  if (version === 2) return { method: 'rc4', lengths: [(length ?? 40) / 8] };
  const filterName = dictionary.has('StmF') ? nameOf(dictionary, 'StmF') : 'Identity';
  if (filterName === undefined) return undefined;
  const filters = dictionary.get('CF');
  const declared = [16, (length ?? 128) / 8];
  if (filterName === 'Identity') return { method: 'identity', lengths: version === 5 ? [32] : declared };
  const filter = filters?.type === 'dictionary' ? filters.entries.get(filterName) : undefined;
  if (filter?.type !== 'dictionary') return undefined;
  const method = nameOf(filter.entries, 'CFM');
  if (version === 5) return method === 'AESV3' ? { method: 'aes256', lengths: [32] } : undefined;
  if (method === 'AESV2') return { method: 'aes128', lengths: declared };
  return method === 'V2' ? { method: 'rc4', lengths: declared } : undefined;
}

/** Revisions of the standard handler that go with each version of the encryption. ISO 32000-2, 7.6.4.2, table 21. */
const revisions: Record<number, readonly number[]> = { 1: [2, 3], 2: [3], 4: [4], 5: [5, 6] };

/** What an encryption dictionary declares; undefined if it is of another handler, of another version, or damaged. */
function declarationOf(dictionary: PdfDictionary): Declaration | undefined {
  if (nameOf(dictionary, 'Filter') !== 'Standard') return undefined;
  const version = numberOf(dictionary, 'V') ?? 0;
  const revision = numberOf(dictionary, 'R') ?? 0;
  if (revisions[version]?.includes(revision) !== true) return undefined;
  const streams = streamMethod(dictionary, version);
  const permissions = numberOf(dictionary, 'P');
  const size = revision >= 5 ? 48 : 32;
  const [o, u] = [bytesOf(dictionary, 'O', size), bytesOf(dictionary, 'U', size)];
  if (streams === undefined || permissions === undefined || o === undefined || u === undefined)
    return undefined;
  const keyBytes = [...new Set(streams.lengths)].filter(
    (bytes) => Number.isInteger(bytes) && bytes >= 5 && bytes <= (version === 5 ? 32 : 16),
  );
  const [oe, ue] = [bytesOf(dictionary, 'OE', 32), bytesOf(dictionary, 'UE', 32)];
  if (keyBytes.length === 0 || (revision >= 5 && (oe === undefined || ue === undefined))) return undefined;
  const { method } = streams;
  return { method, revision, keyBytes, permissions, o, u, oe, ue };
}

const md5 = (...parts: readonly Uint8Array[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest();

/** The key of the empty password, if that is the user's. ISO 32000-2, 7.6.4.3.2 and 7.6.4.4, algorithms 2, 4, 5 and 6. */
function keyByMd5(
  { revision, permissions, o, u }: Declaration,
  { id, keyBytes, encryptsMetadata }: { id: Buffer; keyBytes: number; encryptsMetadata: boolean },
): Buffer | undefined {
  const rights = Buffer.alloc(4);
  rights.writeInt32LE(permissions | 0);
  const metadata = Buffer.from(revision >= 4 && !encryptsMetadata ? 'ffffffff' : '', 'hex');
  let hash: Buffer = md5(padding, o, rights, id, metadata);
  if (revision >= 3) for (let round = 0; round < 50; round += 1) hash = md5(hash.subarray(0, keyBytes));
  const key = hash.subarray(0, keyBytes);
  if (revision === 2) return rc4(key)(padding).equals(u) ? key : undefined;
  let check: Buffer = md5(padding, id);
  for (let round = 0; round < 20; round += 1) check = rc4(key.map((byte) => byte ^ round))(check);
  return check.equals(u.subarray(0, 16)) ? key : undefined;
}

/** Hash of the empty password; of revision 6 a hardened one. ISO 32000-2, 7.6.4.3.4, algorithm 2.B. */
function passwordHash(revision: number, salt: Uint8Array, owner: Uint8Array): Buffer {
  let key: Buffer = createHash('sha256').update(salt).update(owner).digest();
  if (revision === 5) return key;
  // The last byte of a round is at most 255, so at most 288 rounds follow.
  for (let round = 1; ; round += 1) {
    const one = Buffer.concat([key, owner]);
    const input = Buffer.concat(Array.from({ length: 64 }, () => one));
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
    const output = cipher.setAutoPadding(false).update(input);
    const sum = output.subarray(0, 16).reduce((total, byte) => total + byte, 0);
    key = createHash(['sha256', 'sha384', 'sha512'][sum % 3] as string)
      .update(output)
      .digest();
    if (round >= 64 && (output.at(-1) as number) <= round - 32) return key.subarray(0, 32);
  }
}

/** The key that the empty password opens in an entry of the user or owner. ISO 32000-2, 7.6.4.3.3, algorithm 2.A. */
function keyBySha(
  revision: number,
  entry: Buffer,
  wrapped: Buffer,
  owner: Buffer = Buffer.alloc(0),
): Buffer | undefined {
  const check = passwordHash(revision, entry.subarray(32, 40), owner);
  if (!check.equals(entry.subarray(0, 32))) return undefined;
  const intermediate = passwordHash(revision, entry.subarray(40, 48), owner);
  return createDecipheriv('aes-256-cbc', intermediate, Buffer.alloc(16))
    .setAutoPadding(false)
    .update(wrapped);
}

/**
 * Opens a document with the empty user password, as every reader tries first.
 * @param ids first parts of the identifiers in the file; the password's check shows which of them is meant
 * @returns the cipher of its streams, or why it cannot be opened
 */
export function openWithoutPassword(
  dictionary: PdfDictionary,
  ids: readonly Buffer[],
): StreamCipher | 'needs a password' | 'unreadable' {
  const declaration = declarationOf(dictionary);
  if (declaration === undefined) return 'unreadable';
  const { method, revision, o, u, oe, ue } = declaration;
  if (oe !== undefined && ue !== undefined && revision >= 5) {
    const key = keyBySha(revision, u, ue);
    if (key === undefined) return 'needs a password';
    // A reader that takes the empty password as the owner's must come to the same key.
    const owners = keyBySha(revision, o, oe, u);
    return owners === undefined || owners.equals(key) ? { method, key } : 'unreadable';
  }
  // Whether metadata are encrypted has its part in the key as well.
  for (const id of ids)
    for (const keyBytes of declaration.keyBytes)
      for (const encryptsMetadata of [true, false]) {
        const key = keyByMd5(declaration, { id, keyBytes, encryptsMetadata });
        if (key !== undefined) return { method, key };
      }
  return 'needs a password';
}
