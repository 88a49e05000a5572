import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  formatManifest,
  formatManifestDigest,
  type Manifest,
  manifestDigestPath,
  manifestFormat,
  manifestPath,
  type PackedFile,
  type SignedHead,
} from '#rules/evidence-pack/manifest.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import type { DocumentFiles } from '../../records/documents/receive-file.ts';
import { eventLine, type Trail, trailEvents } from './contents/audit-log-export.ts';
import { fundsCsv } from './contents/funds-lines.ts';
import { decisionsCsv, periodsCsv, permitsCsv } from './contents/history-csv.ts';
import type { PackRecords } from './contents/records.ts';
import { trailPage } from './render/audit-log-page.ts';
import { packPage } from './render/pack-page.ts';
import { verifierSource } from './verifier.ts';
import { type ZipStream, zipStream } from './zip.ts';

export interface PackStreamDeps {
  db: Kysely<Schema>;
  files: DocumentFiles;
}

/** Contents of a pack: records in memory, and sources of the rest. */
export interface PackParts {
  records: PackRecords;
  /** Storage key by document id. */
  keys: ReadonlyMap<string, string>;
  trail: Trail;
  signedHeads: SignedHead[];
}

/** A completed pack. */
export interface PackEnd {
  manifestSha256: string;
  files: number;
  bytes: number;
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Lines of the audit log; `count` is called for each. */
async function* trailLines(deps: PackStreamDeps, trail: Trail, count: () => void): AsyncGenerator<string> {
  for await (const event of trailEvents(deps, trail)) {
    count();
    yield eventLine(event);
  }
}

/**
 * The content under a key, or null if it is missing. Reads the first chunk, because some storages only then report a
 * missing file.
 */
async function openFile({ files }: PackStreamDeps, key: string): Promise<AsyncGenerator<Uint8Array> | null> {
  try {
    const chunks = (await files.storage.read(key))[Symbol.asyncIterator]();
    const first = await chunks.next();
    return (async function* () {
      try {
        for (let chunk = first; !chunk.done; chunk = await chunks.next()) yield chunk.value;
      } finally {
        await chunks.return?.();
      }
    })();
  } catch {
    return null;
  }
}

/** Writes every file of a pack, the manifest and its digest last. */
async function writePack(deps: PackStreamDeps, zip: ZipStream, parts: PackParts): Promise<PackEnd> {
  const { records, keys, trail, signedHeads } = parts;
  const { cover, activity, clients, requests, alerts, documents } = records;
  const files: PackedFile[] = [];
  const missing: Manifest['missing'] = [];
  let events = 0;
  files.push(await zip.add('index.html', packPage(records)));
  files.push(await zip.add('audit-trail.html', trailPage(cover, trailEvents(deps, trail))));
  files.push(await zip.add('data/cover.json', json(cover)));
  if (activity !== null) files.push(await zip.add('data/activity.json', json(activity)));
  files.push(await zip.add('data/clients.json', json(clients)));
  files.push(await zip.add('data/source-of-funds.csv', fundsCsv(clients)));
  files.push(await zip.add('data/values-over-time.csv', periodsCsv(clients)));
  files.push(await zip.add('data/sanctions-permits.csv', permitsCsv(clients)));
  files.push(await zip.add('data/cdd-decisions.csv', decisionsCsv(clients)));
  files.push(await zip.add('data/requests.json', json(requests)));
  files.push(await zip.add('data/alerts.json', json(alerts)));
  files.push(await zip.add('data/documents.json', json(documents)));
  files.push(
    await zip.add(
      'data/audit-events.jsonl',
      trailLines(deps, trail, () => {
        events += 1;
      }),
    ),
  );
  files.push(await zip.add('data/signed-heads.json', json(signedHeads)));
  files.push(await zip.add('verify.mjs', verifierSource));
  for (const { document, path } of documents) {
    const key = keys.get(document.id);
    if (path === null || key === undefined) continue;
    const content = await openFile(deps, key);
    // A file missing from storage must not withhold the others: the manifest lists it.
    if (content === null) {
      missing.push({ path, recordedSha256: document.sha256 });
      continue;
    }
    const file = await zip.add(path, content, { isPacked: true });
    files.push({ ...file, recordedSha256: document.sha256 });
  }
  const manifest: Manifest = {
    format: manifestFormat,
    packId: cover.packId,
    company: { id: cover.company.id, name: cover.company.name },
    scope: cover.scope,
    scopeId: cover.scopeId,
    subject: cover.subject,
    purpose: cover.choice.purpose,
    asAt: cover.asAt,
    madeBy: cover.madeBy.name,
    withNotes: cover.choice.withNotes,
    withFiles: cover.choice.withFiles,
    audit: { events, head: signedHeads.at(-1) ?? null },
    files,
    missing,
  };
  const text = formatManifest(manifest);
  const manifestSha256 = createHash('sha256').update(text).digest('hex');
  await zip.add(manifestPath, text);
  await zip.add(manifestDigestPath, formatManifestDigest(manifestSha256));
  zip.end();
  return { manifestSha256, files: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

/**
 * A pack as a ZIP stream. `ended` is called once: with the whole pack after the last chunk, or null if the caller left
 * early or writing failed.
 */
export async function* packStream(
  deps: PackStreamDeps,
  parts: PackParts,
  ended: (end: PackEnd | null) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const zip = zipStream(new Date(parts.records.cover.asAt));
  let failure: unknown;
  const writing = writePack(deps, zip, parts).catch((error: unknown) => {
    failure = error;
    zip.destroy();
    return null;
  });
  let isWhole = false;
  try {
    for await (const chunk of zip.bytes) yield chunk as Uint8Array;
    isWhole = true;
  } catch (error) {
    // If writing failed, the stream only reports that it was closed.
    failure ??= error;
  } finally {
    zip.destroy();
    const end = await writing;
    await ended(isWhole ? end : null);
  }
  if (failure !== undefined) throw failure;
}
