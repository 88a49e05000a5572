import {
  faultTexts,
  findBatchFault,
  findEventFault,
  findSignatureFault,
  isEventIn,
  isPartOf,
  manifestStatement,
} from '#rules/audit/audit-proofs.mjs';

/**
 * Verifies an evidence pack: its files against the manifest, the manifest's signature, its audit log entries against the signed batches,
 * and its documents against the entries that recorded them. Packs contain this file as it is, for their program and their page.
 */

/** @typedef {import('#rules/audit/audit-proofs.mjs').ProofCrypto} ProofCrypto */
/** @typedef {import('#rules/audit/audit-proofs.mjs').ProofKeys} ProofKeys */
/** @typedef {import('#rules/audit/audit-proofs.mjs').ProvenEvent & { proof: string[] | null }} PackedEvent */
/** @typedef {import('./audit-proof.ts').AuditProof} AuditProof */
/** @typedef {import('./manifest.ts').AnyManifest} AnyManifest */
/** @typedef {import('./read-zip.mjs').Bytes} Bytes */
/** @typedef {import('./read-zip.mjs').PackFiles} PackFiles */

/** @typedef {(bytes: Bytes) => Promise<{ sha256: string, size: number }>} Digest of a stream, in hex, with its length */

/**
 * @typedef {object} PackReport
 * @property {'verified' | 'unproven' | 'altered'} verdict `unproven`: nothing altered was found, but not all of it could be compared
 * @property {string} subject
 * @property {string | null} manifestSha256
 * @property {string[]} problems
 * @property {string[]} compared
 * @property {string[]} notCompared
 */

const manifestPath = 'manifest.json';
const digestPath = 'manifest.sha256';
const signaturePath = 'manifest.signature.json';
const eventsPath = 'data/audit-events.jsonl';
const proofPath = 'data/audit-proof.json';

/** Characters of a text that is read as a whole. */
const longestText = 256 * 1024 * 1024;

/** @param {Bytes} bytes */
async function* readLines(bytes) {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of bytes) {
    rest += decoder.decode(chunk, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestText) throw new Error('a line is too long');
    yield* lines;
  }
  rest += decoder.decode();
  if (rest !== '') yield rest;
}

/** @param {Bytes} bytes */
async function readText(bytes) {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of bytes) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestText) throw new Error('it is too large');
  }
  return text + decoder.decode();
}

/** @param {PackFiles['files']} files @param {string} path */
function openFile(files, path) {
  const open = files.get(path);
  if (open === undefined) throw new Error(`Missing: ${path}`);
  return open();
}

/** @param {PackFiles['files']} files @param {string} path */
async function readJson(files, path) {
  const open = files.get(path);
  if (open === undefined) throw new Error(`Missing: ${path}`);
  try {
    return JSON.parse(await readText(open()));
  } catch (error) {
    throw new Error(`Cannot be read: ${path} (${messageOf(error)})`);
  }
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** @param {number} count @param {string} one @param {string} [many] */
const counted = (count, one, many = `${one}s`) =>
  `${count.toLocaleString('en-NZ')} ${count === 1 ? one : many}`;

/**
 * Public keys of a text, as proofs contain them: PEM blocks, or the JSON that Assay publishes.
 * @param {string} text
 * @param {ProofCrypto} crypto
 * @returns {Promise<ProofKeys>}
 * @throws {Error} if there is none
 */
export async function readProofKeys(text, crypto) {
  const blocks = text
    .replaceAll('\\n', '\n')
    .matchAll(/-----BEGIN PUBLIC KEY-----([^-]+)-----END PUBLIC KEY-----/g);
  /** @type {Map<string, string>} */
  const keys = new Map();
  for (const [, content = ''] of blocks) {
    const spki = content.replaceAll(/\s/g, '');
    const digest = await crypto.sha256(Uint8Array.from(atob(spki), (letter) => letter.charCodeAt(0)));
    keys.set(digest.slice(0, 16), spki);
  }
  if (keys.size === 0) throw new Error('There is no public key in this file.');
  return keys;
}

/**
 * Documents that an entry recorded, with their digests; none if its details are excluded.
 * @param {PackedEvent} event
 * @returns {{ id: string, sha256: string }[]}
 */
function recordedDocuments({ detailKey, detail }) {
  const { documents } = /** @type {{ documents?: unknown }} */ (detail ?? {});
  if (detailKey === null || !Array.isArray(documents)) return [];
  return documents.filter((item) => typeof item?.id === 'string' && typeof item.sha256 === 'string');
}

/**
 * Verifies audit log entries one by one.
 * @param {string} chain
 * @param {AuditProof} proof
 * @param {ProofKeys} publicKeys
 * @param {ProofCrypto} crypto
 * @param {(text: string) => void} problem
 */
async function openEntries(chain, proof, publicKeys, crypto, problem) {
  const batches = new Map(proof.batches.map((batch) => [batch.number, batch]));
  if (batches.size !== proof.batches.length) problem(`${proofPath} lists a signed batch twice`);
  for (const batch of proof.batches) {
    const fault = await findBatchFault(batch, publicKeys, crypto);
    if (fault !== null) problem(`Signed batch ${batch.number}: ${faultTexts[fault]}`);
  }
  for (const part of proof.parts) {
    const batch = batches.get(part.batch);
    const isSigned = part.chain === chain && batch !== undefined && (await isPartOf(part, batch, crypto));
    if (!isSigned)
      problem(
        `Entries ${part.firstSeq} to ${part.lastSeq}: they are not those of signed batch ${part.batch}`,
      );
  }
  const counts = { events: 0, details: 0, linked: 0 };
  /** @type {[number, number][]} Numbers of the entries, as ranges. */
  const ranges = [];
  /** @type {Map<string, Set<string>>} Digests of documents by their ids, as the entries recorded them. */
  const documents = new Map();
  /** @type {PackedEvent | null} */
  let before = null;
  let at = 0;
  return {
    counts,
    ranges,
    documents,
    /** @param {PackedEvent} event */
    async add(event) {
      const name = `Entry ${event.seq} of the audit log`;
      counts.events += 1;
      if (event.chain !== chain) problem(`${name}: ${faultTexts.chain}`);
      const fault = await findEventFault(event, before, crypto);
      if (fault !== null) problem(`${name}: ${faultTexts[fault]}`);
      while ((proof.parts[at]?.lastSeq ?? Number.POSITIVE_INFINITY) < event.seq) at += 1;
      const part = proof.parts[at];
      const isIn = part !== undefined && part.firstSeq <= event.seq && event.proof !== null;
      if (!isIn || !(await isEventIn(event, event.proof ?? [], part, crypto)))
        problem(`${name}: ${faultTexts.part}`);
      if (event.detailKey !== null) counts.details += 1;
      const last = ranges.at(-1);
      if (last !== undefined && last[1] + 1 === event.seq) {
        last[1] = event.seq;
        counts.linked += 1;
      } else ranges.push([event.seq, event.seq]);
      for (const { id, sha256 } of recordedDocuments(event)) {
        documents.set(id, (documents.get(id) ?? new Set()).add(sha256));
      }
      before = event;
    },
  };
}

/**
 * Verifies the entries of a text or file, one line of JSON each.
 * @param {AsyncIterable<string>} lines
 * @param {string} chain
 * @param {AuditProof} proof
 * @param {ProofKeys} publicKeys
 * @param {ProofCrypto} crypto
 * @param {(text: string) => void} problem
 */
export async function verifyEntries(lines, chain, proof, publicKeys, crypto, problem) {
  const { add, ...entries } = await openEntries(chain, proof, publicKeys, crypto, problem);
  let number = 0;
  for await (const line of lines) {
    number += 1;
    if (line === '') continue;
    try {
      await add(JSON.parse(line));
    } catch (error) {
      problem(`Line ${number} of ${eventsPath} cannot be read (${messageOf(error)})`);
    }
  }
  return entries;
}

/**
 * What was compared of entries.
 * @param {{ events: number, details: number, linked: number }} counts
 * @param {AuditProof} proof
 */
export const describeEntries = ({ events, details, linked }, { batches }) =>
  `${counted(events, 'audit log entry', 'audit log entries')}: hashes, order, and place in ${counted(batches.length, 'signed batch', 'signed batches')}; ${details.toLocaleString('en-NZ')} with their details, ${linked.toLocaleString('en-NZ')} with the hash of the entry before.`;

export const otherEntries = 'Entries between these in the company’s log: they are about other records.';

/**
 * @param {PackFiles['files']} files
 * @param {AnyManifest} manifest
 * @param {Digest} digest
 * @param {(text: string) => void} problem
 */
async function compareFiles(files, manifest, digest, problem) {
  const known = new Set([manifestPath, digestPath]);
  if (manifest.format !== 'assay-evidence-pack/2') known.add(signaturePath);
  for (const { path, sha256, size, recordedSha256 } of manifest.files) {
    const name = path.normalize('NFC');
    if (known.has(name)) problem(`Listed twice: ${path}`);
    known.add(name);
    const open = files.get(name);
    if (open === undefined) {
      problem(`Missing: ${path}`);
      continue;
    }
    try {
      const found = await digest(open());
      if (found.size !== size || found.sha256 !== sha256) problem(`Changed: ${path}`);
    } catch (error) {
      problem(`Cannot be read: ${path} (${messageOf(error)})`);
    }
    if (recordedSha256 !== undefined && recordedSha256 !== sha256) {
      problem(`Not the content that was recorded with the document: ${path}`);
    }
  }
  for (const path of files.keys()) if (!known.has(path)) problem(`Added: ${path}`);
}

const mostNumbers = 10;

/** @param {Iterable<readonly [number, number]>} ranges */
function* numbersIn(ranges) {
  for (const [first, last] of ranges) for (let seq = first; seq <= last; seq += 1) yield seq;
}

/**
 * Numbers of ranges that others lack, in order; at most ten, so that a forged range costs no more.
 * @param {readonly [number, number][]} ranges
 * @param {readonly [number, number][]} others
 */
function numbersMissing(ranges, others) {
  const missing = [];
  const rest = numbersIn(others);
  let other = rest.next();
  for (const seq of numbersIn(ranges)) {
    while (!other.done && other.value < seq) other = rest.next();
    if (other.done || other.value !== seq) missing.push(seq);
    if (missing.length === mostNumbers) break;
  }
  return missing;
}

/**
 * The documents of the pack against the entries that recorded them. Returns how many were compared and how many have no entry here.
 * @param {AnyManifest} manifest
 * @param {ReadonlyMap<string, ReadonlySet<string>>} recorded
 * @param {(text: string) => void} problem
 */
function compareDocuments({ files }, recorded, problem) {
  let compared = 0;
  let without = 0;
  for (const { path, documentId, sha256 } of files) {
    if (documentId === undefined) continue;
    const digests = recorded.get(documentId);
    if (digests === undefined) {
      without += 1;
      continue;
    }
    compared += 1;
    if (!digests.has(sha256)) problem(`Not the content that the audit log recorded: ${path}`);
  }
  return { compared, without };
}

/**
 * @param {PackFiles['files']} files
 * @param {string} manifestSha256
 * @param {ProofKeys} publicKeys
 * @param {ProofCrypto} crypto
 * @param {(text: string) => void} problem
 */
async function verifySignature(files, manifestSha256, publicKeys, crypto, problem) {
  const signature = await readJson(files, signaturePath);
  const manifest = { kind: 'evidencePack', manifestSha256 };
  const fault = await findSignatureFault(manifest, signature, publicKeys, crypto);
  if (fault !== null) problem(`${manifestPath}: ${faultTexts[fault]}`);
  // Nothing but the signature, so that no byte of the pack can change unnoticed.
  const text = `${JSON.stringify({ ...manifestStatement(signature), signature: signature.signature }, null, 2)}\n`;
  if (text !== (await readText(openFile(files, signaturePath)))) problem(`Changed: ${signaturePath}`);
  return String(signature.keyId);
}

/**
 * Reads a manifest. @throws {Error} if it is not one that this program knows
 * @param {string} text
 * @returns {AnyManifest}
 */
function parseManifest(text) {
  const manifest = JSON.parse(text);
  const isKnown = ['assay-evidence-pack/2', 'assay-evidence-pack/3'].includes(manifest?.format);
  const isFile = (/** @type {any} */ file) => typeof file?.path === 'string';
  const isWhole =
    isKnown &&
    typeof manifest.company?.id === 'string' &&
    Array.isArray(manifest.files) &&
    manifest.files.every(isFile) &&
    Array.isArray(manifest.missing) &&
    manifest.missing.every(isFile) &&
    typeof manifest.audit === 'object' &&
    manifest.audit !== null &&
    (manifest.audit.entries === undefined || Array.isArray(manifest.audit.entries));
  if (!isWhole) throw new Error('it is not one that this program knows');
  return manifest;
}

/**
 * Reads the proof of the entries. @throws {Error} if it is not one that this program knows
 * @param {PackFiles['files']} files
 * @returns {Promise<AuditProof>}
 */
async function readProof(files) {
  const proof = await readJson(files, proofPath);
  const isKnown =
    [proof?.batches, proof?.parts, proof?.publicKeys].every(Array.isArray) &&
    [...proof.batches, ...proof.parts, ...proof.publicKeys].every((item) => item !== null) &&
    proof.parts.every((/** @type {any} */ part) => Array.isArray(part.path));
  if (!isKnown) throw new Error(`Cannot be read: ${proofPath} (it is not one that this program knows)`);
  return proof;
}

/**
 * Verifies a pack.
 * @param {PackFiles} pack
 * @param {ProofCrypto & { digest: Digest }} crypto
 * @param {ProofKeys | undefined} publicKeys keys that are known to be Assay’s; by default those in the pack, which proves less
 * @returns {Promise<PackReport>}
 * @throws {Error} if there is no pack to verify
 */
export async function verifyPack({ files, problems: found }, crypto, publicKeys) {
  if (!files.has(manifestPath))
    throw new Error(`There is no ${manifestPath}: this is not an evidence pack, or it is incomplete.`);
  const problems = [...found];
  /** @type {string[]} */
  const compared = [];
  /** @type {string[]} */
  const notCompared = [];
  /** @type {PackReport} */
  const report = { verdict: 'altered', subject: '', manifestSha256: null, problems, compared, notCompared };
  const problem = (/** @type {string} */ text) => void problems.push(text);
  /** @type {AnyManifest} */
  let manifest;
  try {
    report.manifestSha256 = (await crypto.digest(openFile(files, manifestPath))).sha256;
    manifest = parseManifest(await readText(openFile(files, manifestPath)));
    const line = files.has(digestPath) ? await readText(openFile(files, digestPath)) : '';
    if (line !== `${report.manifestSha256}  ${manifestPath}\n`) problem(`Changed or missing: ${digestPath}`);
  } catch (error) {
    problem(`${manifestPath} cannot be read (${messageOf(error)})`);
    return report;
  }
  report.subject = `${manifest.subject}, as at ${manifest.asAt}, created by ${manifest.madeBy} of ${manifest.company.name}`;
  await compareFiles(files, manifest, crypto.digest, problem);
  compared.push(`${counted(manifest.files.length, 'file')}: names, sizes and content, with the manifest.`);
  try {
    const proof = await readProof(files);
    const keys = publicKeys ?? new Map(proof.publicKeys.map(({ id, publicKey }) => [id, publicKey]));
    const isSigned = manifest.format !== 'assay-evidence-pack/2';
    if (isSigned) {
      const keyId = await verifySignature(files, report.manifestSha256 ?? '', keys, crypto, problem);
      compared.push(`The manifest with its signature, by the key ${keyId}.`);
    } else {
      notCompared.push(
        'Names, documents, files and the number of entries with a signature: packs of this format have none, so these can have been changed together with the manifest. The manifest’s hash can be compared with the one in Assay.',
      );
    }
    const lines = readLines(openFile(files, eventsPath));
    const entries = await verifyEntries(lines, manifest.company.id, proof, keys, crypto, problem);
    compared.push(describeEntries(entries.counts, proof));
    compareNumbers(manifest, entries, problem, compared);
    const last = proof.batches.at(-1);
    if ((last?.hash ?? null) !== (manifest.audit.batch?.hash ?? null))
      problem('The last signed batch is not the one in the manifest');
    const documents = compareDocuments(manifest, entries.documents, problem);
    if (documents.compared > 0) {
      compared.push(
        `${counted(documents.compared, 'document')} with the audit log entries that recorded them.`,
      );
    }
    if (documents.without > 0) {
      notCompared.push(
        `${counted(documents.without, 'document')} with the audit log: ${manifest.withNotes ? 'no entry in this pack has the content' : 'details of entries are excluded from this pack'}. The signed manifest covers it.`,
      );
    }
    notCompared.push(otherEntries);
    if (publicKeys === undefined) {
      notCompared.push(
        `Whether the key ${[...keys.keys()].join(', ')} is Assay’s: no public key was provided. Use the one that your Assay publishes at /api/v1/audit-signing-keys.`,
      );
    }
    for (const { path } of manifest.missing)
      notCompared.push(`${path}: Assay could not read it when the pack was created.`);
    if (problems.length === 0)
      report.verdict = isSigned && publicKeys !== undefined ? 'verified' : 'unproven';
  } catch (error) {
    problem(messageOf(error));
  }
  return report;
}

/**
 * The numbers of the entries against the manifest.
 * @param {AnyManifest} manifest
 * @param {Awaited<ReturnType<typeof verifyEntries>>} entries
 * @param {(text: string) => void} problem
 * @param {string[]} compared
 */
function compareNumbers({ audit }, { counts, ranges }, problem, compared) {
  if (counts.events !== audit.events)
    problem(
      `The audit log has ${counted(counts.events, 'entry', 'entries')}, the manifest says ${audit.events}`,
    );
  if (audit.entries === undefined) return;
  for (const seq of numbersMissing(audit.entries, ranges))
    problem(`Entry ${seq} of the audit log: ${faultTexts.gap}`);
  for (const seq of numbersMissing(ranges, audit.entries))
    problem(`Entry ${seq} of the audit log: it is not one of this pack`);
  compared.push('The numbers of the entries, with those in the manifest.');
}

const verdictTexts = {
  verified: 'VERIFIED: nothing was altered since Assay signed this pack.',
  unproven: 'NOT PROVEN: nothing altered was found, but not everything could be compared.',
  altered: 'VERIFICATION FAILED',
};

const mostProblems = 200;

/**
 * A report as lines of text, the same wherever a pack is verified.
 * @param {PackReport} report
 * @returns {string[]}
 */
export function describePack({ verdict, subject, manifestSha256, problems, compared, notCompared }) {
  const list = (/** @type {string} */ heading, /** @type {string[]} */ items) =>
    items.length === 0 ? [] : [heading, ...items.map((item) => `  ${item}`)];
  return [
    ...(subject === '' ? [] : [subject]),
    ...(manifestSha256 === null ? [] : [`Manifest hash (SHA-256): ${manifestSha256}`]),
    verdict === 'altered'
      ? `${verdictTexts.altered}: ${counted(problems.length, 'problem')} found`
      : verdictTexts[verdict],
    ...problems.slice(0, mostProblems).map((text) => `  ${text}`),
    ...(problems.length > mostProblems ? [`  and ${problems.length - mostProblems} more`] : []),
    ...list('Compared:', compared),
    ...list('Not compared:', notCompared),
  ];
}
