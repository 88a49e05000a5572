import type { Updateable } from 'kysely';
import type { VerificationCapturesTable } from '../../kernel/database/tables/individual-verification-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { isHeld } from '../../records/clients/record/store.ts';

/** A capture with what its retention depends on. */
export type HeldCapture = Awaited<ReturnType<typeof capturesWithImages>>[number];

function selectCaptures(trx: Trx) {
  return trx
    .selectFrom('verification_captures as k')
    .innerJoin('individual_verifications as v', (join) =>
      join.onRef('v.company_id', '=', 'k.company_id').onRef('v.id', '=', 'k.verification_id'),
    )
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'v.company_id').onRef('c.id', '=', 'v.client_id'),
    )
    .select([
      'k.capture_reference',
      'k.verification_id',
      'k.ended_at',
      'k.deletion_requested_at',
      'k.deletion_tries',
      'k.deletion_problem',
      'v.client_id',
      'v.status',
      'v.machine_result',
      'v.decided_at',
      'v.updated_at',
      isHeld.as('is_held'),
    ])
    .where('k.deleted_at', 'is', null);
}

/** Captures whose deletion is neither confirmed nor due, after one's reference. */
export function capturesWithImages(trx: Trx, { after, limit }: { after: string | null; limit: number }) {
  let query = selectCaptures(trx).where('k.deletion_next_try_at', 'is', null);
  if (after !== null) query = query.where('k.capture_reference', '>', after);
  return query.orderBy('k.capture_reference').limit(limit).execute();
}

/** Locks a capture whose deletion is not confirmed; undefined if it is, or if the capture was destroyed with its client. */
export function lockCapture(trx: Trx, captureReference: string): Promise<HeldCapture | undefined> {
  return selectCaptures(trx)
    .where('k.capture_reference', '=', captureReference)
    .forUpdate('k')
    .executeTakeFirst();
}

/** As `lockCapture`, for one whose request is due. */
export function lockDueCapture(
  trx: Trx,
  { captureReference, now }: { captureReference: string; now: string },
): Promise<HeldCapture | undefined> {
  return selectCaptures(trx)
    .where('k.capture_reference', '=', captureReference)
    .where('k.deletion_next_try_at', '<=', now)
    .forUpdate('k')
    .executeTakeFirst();
}

/** Records the progress of a deletion. */
export async function updateDeletion(
  trx: Trx,
  captureReferences: readonly string[],
  columns: Updateable<VerificationCapturesTable>,
): Promise<void> {
  if (captureReferences.length === 0) return;
  await trx
    .updateTable('verification_captures')
    .set(columns)
    .where('capture_reference', 'in', [...captureReferences])
    .execute();
}

/** Captures of all companies whose deletion is to be requested, longest waiting first; runs as `assay_jobs`. */
export async function dueDeletions(
  trx: Trx,
  { now, limit }: { now: string; limit: number },
): Promise<{ companyId: string; captureReference: string }[]> {
  const rows = await trx
    .selectFrom('verification_captures')
    .select(['company_id', 'capture_reference'])
    .where('deletion_next_try_at', '<=', now)
    .orderBy('deletion_next_try_at')
    .limit(limit)
    .execute();
  return rows.map(({ company_id, capture_reference }) => ({
    companyId: company_id,
    captureReference: capture_reference,
  }));
}
