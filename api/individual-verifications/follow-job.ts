import { asJobs, asTenant } from '../database/tenancy.ts';
import { askPending, type VerificationId } from './asking.ts';
import { applyCapture } from './captures.ts';
import type { VerificationsDeps } from './deps.ts';
import { lookAgainMs, sendLinkNow } from './links.ts';
import { changeTurn, readVerificationById } from './store.ts';

/** Looked at in one run; what is left comes in the next, minutes later. */
const mostAtOnce = 200;

/** Verifications of all companies that somebody should look at now, those that wait longest first. */
async function due(deps: VerificationsDeps): Promise<VerificationId[]> {
  const now = deps.now().toISOString();
  const rows = await asJobs(deps.db, (trx) =>
    trx
      .selectFrom('individual_verifications')
      .select(['company_id', 'id'])
      .where('next_try_at', '<=', now)
      .where((on) => on.or([on('leased_until', 'is', null), on('leased_until', '<=', now)]))
      .orderBy('next_try_at')
      .limit(mostAtOnce)
      .execute(),
  );
  return rows.map(({ company_id, id }) => ({ companyId: company_id, id }));
}

/** Sees how the person's turn stands, for when the provider's callback did not come. */
async function lookAtCapture(
  deps: VerificationsDeps,
  verification: VerificationId,
  captureReference: string,
): Promise<void> {
  const answer = await deps.verification.provider.readCapture(captureReference);
  if (answer.ok && (await applyCapture(deps, verification, { capture: answer.value, eventId: null }))) {
    await askPending(deps, verification);
  }
  await asTenant(deps.db, verification.companyId, async (trx) => {
    const stored = await readVerificationById(trx, verification.id);
    if (stored === null || (stored.row.status !== 'sent' && stored.row.status !== 'opened')) return;
    await changeTurn(trx, verification.id, {
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
  if (row.pending.length > 0) await askPending(deps, verification);
  else if (row.status === 'notStarted' && row.recipient_sealed !== null)
    await sendLinkNow(deps, verification);
  else if ((row.status === 'sent' || row.status === 'opened') && row.capture_reference !== null)
    await lookAtCapture(deps, verification, row.capture_reference);
  else
    await asTenant(deps.db, verification.companyId, (trx) =>
      changeTurn(trx, verification.id, { next_try_at: null, leased_until: null }),
    );
}

/**
 * Goes on with what waits: asks sources again that did not answer, sends links that could not be sent, sees how captures stand whose
 * callback did not come, takes up what a server that ended left half asked. It may run twice: each turn is taken by one.
 */
export async function followVerifications(
  deps: VerificationsDeps,
): Promise<{ followed: number; failed: number }> {
  const waiting = await due(deps);
  let failed = 0;
  for (const verification of waiting) {
    await followOne(deps, verification).catch((error: unknown) => {
      failed += 1;
      deps.verification.onError(error);
    });
  }
  return { followed: waiting.length - failed, failed };
}
