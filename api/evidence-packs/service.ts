import { v7 as uuidv7 } from 'uuid';
import type { EndpointAnswer, EndpointInput } from '#contract/endpoint.ts';
import type { downloadEvidencePack, listEvidencePacks } from '#contract/evidence-packs.ts';
import { companyDay } from '#rules/company-day.ts';
import { safeFileName } from '#rules/evidence-pack/file-names.ts';
import type { PackScope } from '#rules/evidence-pack/purposes.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import { asTenant, asTenantSnapshot } from '../database/tenancy.ts';
import type { MemberCaller, StreamedAnswer } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { type CollectDeps, collectRecords } from './collect.ts';
import { eventTargetsOf, indexDocuments } from './documents.ts';
import { type PackEnd, type PackParts, packStream } from './pack-stream.ts';
import { finishPack, insertPack, packsOf, readHead, subjectName } from './store.ts';
import { signTrail } from './trail.ts';

export type EvidencePackDeps = CollectDeps & { auditKey: string };

type OfRecord = { scope: PackScope; scopeId: string };

/** GET /evidence-packs/of/:scope/:scopeId. */
export function listPacksOf(
  deps: EvidencePackDeps,
  { company }: MemberCaller,
  { scope, scopeId }: OfRecord,
): Promise<EndpointAnswer<typeof listEvidencePacks>> {
  return asTenant(deps.db, company.id, async (trx) => {
    if ((await subjectName(trx, scope, scopeId)) === null) throw refuse('record.notFound');
    return { packs: await packsOf(trx, scope, scopeId) };
  });
}

/** Writes down who takes evidence out, before any of it leaves. */
async function beginPack(
  deps: EvidencePackDeps,
  caller: MemberCaller,
  of: OfRecord,
  choice: EndpointInput<typeof downloadEvidencePack>['body'],
): Promise<{ id: string; at: string }> {
  const id = uuidv7();
  const at = deps.now().toISOString();
  await asTenant(deps.db, caller.company.id, async (trx) => {
    if ((await subjectName(trx, of.scope, of.scopeId)) === null) throw refuse('record.notFound');
    await insertPack(trx, {
      company_id: caller.company.id,
      id,
      scope: of.scope,
      scope_id: of.scopeId,
      purpose: choice.purpose,
      with_notes: choice.withNotes,
      with_files: choice.withFiles,
      status: 'queued',
      requested_by: caller.member.id,
      created_at: at,
    });
    await recordMemberEvent(trx, deps, caller, {
      action: 'export.started',
      resourceType: of.scope,
      resourceId: of.scopeId,
      detail: { packId: id, ...choice },
    });
  });
  return { id, at };
}

/** Writes down how a download ended; the digest of the manifest is what the pack is known by ever after. */
async function endPack(
  deps: EvidencePackDeps,
  caller: MemberCaller,
  of: OfRecord & { id: string },
  end: PackEnd | null,
): Promise<void> {
  const { company } = caller;
  await asTenant(deps.db, company.id, async (trx) => {
    await finishPack(trx, of.id, {
      status: end === null ? 'failed' : 'ready',
      manifest_sha256: end?.manifestSha256 ?? null,
      file_count: end?.files ?? null,
      byte_count: end?.bytes ?? null,
      finished_at: deps.now().toISOString(),
    });
    await recordMemberEvent(trx, deps, caller, {
      action: end === null ? 'export.failed' : 'export.ready',
      resourceType: of.scope,
      resourceId: of.scopeId,
      detail: { packId: of.id, ...end },
    });
  });
}

/** All that goes into a pack but the bytes of documents and the trail, read at one instant. */
async function readParts(
  deps: EvidencePackDeps,
  caller: MemberCaller,
  { scope, scopeId, id }: OfRecord & { id: string },
  choice: EndpointInput<typeof downloadEvidencePack>['body'],
): Promise<PackParts> {
  const companyId = caller.company.id;
  const { head, ...read } = await asTenantSnapshot(deps.db, companyId, async (trx) => {
    const asAt = deps.now().toISOString();
    const collected = await collectRecords(trx, deps, caller, {
      packId: id,
      scope,
      scopeId,
      choice,
      asAt,
    });
    const { documents, keys } = await indexDocuments(trx, collected);
    return {
      records: { ...collected, documents, events: eventTargetsOf(collected) },
      keys,
      head: await readHead(trx, companyId),
    };
  });
  return {
    ...read,
    trail: { companyId, targets: read.records.events, head, withDetails: choice.withNotes },
    signedHeads: await signTrail(deps, companyId, head),
  };
}

/**
 * POST /evidence-packs/of/:scope/:scopeId. The records are read at one instant and let go of; documents and trail follow as the caller takes
 * them. How it ended is written down when the last byte has been handed over, or when the caller leaves early.
 */
export async function downloadPack(
  deps: EvidencePackDeps,
  caller: MemberCaller,
  of: OfRecord,
  choice: EndpointInput<typeof downloadEvidencePack>['body'],
): Promise<StreamedAnswer> {
  const begun = await beginPack(deps, caller, of, choice);
  const pack = { ...of, ...begun };
  const ended = (end: PackEnd | null) => endPack(deps, caller, pack, end);
  let parts: PackParts;
  try {
    parts = await readParts(deps, caller, pack, choice);
  } catch (error) {
    await ended(null);
    throw error;
  }
  const day = companyDay(new Date(begun.at), caller.company.timeZone);
  return {
    fileName: `${safeFileName(`evidence ${parts.records.cover.subject} ${day}`)}.zip`,
    chunks: packStream(deps, parts, ended),
  };
}
