import type { Transaction } from 'kysely';
import { formatDate } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import { verificationMethodLabels } from '#rules/verification/evidence.ts';
import type { Schema } from '../database/schema.ts';

type Trx = Transaction<Schema>;

/** A verification that accepted items of a request become evidence of. */
export interface EvidenceTarget {
  kind: 'individual' | 'business';
  id: string;
  /** Whether it still takes evidence: nobody has decided, and it was not ended. */
  isOpen: boolean;
  /** Of an individual's. */
  method: Schema['individual_verifications']['method'] | null;
  createdAt: string;
}

const openIndividual = ['notStarted', 'sent', 'opened', 'processing', 'needsReview', 'error'] as const;
const openBusiness = ['notStarted', 'processing', 'needsReview', 'error'] as const;
const isIn = (list: readonly string[], status: string) => list.includes(status);

type Asked = Pick<
  Schema['document_requests'],
  'client_id' | 'individual_verification_id' | 'business_verification_id'
>;

async function tiedTo(trx: Trx, request: Asked): Promise<EvidenceTarget | null> {
  const { individual_verification_id: individualId, business_verification_id: businessId } = request;
  if (individualId !== null) {
    const row = await trx
      .selectFrom('individual_verifications')
      .select(['status', 'method', 'created_at'])
      .where('id', '=', individualId)
      .executeTakeFirstOrThrow();
    const isOpen = isIn(openIndividual, row.status);
    return { kind: 'individual', id: individualId, isOpen, method: row.method, createdAt: row.created_at };
  }
  if (businessId === null) return null;
  const row = await trx
    .selectFrom('business_verifications')
    .select(['status', 'created_at'])
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  const isOpen = isIn(openBusiness, row.status);
  return { kind: 'business', id: businessId, isOpen, method: null, createdAt: row.created_at };
}

/** Verifications of a client that are under way, newest first; a client has few at a time. */
export async function verificationsUnderWay(trx: Trx, clientId: string): Promise<EvidenceTarget[]> {
  const people = await trx
    .selectFrom('individual_verifications')
    .select(['id', 'method', 'created_at'])
    .where('client_id', '=', clientId)
    .where('status', 'in', openIndividual)
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  const businesses = await trx
    .selectFrom('business_verifications')
    .select(['id', 'created_at'])
    .where('client_id', '=', clientId)
    .where('status', 'in', openBusiness)
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  return [
    ...people.map(({ id, method, created_at }) => {
      return { kind: 'individual' as const, id, isOpen: true, method, createdAt: created_at };
    }),
    ...businesses.map(({ id, created_at }) => {
      return { kind: 'business' as const, id, isOpen: true, method: null, createdAt: created_at };
    }),
  ];
}

/**
 * What accepted items of a request are evidence of: the verification that it was asked for while that is open, else the client's newest
 * one under way. One that is over is named so, for the page; null where there is none at all.
 */
export async function targetOf(trx: Trx, request: Asked): Promise<EvidenceTarget | null> {
  const tied = await tiedTo(trx, request);
  if (tied?.isOpen) return tied;
  const [underWay] = await verificationsUnderWay(trx, request.client_id);
  return underWay ?? tied;
}

/** A verification in a few words: "Identity, documents sighted, of 3 Nov 2026". */
export function targetText({ method, createdAt }: EvidenceTarget, timeZone: string): string {
  const day = formatDate(companyDay(new Date(createdAt), timeZone));
  return method === null
    ? `Verification of the business, begun ${day}`
    : `${verificationMethodLabels[method]}, begun ${day}`;
}
