import { verifyEntriesSource } from './verify-entries.ts';

/**
 * Program included in every pack: plain Node, one file, no network, no library. A string, because it runs outside Assay.
 */
export const verifierSource = String.raw`// Verifies an evidence pack of Assay with nothing but Node 20 or newer:
//
//   node verify.mjs                     the folder of this file
//   node verify.mjs path/to/folder      an unpacked pack
//   node verify.mjs path/to/pack.zip    the ZIP as it was downloaded
//   node verify.mjs --public-key FILE … with the public key of a file, PEM or as Assay publishes it
//
// It reads every file, compares it with manifest.json, and recomputes the entries of the audit log. It exits with
// 0 if everything matches, 1 if a file or entry was changed, is missing or was added, 2 if there is no pack to verify.
//
// It cannot detect that a whole pack, with this program and the public key in it, was replaced. Two further checks do: the manifest
// hash that it prints must be the one that Assay shows for this pack on the record's page; and --public-key FILE verifies with the
// public key that your Assay publishes (at /api/v1/audit-signing-keys), in place of the one in the pack.

import { createHash, createPublicKey } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createInflateRaw } from 'node:zlib';

const problems = [];
const problem = (text) => problems.push(text);

// ---- where the files are: a folder, or a ZIP read in place ----

async function folderFiles(root) {
  const files = new Map();
  async function walk(folder, prefix) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = prefix + entry.name;
      if (entry.isDirectory()) await walk(join(folder, entry.name), path + '/');
      else files.set(path.normalize('NFC'), () => createReadStream(join(folder, entry.name)));
    }
  }
  await walk(root, '');
  return files;
}

async function readAt(handle, position, length) {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  if (bytesRead !== length) throw new Error('The ZIP ends too early.');
  return buffer;
}

// The 64-bit values of a ZIP64 extra field stand in this order, each only where its 32-bit place says "too large".
function zip64Values(extra, wanted) {
  for (let at = 0; at + 4 <= extra.length; ) {
    const size = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1) {
      return wanted.map((_, index) => Number(extra.readBigUInt64LE(at + 4 + index * 8)));
    }
    at += 4 + size;
  }
  throw new Error('The ZIP lacks a field that its sizes need.');
}

async function getDirectory(handle, length) {
  const tailLength = Math.min(length, 65557);
  const tail = await readAt(handle, length - tailLength, tailLength);
  const at = tail.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (at < 0) throw new Error('This is not a ZIP, or its end is missing.');
  let count = tail.readUInt16LE(at + 10);
  let size = tail.readUInt32LE(at + 12);
  let start = tail.readUInt32LE(at + 16);
  if (count === 0xffff || size === 0xffffffff || start === 0xffffffff) {
    const locator = await readAt(handle, length - tailLength + at - 20, 20);
    const record = await readAt(handle, Number(locator.readBigUInt64LE(8)), 56);
    count = Number(record.readBigUInt64LE(32));
    size = Number(record.readBigUInt64LE(40));
    start = Number(record.readBigUInt64LE(48));
  }
  return { count, bytes: await readAt(handle, start, size) };
}

async function zipFiles(path) {
  const handle = await open(path);
  const { size: length } = await handle.stat();
  const { count, bytes } = await getDirectory(handle, length);
  const files = new Map();
  for (let index = 0, at = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== 0x02014b50) throw new Error('The directory of the ZIP is damaged.');
    const method = bytes.readUInt16LE(at + 10);
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    const commentLength = bytes.readUInt16LE(at + 32);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength).normalize('NFC');
    let packed = bytes.readUInt32LE(at + 20);
    let header = bytes.readUInt32LE(at + 42);
    const large = [];
    if (bytes.readUInt32LE(at + 24) === 0xffffffff) large.push('size');
    if (packed === 0xffffffff) large.push('packed');
    if (header === 0xffffffff) large.push('header');
    if (large.length > 0) {
      const extra = bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
      const values = zip64Values(extra, large);
      if (large.includes('packed')) packed = values[large.indexOf('packed')];
      if (large.includes('header')) header = values[large.indexOf('header')];
    }
    if (files.has(name)) problem('Duplicate file: ' + name);
    files.set(name, () => Readable.from(entryBytes(path, handle, { method, packed, header })));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

async function* entryBytes(path, handle, { method, packed, header }) {
  const local = await readAt(handle, header, 30);
  if (local.readUInt32LE(0) !== 0x04034b50) throw new Error('A file of the ZIP is damaged.');
  if (packed === 0) return;
  const start = header + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
  const raw = createReadStream(path, { start, end: start + packed - 1 });
  if (method === 0) yield* raw;
  else if (method === 8) {
    const inflate = createInflateRaw();
    raw.on('error', (error) => inflate.destroy(error));
    yield* raw.pipe(inflate);
  } else throw new Error('A file of the ZIP is packed in a way that this program does not know.');
}

// ---- files against the manifest ----

async function getDigest(openFile) {
  const digest = createHash('sha256');
  let size = 0;
  for await (const chunk of openFile()) {
    digest.update(chunk);
    size += chunk.length;
  }
  return { sha256: digest.digest('hex'), size };
}

async function getText(openFile) {
  const chunks = [];
  for await (const chunk of openFile()) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

async function verifyFiles(files, manifest) {
  const known = new Set(['manifest.json', 'manifest.sha256']);
  for (const { path, sha256, size, recordedSha256 } of manifest.files) {
    const openFile = files.get(path.normalize('NFC'));
    known.add(path.normalize('NFC'));
    if (!openFile) {
      problem('Missing: ' + path);
      continue;
    }
    try {
      const found = await getDigest(openFile);
      if (found.size !== size || found.sha256 !== sha256) problem('Changed: ' + path);
    } catch (error) {
      problem('Cannot be read: ' + path + ' (' + error.message + ')');
    }
    if (recordedSha256 !== undefined && recordedSha256 !== sha256) {
      problem('Not the bytes that were recorded when the document was taken in: ' + path);
    }
  }
  for (const path of files.keys()) if (!known.has(path)) problem('Added: ' + path);
}

${verifyEntriesSource}
// ---- the audit log of this pack ----

// The public keys of a file: PEM blocks, or the JSON that Assay publishes.
async function getFileKeys(path) {
  const text = await readFile(path, 'utf8');
  const blocks = text.replaceAll('\\n', '\n').match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];
  if (blocks.length === 0) throw new Error(path + ' holds no public key.');
  return new Map(blocks.map((block) => {
    const der = createPublicKey(block).export({ type: 'spki', format: 'der' });
    return [createHash('sha256').update(der).digest('hex').slice(0, 16), der.toString('base64')];
  }));
}

async function verifyTrail(files, manifest, keyFile) {
  const proof = JSON.parse(await getText(files.get('data/audit-proof.json')));
  const publicKeys = keyFile === undefined ? new Map(proof.publicKeys.map((key) => [key.id, key.publicKey])) : await getFileKeys(keyFile);
  const { parts } = await verifyProof(proof, publicKeys, problem);
  const verifier = entriesVerifier(manifest.company.id, parts, problem);
  for await (const line of createInterface({ input: files.get('data/audit-events.jsonl')(), crlfDelay: Infinity })) {
    await verifier.add(JSON.parse(line));
  }
  const { events } = verifier.counts;
  if (events !== manifest.audit.events) problem('The audit log has ' + events + ' entries, the manifest says ' + manifest.audit.events);
  const last = proof.batches.at(-1);
  if ((last?.hash ?? null) !== (manifest.audit.batch?.hash ?? null)) problem('The signed batch is not the one in the manifest');
  return { ...verifier.counts, batches: proof.batches.length, keys: [...new Set(proof.batches.map(({ keyId }) => keyId))] };
}

// ---- all of it ----

async function main() {
  const args = process.argv.slice(2);
  const at = args.indexOf('--public-key');
  const keyFile = at < 0 ? undefined : args.splice(at, 2)[1];
  const given = resolve(args[0] ?? dirname(fileURLToPath(import.meta.url)));
  const files = (await stat(given)).isDirectory() ? await folderFiles(given) : await zipFiles(given);
  if (!files.has('manifest.json')) throw new Error('There is no manifest.json: this is not an evidence pack, or it is incomplete.');
  const text = await getText(files.get('manifest.json'));
  const digest = (await getDigest(files.get('manifest.json'))).sha256;
  if (!files.has('manifest.sha256')) problem('Missing: manifest.sha256');
  else if ((await getText(files.get('manifest.sha256'))) !== digest + '  manifest.json\n') problem('Changed: manifest.json or manifest.sha256');
  let manifest;
  try {
    manifest = JSON.parse(text);
  } catch {
    problem('manifest.json cannot be read');
    return { digest };
  }
  if (manifest?.format !== 'assay-evidence-pack/2' || !Array.isArray(manifest.files)) {
    problem('manifest.json is not one that this program knows');
    return { digest };
  }
  await verifyFiles(files, manifest);
  try {
    return { digest, manifest, files: manifest.files.length, trail: await verifyTrail(files, manifest, keyFile) };
  } catch (error) {
    problem('The audit log cannot be read (' + error.message + ')');
    return { digest, manifest };
  }
}

try {
  const { digest, manifest, files, trail } = await main();
  if (manifest) console.log(manifest.subject + ', as at ' + manifest.asAt + ', made by ' + manifest.madeBy + ' of ' + manifest.company.name);
  console.log('Manifest hash (SHA-256): ' + digest);
  for (const text of problems.slice(0, 200)) console.log('  ' + text);
  if (problems.length > 200) console.log('  and ' + (problems.length - 200) + ' more');
  if (problems.length > 0) {
    console.log('VERIFICATION FAILED: ' + problems.length + (problems.length === 1 ? ' problem' : ' problems') + ' found');
    process.exitCode = 1;
  } else {
    for (const { path } of manifest.missing) console.log('  Not in the pack, because Assay could not read it: ' + path);
    console.log('VERIFIED: ' + files + ' files, ' + trail.events + ' audit log entries, ' + trail.details + ' of them with their detail, '
      + trail.linked + ' directly following another.');
    console.log('SIGNED: ' + trail.signed + ' entries in ' + trail.batches + ' batches, with the key ' + (trail.keys.join(', ') || '(none)') +
      (process.argv.includes('--public-key') ? ' of --public-key.' : ' in this pack; compare it with the one that Assay publishes.'));
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
`;
