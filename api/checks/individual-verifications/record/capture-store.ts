import type { Insertable } from 'kysely';
import { companyDay } from '#rules/dates/company-day.ts';
import { isOpenIdentityVerification } from '#rules/lifecycles/checks.ts';
import type { ImagedVerification } from '#rules/retention/retention.ts';
import type {
  IndividualVerificationsTable,
  VerificationCapturesTable,
} from '../../../kernel/database/tables/individual-verification-tables.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';

type NewCapture = Pick<
  Insertable<VerificationCapturesTable>,
  'company_id' | 'capture_reference' | 'verification_id' | 'started_at' | 'ended_at'
>;

/** Columns that determine how long a capture's images are retained. */
export type ImagedRow = Pick<VerificationCapturesTable, 'ended_at'> &
  Pick<IndividualVerificationsTable, 'status' | 'machine_result' | 'decided_at' | 'updated_at'>;

/** Records a capture of the provider, so that the deletion of its photos can be requested whatever becomes of the verification. */
export async function insertCapture(trx: Trx, capture: NewCapture): Promise<void> {
  await trx.insertInto('verification_captures').values(capture).execute();
}

/** Records that a capture ended without a decision of its own; the first end counts. */
export async function endCapture(trx: Trx, captureReference: string, at: string): Promise<void> {
  await trx
    .updateTable('verification_captures')
    .set({ ended_at: at })
    .where('capture_reference', '=', captureReference)
    .where('ended_at', 'is', null)
    .execute();
}

/** The capture of a verification's current round, or of its latest one if the round has none. */
export function readLatestCapture(trx: Trx, verificationId: string) {
  return trx
    .selectFrom('verification_captures')
    .selectAll()
    .where('verification_id', '=', verificationId)
    .orderBy('ended_at', (order) => order.desc().nullsFirst())
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A capture as the rule of retention takes it, on the calendar of the company. */
export function toImagedVerification(
  { ended_at, status, machine_result, decided_at, updated_at }: ImagedRow,
  timeZone: string,
): ImagedVerification {
  const day = (instant: string) => companyDay(new Date(instant), timeZone);
  return {
    decidedOn: decided_at === null ? null : day(decided_at),
    endedOn: ended_at === null ? null : day(ended_at),
    lastTouchedOn: day(updated_at),
    referredCaseOpen:
      ended_at === null &&
      decided_at === null &&
      machine_result === 'refer' &&
      isOpenIdentityVerification(status),
  };
}
