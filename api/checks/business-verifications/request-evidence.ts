import type { Emitted } from '../../kernel/command/emitted.ts';
import type { Work } from '../../kernel/command/work.ts';
import { changeVerification, lockVerification } from './record/store.ts';

/**
 * Increments the verification's version, because its page shows the evidence. Evidence moves a verification that was
 * not started to review.
 */
async function follow(
  { trx, by, at }: Work,
  id: string,
  { isAccepted }: { isAccepted: boolean },
): Promise<void> {
  const row = await lockVerification(trx, id);
  if (row === null) throw new Error('A verification that has evidence cannot be read.');
  await changeVerification(trx, row, {
    ...(isAccepted && row.status === 'notStarted' ? { status: 'needsReview' as const } : {}),
    updated_at: at,
    updated_by: by.actor.id,
  });
}

/** Consequence of accepted evidence. */
export async function acceptBusinessEvidence(
  work: Work,
  { verification: { kind, id }, clientId, requestId: request, item, recipient }: Emitted['evidence.accepted'],
): Promise<void> {
  if (kind !== 'business') return;
  await follow(work, id, { isAccepted: true });
  work.record({
    action: 'businessVerification.evidenceAccepted',
    resourceType: 'businessVerification',
    resourceId: id,
    detail: {
      clientId,
      request,
      changes: { evidence: { before: null, after: item }, submittedBy: { before: null, after: recipient } },
    },
  });
}

/** Applies the withdrawal of evidence. The status stays: a member decides on the remaining evidence. */
export async function withdrawBusinessEvidence(
  work: Work,
  { verification: { kind, id }, clientId, requestId: request, item }: Emitted['evidence.withdrawn'],
): Promise<void> {
  if (kind !== 'business') return;
  await follow(work, id, { isAccepted: false });
  work.record({
    action: 'businessVerification.evidenceWithdrawn',
    resourceType: 'businessVerification',
    resourceId: id,
    detail: { clientId, request, changes: { evidence: { before: item, after: null } } },
  });
}
