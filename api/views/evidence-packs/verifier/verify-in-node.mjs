import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { createInflateRaw } from 'node:zlib';
import { readZip } from '#rules/evidence-pack/read-zip.mjs';
import { describePack, readProofKeys, verifyPack } from '#rules/evidence-pack/verify-pack.mjs';
import { nodeCrypto } from '../../../kernel/audit/node-crypto.mjs';

/** @typedef {import('#rules/evidence-pack/read-zip.mjs').Bytes} Bytes */
/** @typedef {import('#rules/evidence-pack/read-zip.mjs').PackFiles} PackFiles */

/**
 * The files of an unpacked pack.
 * @param {string} root
 * @returns {Promise<PackFiles>}
 */
async function readFolder(root) {
  /** @type {Map<string, () => Bytes>} */
  const files = new Map();
  /** @type {string[]} */
  const problems = [];
  async function walk(/** @type {string} */ folder, /** @type {string} */ prefix) {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = (prefix + entry.name).normalize('NFC');
      if (entry.isDirectory()) await walk(join(folder, entry.name), `${path}/`);
      else if (entry.isSymbolicLink()) problems.push(`Symbolic link: ${path}`);
      else if (!entry.isFile()) problems.push(`Not a file: ${path}`);
      else if (files.has(path)) problems.push(`Two files of one name: ${path}`);
      else files.set(path, () => createReadStream(join(folder, entry.name)));
    }
  }
  await walk(root, '');
  return { files, problems };
}

/** @param {Bytes} bytes @returns {Bytes} */
async function* inflate(bytes) {
  const inflating = createInflateRaw();
  const raw = Readable.from(bytes);
  raw.on('error', (error) => inflating.destroy(error));
  yield* raw.pipe(inflating);
}

/** @param {string} path */
async function readArchive(path) {
  const handle = await open(path);
  const { size } = await handle.stat();
  return readZip(
    {
      size,
      async read(position, length) {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, position);
        if (bytesRead !== length) throw new Error('The ZIP ends too early.');
        return buffer;
      },
    },
    inflate,
  );
}

/** @type {import('#rules/evidence-pack/verify-pack.mjs').Digest} */
async function digest(bytes) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return { sha256: hash.digest('hex'), size };
}

const exitCodes = { verified: 0, altered: 1, unproven: 3 };

try {
  const args = process.argv.slice(2);
  const at = args.indexOf('--public-key');
  const keyFile = at < 0 ? undefined : args.splice(at, 2)[1];
  if (at >= 0 && keyFile === undefined)
    throw new Error('Enter the file of the public key after --public-key.');
  const keys =
    keyFile === undefined ? undefined : await readProofKeys(await readFile(keyFile, 'utf8'), nodeCrypto);
  const given = resolve(args[0] ?? dirname(fileURLToPath(import.meta.url)));
  const pack = (await stat(given)).isDirectory() ? await readFolder(given) : await readArchive(given);
  const report = await verifyPack(pack, { ...nodeCrypto, digest }, keys);
  console.log(describePack(report).join('\n'));
  process.exitCode = exitCodes[report.verdict];
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
