import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import {
  formatManifest,
  formatManifestDigest,
  type Manifest,
  manifestDigestPath,
  manifestFormat,
  manifestPath,
  manifestSignaturePath,
  type PackedFile,
} from '#rules/evidence-pack/manifest.ts';
import { signManifest } from '../../kernel/audit/signed-manifest.ts';
import type { SigningKeys } from '../../kernel/audit/signing-keys.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { DocumentFiles } from '../../records/documents/receive-file.ts';
import { eventLine, type Trail, trailEvents } from './contents/audit-log-export.ts';
import { openProofs, type Proofs } from './contents/event-proofs.ts';
import { fundsCsv } from './contents/funds-lines.ts';
import { decisionsCsv, periodsCsv, permitsCsv } from './contents/history-csv.ts';
import type { PackRecords } from './contents/records.ts';
import { isForSubject, toSubjectDossier } from './contents/subject-access.ts';
import { trailPage } from './render/audit-log-page.ts';
import { pageEnd } from './render/html.ts';
import { packPage } from './render/pack-page.ts';
import { maxEventsInPage, verifierPart } from './render/page-verifier.ts';
import { verifierSource } from './verifier/programs.ts';
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
  /** They sign the manifest, and their public parts prove the audit log entries. */
  signingKeys: SigningKeys;
}

/** A completed pack. */
export interface PackEnd {
  manifestSha256: string;
  files: number;
  bytes: number;
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** Lines of the audit log with their proofs; `count` is called with the number of each entry. */
async function* trailLines(
  deps: PackStreamDeps,
  trail: Trail,
  proofs: Proofs,
  count: (seq: number) => void,
): AsyncGenerator<string> {
  for await (const event of trailEvents(deps, trail, proofs)) {
    count(event.seq);
    yield eventLine(event);
  }
}

const finishProofs = (deps: PackStreamDeps, { trail, signingKeys }: PackParts, proofs: Proofs) =>
  asTenant(deps.db, trail.companyId, (trx) => proofs.finish(trx, signingKeys));

/** The page of a pack, with its audit log entries and their proof for the verifier in the page. */
async function* pageWithProof(deps: PackStreamDeps, parts: PackParts): AsyncGenerator<string> {
  yield packPage(parts.records);
  const proofs = openProofs(parts.trail.companyId);
  let left = maxEventsInPage;
  async function* lines() {
    for await (const event of trailEvents(deps, parts.trail, proofs)) {
      if (left === 0) return;
      left -= 1;
      yield eventLine(event);
    }
  }
  yield* verifierPart({
    chain: parts.trail.companyId,
    lines: lines(),
    proof: () => finishProofs(deps, parts, proofs),
    isWhole: () => left > 0,
  });
  yield pageEnd;
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

/** Writes every file of a pack, the manifest, its digest and its signature last. */
async function writePack(deps: PackStreamDeps, zip: ZipStream, parts: PackParts): Promise<PackEnd> {
  const { records, keys, trail } = parts;
  const proofs = openProofs(trail.companyId);
  const { cover, activity, clients, requests, alerts, documents } = records;
  const files: PackedFile[] = [];
  const missing: Manifest['missing'] = [];
  let events = 0;
  const entries: [number, number][] = [];
  const count = (seq: number) => {
    events += 1;
    const last = entries.at(-1);
    if (last !== undefined && last[1] + 1 === seq) last[1] = seq;
    else entries.push([seq, seq]);
  };
  files.push(await zip.add('index.html', pageWithProof(deps, parts)));
  files.push(await zip.add('audit-trail.html', trailPage(cover, trailEvents(deps, trail))));
  files.push(await zip.add('data/cover.json', json(cover)));
  if (activity !== null) files.push(await zip.add('data/activity.json', json(activity)));
  const isSubjects = isForSubject(records);
  files.push(await zip.add('data/clients.json', json(isSubjects ? clients.map(toSubjectDossier) : clients)));
  if (records.elsewhere !== null) files.push(await zip.add('data/elsewhere.json', json(records.elsewhere)));
  files.push(await zip.add('data/source-of-funds.csv', fundsCsv(clients)));
  files.push(await zip.add('data/values-over-time.csv', periodsCsv(clients)));
  if (!isSubjects) {
    files.push(await zip.add('data/sanctions-permits.csv', permitsCsv(clients)));
    files.push(await zip.add('data/cdd-decisions.csv', decisionsCsv(clients)));
    files.push(await zip.add('data/alerts.json', json(alerts)));
  }
  files.push(await zip.add('data/requests.json', json(requests)));
  files.push(await zip.add('data/documents.json', json(documents)));
  files.push(await zip.add('data/audit-events.jsonl', trailLines(deps, trail, proofs, count)));
  const proof = await finishProofs(deps, parts, proofs);
  files.push(await zip.add('data/audit-proof.json', json(proof)));
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
    files.push({ ...file, documentId: document.id, recordedSha256: document.sha256 });
  }
  const lastBatch = proof.batches.at(-1);
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
    audit: { events, entries, batch: lastBatch ? { number: lastBatch.number, hash: lastBatch.hash } : null },
    files,
    missing,
  };
  const text = formatManifest(manifest);
  const manifestSha256 = createHash('sha256').update(text).digest('hex');
  await zip.add(manifestPath, text);
  await zip.add(manifestDigestPath, formatManifestDigest(manifestSha256));
  const signature = signManifest('evidencePack', Buffer.from(text), parts.signingKeys.current);
  await zip.add(manifestSignaturePath, json(signature));
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
