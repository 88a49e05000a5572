import { sql } from 'kysely';
import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import { endedClientStatuses } from '#rules/lifecycles/clients.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { isEnrolledForCheck } from '../../records/worklists/enrolment-store.ts';

/** A document of a verified client that expires soon. */
export type ExpiringDocument = Awaited<ReturnType<typeof expiringDocuments>>[number];

/**
 * Documents of verified clients that expire within a number of days, after a document's id; except clients whose
 * worklist excludes the check.
 */
export async function expiringDocuments(
  trx: Trx,
  page: { today: CalendarDate; withinDays: number; after: string | null; limit: number },
) {
  const { today, withinDays, after, limit } = page;
  let query = trx
    .selectFrom('verification_documents as d')
    .innerJoin('individual_verifications as v', (join) =>
      join
        .onRef('v.company_id', '=', 'd.company_id')
        .onRef('v.id', '=', 'd.verification_id')
        .onRef('v.round', '=', 'd.round'),
    )
    .innerJoin('clients as c', (join) =>
      join.onRef('c.company_id', '=', 'd.company_id').onRef('c.id', '=', 'd.client_id'),
    )
    .select(['d.id', 'd.client_id', 'd.type', 'd.number_masked', 'd.expires_on'])
    .where('v.status', '=', 'verified')
    .where('c.status', 'not in', endedClientStatuses)
    .where('d.removed_at', 'is', null)
    .where(isEnrolledForCheck('idExpiry', { companyId: sql.ref('c.company_id'), id: sql.ref('c.id') }))
    .where(sql<boolean>`d.expires_on BETWEEN ${today} AND ${addDays(today, withinDays)}`);
  if (after !== null) query = query.where('d.id', '>', after);
  return query.orderBy('d.id').limit(limit).execute();
}

/** Verifications with full numbers that have not changed since. */
export async function untouchedWithNumbers(
  trx: Trx,
  { before, limit }: { before: string; limit: number },
): Promise<string[]> {
  const left = await trx
    .selectFrom('verification_documents as d')
    .innerJoin('individual_verifications as v', (join) =>
      join.onRef('v.company_id', '=', 'd.company_id').onRef('v.id', '=', 'd.verification_id'),
    )
    .select('d.verification_id')
    .distinct()
    .where('d.sealed', 'is not', null)
    .where('v.updated_at', '<', before)
    .limit(limit)
    .execute();
  return left.map(({ verification_id }) => verification_id);
}
