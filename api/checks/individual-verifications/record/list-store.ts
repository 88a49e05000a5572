import type { Trx } from '../../../kernel/database/tables/schema.ts';
import {
  identityChangedSince,
  isExceptionMissing,
} from '../../../records/clients/identity-evidence-store.ts';

/** A page of a client's verifications, newest first, each with the documents of its current round. */
export async function verificationPage(
  trx: Trx,
  { clientId, before, limit }: { clientId: string; before: string | undefined; limit: number },
) {
  let query = trx
    .selectFrom('individual_verifications as v')
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'v.company_id').onRef('c.id', '=', 'v.client_id'),
    )
    .leftJoin('members as m', 'm.id', 'v.decided_by')
    .select([
      'v.id',
      'v.round',
      'v.method',
      'v.status',
      'v.machine_result',
      'v.decision',
      'v.decided_by',
      'm.name as decided_by_name',
      'v.verified_at',
      'v.evidence_expires_on',
      'v.rules',
      'v.reliance',
      identityChangedSince('c', 'individual').as('identity_changed_on'),
      isExceptionMissing.as('exception_missing'),
      'v.created_at',
    ])
    .where('v.client_id', '=', clientId);
  if (before !== undefined) query = query.where('v.id', '<', before);
  const rows = await query.orderBy('v.id', 'desc').limit(limit).execute();
  if (rows.length === 0) return [];
  const documents = await trx
    .selectFrom('verification_documents')
    .select(['verification_id', 'round', 'type', 'number_masked'])
    .where(
      'verification_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('removed_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...row,
    documents: documents.filter(
      ({ verification_id, round }) => verification_id === row.id && round === row.round,
    ),
  }));
}

/** Verifications of all companies whose next step is due, longest waiting first; runs as `assay_jobs`. */
export async function dueVerifications(
  trx: Trx,
  { now, limit }: { now: string; limit: number },
): Promise<{ companyId: string; id: string }[]> {
  const rows = await trx
    .selectFrom('individual_verifications')
    .select(['company_id', 'id'])
    .where('next_try_at', '<=', now)
    .where((on) => on.or([on('leased_until', 'is', null), on('leased_until', '<=', now)]))
    .orderBy('next_try_at')
    .limit(limit)
    .execute();
  return rows.map(({ company_id, id }) => ({ companyId: company_id, id }));
}
