import {
  isOpenBusinessVerification,
  isOpenIdentityVerification,
  openBusinessVerificationStatuses,
  openIdentityVerificationStatuses,
} from '#rules/lifecycles/checks.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';

/** More than a client has under way at a time. */
const maxUnderWay = 10;

/** The verification that a request's accepted items are evidence of. */
export interface EvidenceTarget {
  kind: 'individual' | 'business';
  id: string;
  /** Whether it still accepts evidence: neither decided nor ended. */
  isOpen: boolean;
  /** Of an individual's. */
  method: Schema['individual_verifications']['method'] | null;
  createdAt: string;
}

export async function readIdentityTarget(trx: Trx, id: string): Promise<EvidenceTarget> {
  const row = await trx
    .selectFrom('individual_verifications')
    .select(['status', 'method', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const isOpen = isOpenIdentityVerification(row.status);
  return { kind: 'individual', id, isOpen, method: row.method, createdAt: row.created_at };
}

export async function readBusinessTarget(trx: Trx, id: string): Promise<EvidenceTarget> {
  const row = await trx
    .selectFrom('business_verifications')
    .select(['status', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    kind: 'business',
    id,
    isOpen: isOpenBusinessVerification(row.status),
    method: null,
    createdAt: row.created_at,
  };
}

/** Verifications of a client that are under way: identity first, newest first; a client has few at a time. */
export async function verificationsUnderWay(trx: Trx, clientId: string): Promise<EvidenceTarget[]> {
  const people = await trx
    .selectFrom('individual_verifications')
    .select(['id', 'method', 'created_at'])
    .where('client_id', '=', clientId)
    .where('status', 'in', openIdentityVerificationStatuses)
    .orderBy('id', 'desc')
    .limit(maxUnderWay)
    .execute();
  const businesses = await trx
    .selectFrom('business_verifications')
    .select(['id', 'created_at'])
    .where('client_id', '=', clientId)
    .where('status', 'in', openBusinessVerificationStatuses)
    .orderBy('id', 'desc')
    .limit(maxUnderWay)
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
