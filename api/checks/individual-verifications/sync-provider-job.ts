import { isLinkedVerification } from '#rules/lifecycles/checks.ts';
import { inWork, jobActor } from '../../kernel/command/work.ts';
import { asJobs, asTenant } from '../../kernel/database/tenancy.ts';
import { applyCapture } from './captures.ts';
import { requestDueDeletions } from './image-deletion.ts';
import { lookAgainMs, sendLinkNow } from './links.ts';
import type { VerificationsDeps } from './record/deps.ts';
import { dueVerifications } from './record/list-store.ts';
import { readVerificationById, updateCheckLease } from './record/store.ts';
import { runPendingChecks, type VerificationId } from './run-source-checks.ts';

/** Verifications per run; the remaining ones follow in the next run, minutes later. */
const maxPerRun = 200;

const jobName = 'follow-verifications';

/** Polls a capture whose callback did not arrive. */
async function checkCapture(
  deps: VerificationsDeps,
  verification: VerificationId,
  captureReference: string,
): Promise<void> {
  const response = await deps.verification.provider.readCapture(captureReference);
  if (response.ok && (await applyCapture(deps, verification, { capture: response.value, eventId: null }))) {
    await runPendingChecks(deps, verification);
  }
  await inWork(deps, jobActor(verification.companyId, jobName), async ({ trx }) => {
    const stored = await readVerificationById(trx, verification.id);
    if (stored === null || (stored.row.status !== 'sent' && stored.row.status !== 'opened')) return;
    await updateCheckLease(trx, verification.id, {
      next_try_at: new Date(deps.now().getTime() + lookAgainMs).toISOString(),
      leased_until: null,
    });
  });
}

async function followOne(deps: VerificationsDeps, verification: VerificationId): Promise<void> {
  const stored = await asTenant(deps.db, verification.companyId, (trx) =>
    readVerificationById(trx, verification.id),
  );
  if (stored === null) return;
  const { row } = stored;
  if (row.pending.length > 0) await runPendingChecks(deps, verification);
  else if (row.status === 'notStarted' && row.recipient_sealed !== null)
    await sendLinkNow(deps, verification);
  else if (isLinkedVerification(row.status) && row.capture_reference !== null)
    await checkCapture(deps, verification, row.capture_reference);
  else
    await inWork(deps, jobActor(verification.companyId, jobName), ({ trx }) =>
      updateCheckLease(trx, verification.id, { next_try_at: null, leased_until: null }),
    );
}

/**
 * Continues pending work: retries unavailable sources, sends links that could not be sent, polls captures without
 * callback, completes checks of an interrupted process, and requests due deletions of photos. Idempotent: each lease is acquired once.
 */
export async function syncVerificationsJob(
  deps: VerificationsDeps,
): Promise<{ followed: number; failed: number; imagesDeleted: number; deletionsUnconfirmed: number }> {
  const now = deps.now().toISOString();
  const waiting = await asJobs(deps.db, (trx) => dueVerifications(trx, { now, limit: maxPerRun }));
  let failed = 0;
  for (const verification of waiting) {
    await followOne(deps, verification).catch((error: unknown) => {
      failed += 1;
      deps.verification.onError(error);
    });
  }
  return { followed: waiting.length - failed, failed, ...(await requestDueDeletions(deps)) };
}
