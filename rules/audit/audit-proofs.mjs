/**
 * Verifies events of the audit log, the signed batches that cover them, and signatures over manifests. Assay itself, the evidence pack's
 * program and the pack's page run this file: packs contain it as it is, so it imports nothing and uses nothing of Node or of a browser.
 * Hashes are SHA-256 and lower-case hex, keys and signatures are base64, unless a comment says otherwise.
 */

/**
 * @typedef {object} ProofCrypto What the surroundings compute.
 * @property {(bytes: Uint8Array) => string | Promise<string>} sha256 in hex
 * @property {(key: Uint8Array, bytes: Uint8Array) => string | Promise<string>} hmacSha256 in hex
 * @property {(spki: Uint8Array, bytes: Uint8Array, signature: Uint8Array) => boolean | Promise<boolean>} verifyEd25519
 */

/**
 * @typedef {object} ProvenEvent An event with all that its hash covers, as evidence packs contain it.
 * @property {string} chain
 * @property {number} seq
 * @property {string} at
 * @property {string} actorType
 * @property {string} actorId
 * @property {string} actorRole
 * @property {string} action
 * @property {string} resourceType
 * @property {string} resourceId
 * @property {string | null} reason
 * @property {string} detailId
 * @property {string} detailDigest
 * @property {string} requestId
 * @property {string} prevHash
 * @property {number} format
 * @property {string | null} sessionId
 * @property {string | null} clientAddress
 * @property {string} hash
 * @property {unknown} detail
 * @property {string | null} detailKey null if the detail is destroyed or excluded
 * @property {string | null} detailReason
 * @property {string | null} detailAddress
 */

/**
 * @typedef {object} ProvenBatch
 * @property {string} format
 * @property {number} number
 * @property {string} signedAt
 * @property {string} keyId
 * @property {string} prevHash
 * @property {string} root
 * @property {string} hash
 * @property {string} signature
 */

/**
 * @typedef {object} ProvenPart
 * @property {string} chain
 * @property {number} firstSeq
 * @property {number} lastSeq
 * @property {string} hash
 * @property {string} eventsRoot
 * @property {string[]} path
 */

/** @typedef {ReadonlyMap<string, string>} ProofKeys Public keys (SPKI) by their ids. */

/** The previous hash of the first event of a chain, and of the first batch. */
export const firstPrevHash = '0'.repeat(64);

/** What is wrong, in the words of every verification. Each completes a sentence about an event, a batch or a manifest. */
export const faultTexts = {
  hash: 'its content does not match its hash',
  link: 'it does not follow the hash of the one before it',
  gap: 'it is missing',
  order: 'it is out of order',
  chain: 'it belongs to another company’s log',
  detail: 'its detail does not match its digest',
  detailMissing: 'its detail is missing, and was not destroyed under the retention policy',
  cutTail: 'it and later ones are missing',
  head: 'it is not the last one that Assay recorded',
  signedHead: 'it is not the one that was signed',
  missing: 'the company has no events',
  unsigned: 'it was never signed',
  part: 'it is not in a signed batch',
  key: 'it was signed with another key',
  signature: 'its signature is wrong',
  root: 'the events that it signed are others now',
  published: 'it is not the one that was written outside the database',
  kind: 'its signature is of something else',
  manifest: 'its signature is of another manifest',
};

const encoder = new TextEncoder();

/**
 * Canonical JSON (RFC 8785): no white space, keys in order; text and numbers as JSON.stringify writes them.
 * @param {unknown} value
 * @returns {string}
 */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`;
}

const canonicalBytes = (/** @type {unknown} */ value) => encoder.encode(canonical(value));

/** @param {string} hex */
const hexBytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** @param {string} text base64 */
const base64Bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/**
 * The fields of an event that its hash covers. What may be destroyed is covered by its digest alone. Format 1 covers neither a format nor
 * session and address.
 * @param {Omit<ProvenEvent, 'hash' | 'detail' | 'detailKey' | 'detailReason' | 'detailAddress'>} event
 */
export function hashedFields(event) {
  const { chain, seq, at, actorType, actorId, actorRole, action, resourceType, resourceId, reason } = event;
  const { detailId, detailDigest, requestId, prevHash, format, sessionId, clientAddress } = event;
  const fields = { chain, seq, at, actorType, actorId, actorRole, action, resourceType, resourceId, reason };
  const all = { ...fields, detailId, detailDigest, requestId, prevHash };
  return format === 1 ? all : { ...all, format, sessionId, clientAddress };
}

/**
 * What the digest of a detail covers: in format 1 the detail alone, in format 2 the reason and a recipient's address as well.
 * @param {{ format: number, detail: unknown, detailReason: string | null, detailAddress: string | null }} event
 */
export function digestedPart({ format, detail, detailReason, detailAddress }) {
  return format === 1 ? detail : { clientAddress: detailAddress, detail, reason: detailReason };
}

/**
 * The fields of a batch that are hashed and signed.
 * @param {Omit<ProvenBatch, 'hash' | 'signature'>} batch
 */
export function batchHeader({ format, number, signedAt, keyId, prevHash, root }) {
  return { format, number, signedAt, keyId, prevHash, root };
}

/**
 * The fields of a part of a chain that make its leaf in the batch.
 * @param {Omit<ProvenPart, 'path'>} part
 */
export function partLeaf({ chain, firstSeq, lastSeq, hash, eventsRoot }) {
  return { chain, firstSeq, lastSeq, hash, eventsRoot };
}

/**
 * What is signed of a manifest.
 * @template {{ format: string, kind: string, keyId: string, manifestSha256: string }} S
 * @param {S} signature
 */
export function manifestStatement({ format, kind, keyId, manifestSha256 }) {
  return { format, kind, keyId, manifestSha256 };
}

/**
 * Merkle trees as in RFC 6962: a leaf is hashed after a zero byte, two neighbours after a byte of one. A step of a path is the side of
 * the neighbour, `L` or `R`, and its hash.
 * @param {ProofCrypto} crypto
 * @param {string} leaf text of the leaf
 * @param {readonly string[]} path
 * @returns {Promise<string>} the root that they lead to
 */
async function pathRoot(crypto, leaf, path) {
  let hash = await crypto.sha256(Uint8Array.of(0, ...encoder.encode(leaf)));
  for (const step of path) {
    const other = step.slice(1);
    const [left, right] = step.startsWith('L') ? [other, hash] : [hash, other];
    hash = await crypto.sha256(Uint8Array.of(1, ...hexBytes(left), ...hexBytes(right)));
  }
  return hash;
}

/**
 * Whether a detail is the one recorded with its event; true where it is destroyed or excluded.
 * @param {ProvenEvent} event
 * @param {ProofCrypto} crypto
 */
async function detailHolds(event, crypto) {
  if (event.detailKey === null) return true;
  // Format 1 does not cover them.
  if (event.format === 1 && (event.detailReason !== null || event.detailAddress !== null)) return false;
  const digest = await crypto.hmacSha256(base64Bytes(event.detailKey), canonicalBytes(digestedPart(event)));
  return digest === event.detailDigest;
}

/**
 * Whether a text is the signature of bytes; false for any other text.
 * @param {ProofCrypto} crypto
 * @param {string} spki
 * @param {Uint8Array} bytes
 * @param {string} text
 */
async function isSignature(crypto, spki, bytes, text) {
  try {
    const signature = base64Bytes(text);
    // The last letter of base64 has bits that no byte uses.
    const isOnlyForm = btoa(String.fromCharCode(...signature)) === text;
    return isOnlyForm && (await crypto.verifyEd25519(base64Bytes(spki), bytes, signature));
  } catch {
    return false;
  }
}

/**
 * The fault of an event, given the one before it; null if it is valid.
 * @param {ProvenEvent} event
 * @param {{ seq: number, hash: string } | null} before the event before it in the chain, or in a pack, which may lack some between them
 * @param {ProofCrypto} crypto
 * @returns {Promise<'order' | 'link' | 'hash' | 'detail' | null>}
 */
export async function findEventFault(event, before, crypto) {
  if (before !== null && event.seq <= before.seq) return 'order';
  const isNext = event.seq === (before?.seq ?? 0) + 1;
  if (isNext && event.prevHash !== (before?.hash ?? firstPrevHash)) return 'link';
  if ((await crypto.sha256(canonicalBytes(hashedFields(event)))) !== event.hash) return 'hash';
  return (await detailHolds(event, crypto)) ? null : 'detail';
}

/**
 * The fault of a signed batch; null if it is valid.
 * @param {ProvenBatch} batch
 * @param {ProofKeys} publicKeys
 * @param {ProofCrypto} crypto
 * @returns {Promise<'hash' | 'key' | 'signature' | null>}
 */
export async function findBatchFault(batch, publicKeys, crypto) {
  const header = canonicalBytes(batchHeader(batch));
  if ((await crypto.sha256(header)) !== batch.hash) return 'hash';
  const key = publicKeys.get(batch.keyId);
  if (key === undefined) return 'key';
  return (await isSignature(crypto, key, header, batch.signature)) ? null : 'signature';
}

/**
 * Whether a part of a chain is one that a batch signed.
 * @param {ProvenPart} part
 * @param {Pick<ProvenBatch, 'root'>} batch
 * @param {ProofCrypto} crypto
 */
export async function isPartOf(part, batch, crypto) {
  return (await pathRoot(crypto, canonical(partLeaf(part)), part.path)) === batch.root;
}

/**
 * Whether an event is in a signed part, by its path to the root of the part's events.
 * @param {Pick<ProvenEvent, 'hash'>} event
 * @param {readonly string[]} path
 * @param {Pick<ProvenPart, 'eventsRoot'>} part
 * @param {ProofCrypto} crypto
 */
export async function isEventIn(event, path, part, crypto) {
  return (await pathRoot(crypto, event.hash, path)) === part.eventsRoot;
}

/**
 * The fault of a manifest's signature; null if it is valid.
 * @param {{ kind: string, manifestSha256: string }} manifest kind of the manifest, and the digest of its bytes
 * @param {{ format: string, kind: string, keyId: string, manifestSha256: string, signature: string }} found
 * @param {ProofKeys} publicKeys
 * @param {ProofCrypto} crypto
 * @returns {Promise<'kind' | 'manifest' | 'key' | 'signature' | null>}
 */
export async function findSignatureFault(manifest, found, publicKeys, crypto) {
  if (found.kind !== manifest.kind) return 'kind';
  if (found.manifestSha256 !== manifest.manifestSha256) return 'manifest';
  const key = publicKeys.get(found.keyId);
  if (key === undefined) return 'key';
  const statement = canonicalBytes(manifestStatement(found));
  return (await isSignature(crypto, key, statement, found.signature)) ? null : 'signature';
}
