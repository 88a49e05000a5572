/**
 * Part of a pack's verifiers, for Node and for browsers: verifies audit log entries with the Web Cryptography API alone. A string, because
 * it runs outside Assay; it repeats `hashEvent` and `getDetailDigest` (api/kernel/audit/chain.ts), the Merkle tree
 * (rules/audit/merkle-tree.ts) and the batches (api/kernel/audit/batch.ts), so that an auditor can read all of it in the pack.
 */
export const verifyEntriesSource = `// ---- audit log entries ----

const subtle = globalThis.crypto.subtle;
const utf8 = new TextEncoder();
const getHex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const getHexBytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const getBase64Bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const sha256 = async (bytes) => getHex(await subtle.digest('SHA-256', bytes));

// RFC 8785: no white space, keys in order. Text and numbers are as JSON.stringify writes them.
function canonical(value) {
  if (Array.isArray(value)) return '[' + value.map(canonical).join(',') + ']';
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const keys = Object.keys(value).sort((a, b) => (a < b ? -1 : 1));
  return '{' + keys.map((key) => JSON.stringify(key) + ':' + canonical(value[key])).join(',') + '}';
}

const pick = (value, fields) => canonical(Object.fromEntries(fields.map((field) => [field, value[field]])));

const hashedFields = ['chain', 'seq', 'at', 'actorType', 'actorId', 'actorRole', 'action', 'resourceType', 'resourceId',
  'reason', 'detailId', 'detailDigest', 'requestId', 'prevHash'];

function hashEvent(event) {
  const fields = event.format === 1 ? hashedFields : [...hashedFields, 'format', 'sessionId', 'clientAddress'];
  return sha256(utf8.encode(pick(event, fields)));
}

// Format 1 covers the detail alone, format 2 the reason and the address of a recipient as well.
async function getDetailDigest({ format, detail, detailReason: reason, detailAddress: clientAddress, detailKey }) {
  const covered = format === 1 ? detail : { clientAddress, detail, reason };
  const key = await subtle.importKey('raw', getBase64Bytes(detailKey), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return getHex(await subtle.sign('HMAC', key, utf8.encode(canonical(covered))));
}

// RFC 6962: a leaf is hashed after a zero byte, two neighbours after a byte of one.
const leafHash = (text) => sha256(Uint8Array.of(0, ...utf8.encode(text)));
const nodeHash = (left, right) => sha256(Uint8Array.of(1, ...getHexBytes(left), ...getHexBytes(right)));

async function getPathRoot(leaf, path) {
  let hash = leaf;
  for (const step of path) {
    hash = await (step.startsWith('L') ? nodeHash(step.slice(1), hash) : nodeHash(hash, step.slice(1)));
  }
  return hash;
}

const headerFields = ['format', 'number', 'signedAt', 'keyId', 'prevHash', 'root'];
const partFields = ['chain', 'firstSeq', 'lastSeq', 'hash', 'eventsRoot'];

// Whether this program can verify Ed25519, which older browsers cannot.
async function knowsEd25519() {
  try {
    await subtle.importKey('raw', new Uint8Array(32).fill(1), { name: 'Ed25519' }, false, ['verify']);
    return true;
  } catch (error) {
    return error.name !== 'NotSupportedError' && !(error instanceof TypeError);
  }
}

async function verifySignature(batch, spki) {
  const key = await subtle.importKey('spki', getBase64Bytes(spki), { name: 'Ed25519' }, false, ['verify']);
  return subtle.verify({ name: 'Ed25519' }, key, getBase64Bytes(batch.signature), utf8.encode(pick(batch, headerFields)));
}

// Verifies the signed parts of the log. publicKeys: SPKI in base64 by key id. Returns the parts that were verified, in order.
async function verifyProof(proof, publicKeys, problem) {
  const canSign = await knowsEd25519();
  const batches = new Map();
  for (const batch of proof.batches) {
    const name = 'Signed batch ' + batch.number;
    batches.set(batch.number, batch);
    if ((await sha256(utf8.encode(pick(batch, headerFields)))) !== batch.hash) problem(name + ' does not match its hash');
    const key = publicKeys.get(batch.keyId);
    if (key === undefined) problem(name + ' was not signed with the public key ' + [...publicKeys.keys()].join(', '));
    else if (canSign && !(await verifySignature(batch, key).catch(() => false))) problem('The signature of batch ' + batch.number + ' is wrong');
  }
  for (const part of proof.parts) {
    const root = await getPathRoot(await leafHash(pick(part, partFields)), part.path);
    if (root !== batches.get(part.batch)?.root) problem('Entries ' + part.firstSeq + ' to ' + part.lastSeq + ' are not those of signed batch ' + part.batch);
  }
  return { canSign, parts: proof.parts };
}

// Verifies entries one by one: add(event) in order, then the counts.
function entriesVerifier(chain, parts, problem) {
  let before = null;
  const counts = { events: 0, details: 0, linked: 0, signed: 0 };
  return {
    counts,
    async add(event) {
      const name = 'Entry ' + event.seq + ' of the audit log';
      counts.events += 1;
      if (event.chain !== chain) problem(name + ' belongs to another chain');
      if ((await hashEvent(event)) !== event.hash) problem(name + ' does not match its hash');
      if (before !== null && event.seq <= before.seq) problem(name + ' is out of order');
      if (event.seq === 1 && event.prevHash !== '0'.repeat(64)) problem(name + ' does not start the chain');
      if (before !== null && event.seq === before.seq + 1) {
        counts.linked += 1;
        if (event.prevHash !== before.hash) problem(name + ' does not follow the one before it');
      }
      if (event.detailKey !== null) {
        counts.details += 1;
        if ((await getDetailDigest(event)) !== event.detailDigest) problem(name + ': detail does not match its digest');
      }
      const part = parts.find(({ firstSeq, lastSeq }) => firstSeq <= event.seq && event.seq <= lastSeq);
      const root = part && event.proof ? await getPathRoot(await leafHash(event.hash), event.proof) : undefined;
      if (root === undefined || root !== part.eventsRoot) problem(name + ' is not one that was signed');
      else counts.signed += 1;
      before = event;
    },
  };
}
`;
