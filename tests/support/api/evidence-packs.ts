import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromBuffer } from 'yauzl';
import { nodeCrypto } from '#api/kernel/audit/node-crypto.mjs';
import { signManifest } from '#api/kernel/audit/signed-manifest.ts';
import type { SigningKey } from '#api/kernel/audit/signing-keys.ts';
import type { ProofKeys } from '#rules/audit/audit-proofs.mjs';
import { formatManifest, formatManifestDigest, type Manifest } from '#rules/evidence-pack/manifest.ts';
import { type Digest, type PackReport, verifyPack } from '#rules/evidence-pack/verify-pack.mjs';
import type { TestApi } from './api.ts';

export type PackOrder = { purpose: string; withNotes?: boolean; withFiles?: boolean };

/** Requests a pack as the web server would; the body is unread. */
export function requestPack(
  test: TestApi,
  as: { token: string },
  of: { scope: string; scopeId: string },
  body: PackOrder = { purpose: 'audit', withNotes: true },
): Promise<Response> {
  return test.fetch(`/api/v1/evidence-packs/of/${of.scope}/${of.scopeId}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${as.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** The files of a ZIP by their paths, read by a different program than the writer, which checks each CRC-32 as well. */
export async function filesInZip(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  await new Promise<void>((done, fail) => {
    fromBuffer(zip, { lazyEntries: true, strictFileNames: true }, (error, opened) => {
      if (error) return fail(error);
      opened.on('error', fail);
      opened.on('end', done);
      opened.on('entry', (entry: Entry) => {
        opened.openReadStream(entry, (refused, stream) => {
          if (refused) return fail(refused);
          buffer(stream).then((bytes) => {
            files.set(entry.fileName, bytes);
            opened.readEntry();
          }, fail);
        });
      });
      opened.readEntry();
    });
  });
  return files;
}

/** Writes files into a folder; a path outside it is an error. */
export async function writeFiles(folder: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const [path, bytes] of files) {
    const target = resolve(folder, path);
    if (!target.startsWith(`${resolve(folder)}/`)) throw new Error(`${path} leads out of the pack`);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes);
  }
}

export const getManifest = (files: ReadonlyMap<string, Buffer>): Manifest =>
  JSON.parse(files.get('manifest.json')?.toString() ?? 'null');

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/**
 * The files with the manifest made anew, and every hash in it recomputed, as anyone can who changes a pack.
 *
 * @param change alters the files' bytes or the manifest
 * @param key signs the manifest; by default the former signature stays
 */
export function forgedPack(
  files: ReadonlyMap<string, Buffer>,
  change: (forged: { files: Map<string, Buffer>; manifest: Manifest }) => void,
  key?: SigningKey,
): Map<string, Buffer> {
  const forged = { files: new Map(files), manifest: getManifest(files) };
  change(forged);
  const { manifest } = forged;
  for (const file of manifest.files) {
    const bytes = forged.files.get(file.path) ?? Buffer.of();
    if (file.recordedSha256 !== undefined) file.recordedSha256 = sha256(bytes);
    Object.assign(file, { sha256: sha256(bytes), size: bytes.length });
  }
  const text = Buffer.from(formatManifest(manifest));
  forged.files.set('manifest.json', text);
  forged.files.set('manifest.sha256', Buffer.from(formatManifestDigest(sha256(text))));
  if (key) {
    forged.files.set(
      'manifest.signature.json',
      Buffer.from(`${JSON.stringify(signManifest('evidencePack', text, key), null, 2)}\n`),
    );
  }
  return forged.files;
}

/** Verifies the files of a pack in this process, as every verifier does. */
export function verifyFiles(files: ReadonlyMap<string, Buffer>, publicKeys: ProofKeys): Promise<PackReport> {
  const opened = new Map([...files].map(([path, bytes]) => [path, () => Readable.from([bytes])]));
  const digest: Digest = async (stream) => {
    const bytes = await buffer(stream);
    return { sha256: sha256(bytes), size: bytes.length };
  };
  return verifyPack({ files: opened, problems: [] }, { ...nodeCrypto, digest }, publicKeys);
}

/** Runs a pack's verifier with plain Node, outside of the project. */
export function runVerifier(
  verifier: string,
  pack: string,
  options: readonly string[] = [],
): Promise<{ code: number; said: string }> {
  return new Promise((done) => {
    execFile(
      process.execPath,
      [verifier, ...options, pack],
      {
        cwd: join(verifier, '..'),
        env: { PATH: process.env.PATH ?? '' } as unknown as NodeJS.ProcessEnv,
      },
      (error, stdout, stderr) => {
        done({ code: error === null ? 0 : Number(error.code), said: `${stdout}${stderr}` });
      },
    );
  });
}
