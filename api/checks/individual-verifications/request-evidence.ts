import { verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import type { Emitted } from '../../kernel/command/emitted.ts';
import type { Work } from '../../kernel/command/work.ts';
import {
  changeVerification,
  lockVerification,
  type StoredVerification,
  withoutApproval,
} from './record/store.ts';
import { insertEvents, type NewEvent } from './record/timeline-store.ts';
import { settle } from './run-source-checks.ts';

type Status = StoredVerification['row']['status'];

/** Updates the findings for the current evidence, and records the change in timeline and audit log. */
async function follow(
  { trx, time, by, record }: Work,
  { verification: { id }, clientId, text }: Emitted['evidence.accepted' | 'evidence.withdrawn'],
  happened: {
    kind: NewEvent['kind'];
    action: string;
    getStatus: (row: StoredVerification['row']) => Status;
    detail: Record<string, unknown>;
  },
): Promise<void> {
  const stored = await lockVerification(trx, id);
  if (stored === null || by.companyId === null)
    throw new Error('A verification that has evidence cannot be read.');
  const { companyId, actor } = by;
  const at = time();
  const before = stored.row.status;
  const after = happened.getStatus(stored.row);
  const { machineResult } = await settle(trx, { now: time }, { companyId, id });
  await changeVerification(
    trx,
    id,
    {
      status: after,
      machine_result: machineResult as StoredVerification['row']['machine_result'],
      ...withoutApproval(stored.row),
    },
    { at, by: actor.id },
  );
  await insertEvents(trx, { companyId, verificationId: id, at }, [
    { kind: happened.kind, text, by: { type: 'member', id: actor.id } },
  ]);
  const { labels } = verificationLifecycle;
  record({
    action: happened.action,
    resourceType: 'individualVerification',
    resourceId: id,
    detail: {
      clientId,
      changes: changesBetween({ status: labels[before] }, { status: labels[after] }),
      ...happened.detail,
    },
  });
}

/** The consequence of accepted evidence: a verification by documents that has one is ready for review. */
export async function acceptIdentityEvidence(
  work: Work,
  accepted: Emitted['evidence.accepted'],
): Promise<void> {
  if (accepted.verification.kind !== 'individual') return;
  const { requestId: request, item, document } = accepted;
  await follow(work, accepted, {
    kind: 'evidenceTaken',
    action: 'individualVerification.evidenceTaken',
    getStatus: ({ method, status }) => {
      const isDocumentary = method === 'documentSighted' || method === 'documentCertified';
      return document !== null && isDocumentary && status === 'notStarted' ? 'needsReview' : status;
    },
    detail: { request, item, document },
  });
}

/** Applies the withdrawal of evidence. The status stays: a member decides on the remaining evidence. */
export async function withdrawIdentityEvidence(
  work: Work,
  withdrawn: Emitted['evidence.withdrawn'],
): Promise<void> {
  if (withdrawn.verification.kind !== 'individual') return;
  const { requestId: request, item, documentsRemoved } = withdrawn;
  await follow(work, withdrawn, {
    kind: 'evidenceTakenBack',
    action: 'individualVerification.evidenceTakenBack',
    getStatus: ({ status }) => status,
    detail: { request, item, documentsRemoved },
  });
}
