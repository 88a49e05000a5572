import { v7 as uuidv7 } from 'uuid';
import type { EndpointInput } from '#contract/endpoint.ts';
import {
  downloadEvidencePack as downloadEndpoint,
  listEvidencePacks as listEndpoint,
} from '#contract/views/evidence-packs.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { safeFileName } from '#rules/evidence-pack/file-names.ts';
import type { PackScope } from '#rules/evidence-pack/purposes.ts';
import { signBatches } from '../../kernel/audit/sign-batch.ts';
import type { SigningKeys } from '../../kernel/audit/signing-keys.ts';
import { callerActor } from '../../kernel/command/caller-actor.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { inWork } from '../../kernel/command/work.ts';
import { asTenantSnapshot } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { CollectDeps } from './contents/collect-deps.ts';
import { collectRecords } from './contents/collect-records.ts';
import { getEventTargets, indexDocuments } from './contents/documents.ts';
import { readHead } from './contents/store.ts';
import { isForSubject } from './contents/subject-access.ts';
import { type PackEnd, type PackParts, packStream } from './pack-stream.ts';
import { finishPack, getPacks, insertPack, subjectName } from './store.ts';

type EvidencePackDeps = CollectDeps & { signingKeys: SigningKeys };

const query = queriesFor<EvidencePackDeps>();
const handler = handlersFor<EvidencePackDeps>();

type RecordScope = { scope: PackScope; scopeId: string };
type Choice = EndpointInput<typeof downloadEndpoint>['body'];

/** GET /evidence-packs/of/:scope/:scopeId. */
export const listEvidencePacks = query(listEndpoint, async ({ trx, params: { scope, scopeId } }) => {
  if ((await subjectName(trx, scope, scopeId)) === null) return null;
  return { packs: await getPacks(trx, scope, scopeId) };
});

/** Records the download before any of the pack is sent. */
async function startPack(
  deps: EvidencePackDeps,
  caller: MemberCaller,
  of: RecordScope,
  choice: Choice,
): Promise<{ id: string; at: string }> {
  const id = uuidv7();
  return inWork(deps, callerActor(caller), async ({ trx, at, record }) => {
    if ((await subjectName(trx, of.scope, of.scopeId)) === null) throw apiError('record.notFound');
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
    record({
      action: 'export.started',
      resourceType: of.scope,
      resourceId: of.scopeId,
      detail: { packId: id, ...choice },
    });
    return { id, at };
  });
}

/** Records the end of a download; the manifest's digest identifies the pack. */
async function endPack(
  deps: EvidencePackDeps,
  caller: MemberCaller,
  of: RecordScope & { id: string },
  end: PackEnd | null,
): Promise<void> {
  await inWork(deps, callerActor(caller), async ({ trx, at, record }) => {
    await finishPack(trx, of.id, {
      status: end === null ? 'failed' : 'ready',
      manifest_sha256: end?.manifestSha256 ?? null,
      file_count: end?.files ?? null,
      byte_count: end?.bytes ?? null,
      finished_at: at,
    });
    record({
      action: end === null ? 'export.failed' : 'export.ready',
      resourceType: of.scope,
      resourceId: of.scopeId,
      detail: { packId: of.id, ...end },
    });
  });
}

/** Reads all contents of a pack except documents and audit log, at one instant. */
async function readParts(
  deps: EvidencePackDeps,
  caller: MemberCaller,
  { scope, scopeId, id }: RecordScope & { id: string },
  choice: Choice,
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
      records: { ...collected, documents, events: getEventTargets(collected) },
      keys,
      head: await readHead(trx, companyId),
    };
  });
  // All events up to the head that the snapshot saw are signed then.
  await signBatches(deps.db, deps);
  return {
    ...read,
    trail: {
      companyId,
      targets: read.records.events,
      head,
      withDetails: choice.withNotes && !isForSubject(read.records),
    },
    signingKeys: deps.signingKeys,
  };
}

/**
 * POST /evidence-packs/of/:scope/:scopeId. Records are read at one instant; documents and audit log are streamed. The
 * outcome is recorded after the last byte, or when the caller disconnects.
 */
export const downloadEvidencePack = handler(downloadEndpoint, async (deps, { params, body }, caller) => {
  const begun = await startPack(deps, caller, params, body);
  const pack = { ...params, ...begun };
  const ended = (end: PackEnd | null) => endPack(deps, caller, pack, end);
  let parts: PackParts;
  try {
    parts = await readParts(deps, caller, pack, body);
  } catch (error) {
    await ended(null);
    throw error;
  }
  const day = companyDay(new Date(begun.at), caller.company.timeZone);
  return {
    fileName: `${safeFileName(`evidence ${parts.records.cover.subject} ${day}`)}.zip`,
    chunks: packStream(deps, parts, ended),
  };
});
