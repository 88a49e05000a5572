import { formatDayIn } from '#rules/format/dates.ts';
import { verificationMethodLabels } from '#rules/identity-verification/evidence.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import {
  type EvidenceTarget,
  readBusinessTarget,
  readIdentityTarget,
  verificationsUnderWay,
} from './store.ts';

type Asked = Pick<
  Schema['document_requests'],
  'client_id' | 'individual_verification_id' | 'business_verification_id'
>;

async function tiedTo(trx: Trx, request: Asked): Promise<EvidenceTarget | null> {
  const { individual_verification_id: individualId, business_verification_id: businessId } = request;
  if (individualId !== null) return readIdentityTarget(trx, individualId);
  return businessId === null ? null : readBusinessTarget(trx, businessId);
}

/**
 * The verification that a request's accepted items are evidence of: its own while open, else the client's newest in
 * progress. A decided one is returned as such, for the page; null if there is none.
 */
export async function getTarget(trx: Trx, request: Asked): Promise<EvidenceTarget | null> {
  const tied = await tiedTo(trx, request);
  if (tied?.isOpen) return tied;
  const [underWay] = await verificationsUnderWay(trx, request.client_id);
  return underWay ?? tied;
}

/** Short label of a verification: "Identity, documents sighted, of 3 Nov 2026". */
export function formatTarget({ method, createdAt }: EvidenceTarget, timeZone: string): string {
  const day = formatDayIn(createdAt, timeZone);
  return method === null
    ? `Business verification, started ${day}`
    : `${verificationMethodLabels[method]}, started ${day}`;
}
