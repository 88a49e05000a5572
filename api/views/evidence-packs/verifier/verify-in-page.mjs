import { readZip } from '#rules/evidence-pack/read-zip.mjs';
import {
  describeEntries,
  describePack,
  otherEntries,
  readProofKeys,
  verifyEntries,
  verifyPack,
} from '#rules/evidence-pack/verify-pack.mjs';

/** @typedef {import('#rules/evidence-pack/read-zip.mjs').Bytes} Bytes */

const { subtle } = globalThis.crypto ?? {};
const result = /** @type {HTMLElement} */ (document.getElementById('proof-result'));
const form = /** @type {HTMLFormElement} */ (document.getElementById('proof-form'));

/** @param {'running' | 'verified' | 'unproven' | 'altered' | 'unknown'} kind @param {readonly string[]} lines */
function show(kind, lines) {
  result.dataset.result = kind;
  result.textContent = lines.join('\n');
}

/** @param {ArrayBuffer} buffer */
const toHex = (buffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {Uint8Array} bytes */
const source = (bytes) => /** @type {Uint8Array<ArrayBuffer>} */ (bytes);

/** @type {import('#rules/evidence-pack/verify-pack.mjs').ProofCrypto & { digest: import('#rules/evidence-pack/verify-pack.mjs').Digest }} */
const pageCrypto = {
  sha256: async (bytes) => toHex(await subtle.digest('SHA-256', source(bytes))),
  async hmacSha256(key, bytes) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    return toHex(
      await subtle.sign(
        'HMAC',
        await subtle.importKey('raw', source(key), algorithm, false, ['sign']),
        source(bytes),
      ),
    );
  },
  async verifyEd25519(spki, bytes, signature) {
    const key = await subtle.importKey('spki', source(spki), { name: 'Ed25519' }, false, ['verify']);
    return subtle.verify({ name: 'Ed25519' }, key, source(signature), source(bytes));
  },
  async digest(bytes) {
    const chunks = [];
    for await (const chunk of bytes) chunks.push(source(chunk));
    const content = await new Blob(chunks).arrayBuffer();
    return { sha256: toHex(await subtle.digest('SHA-256', content)), size: content.byteLength };
  },
};

/** Whether this browser can verify Ed25519, which older ones cannot. */
const canVerify = () =>
  subtle?.importKey('raw', new Uint8Array(32).fill(1), { name: 'Ed25519' }, false, ['verify']).then(
    () => true,
    (error) => error.name !== 'NotSupportedError' && !(error instanceof TypeError),
  ) ?? Promise.resolve(false);

/** @param {Bytes} bytes @returns {Bytes} */
async function* inflate(bytes) {
  const chunks = [];
  for await (const chunk of bytes) chunks.push(source(chunk));
  const reader = new Blob(chunks).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/** @param {string} id */
const readData = (id) => document.getElementById(id)?.textContent ?? '';

/** Verifies the entries in the page itself. */
async function verifyPage() {
  const { chain, isWhole, proof } = JSON.parse(readData('audit-proof'));
  const keys = new Map(
    proof.publicKeys.map((/** @type {{ id: string, publicKey: string }} */ key) => [key.id, key.publicKey]),
  );
  /** @type {string[]} */
  const problems = [];
  async function* lines() {
    yield* readData('audit-events').split('\n');
  }
  const { counts } = await verifyEntries(lines(), chain, proof, keys, pageCrypto, (text) =>
    problems.push(text),
  );
  const report = {
    verdict: problems.length > 0 ? /** @type {const} */ ('altered') : /** @type {const} */ ('unproven'),
    subject: '',
    manifestSha256: null,
    problems,
    compared: [describeEntries(counts, proof)],
    notCompared: [
      ...(isWhole ? [] : ['Further entries: this page contains the first ones alone.']),
      'Files, documents, the manifest and its signature: a page cannot read other files. Select the ZIP below.',
      otherEntries,
    ],
  };
  show(report.verdict, describePack(report));
}

/** @param {string} id */
const chosenFile = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id)).files?.[0];

/** Verifies the ZIP that was selected. */
async function verifySelected() {
  const zip = chosenFile('proof-zip');
  const key = chosenFile('proof-key');
  if (zip === undefined) return show('unknown', ['Select the ZIP of this pack first.']);
  show('running', ['Verifying…']);
  const keys = key === undefined ? undefined : await readProofKeys(await key.text(), pageCrypto);
  const pack = await readZip(
    {
      size: zip.size,
      read: async (position, length) =>
        new Uint8Array(await zip.slice(position, position + length).arrayBuffer()),
    },
    inflate,
  );
  const report = await verifyPack(pack, pageCrypto, keys);
  show(report.verdict, describePack(report));
}

/** @param {unknown} error */
const fail = (error) =>
  show('altered', [`This cannot be verified: ${error instanceof Error ? error.message : String(error)}`]);

if (await canVerify()) {
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    verifySelected().catch(fail);
  });
  show('running', ['Verifying the audit log entries…']);
  await verifyPage().catch(fail);
} else {
  show('unknown', [
    'This browser cannot verify signatures. Open this page in a current browser, or use verify.mjs.',
  ]);
}
