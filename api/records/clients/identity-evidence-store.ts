import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { noEvidenceEnd } from '#rules/identity-verification/evidence-expiry.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { lockClients } from './store.ts';

/**
 * Last day on which a client's identity evidence is valid, by verifications only: those of an individual or a business that a member
 * decided as verified. `noEvidenceEnd` if one has no end, null if there is none. `client`: the alias of the clients table. For its
 * meaning on a day see `evidenceCounts` of rules/identity-verification/evidence-expiry.ts.
 */
export function identityEvidenceUntil(client: string): RawBuilder<string | null> {
  const [companyId, id] = [sql.ref(`${client}.company_id`), sql.ref(`${client}.id`)];
  return sql<
    string | null
  >`(SELECT max(coalesce(to_char(e.evidence_expires_on, 'YYYY-MM-DD'), ${noEvidenceEnd}))
    FROM (SELECT v.evidence_expires_on FROM individual_verifications v
           WHERE v.company_id = ${companyId} AND v.client_id = ${id} AND v.status = 'verified'
           UNION ALL
          SELECT v.evidence_expires_on FROM business_verifications v
           WHERE v.company_id = ${companyId} AND v.client_id = ${id} AND v.status = 'verified') AS e)`;
}

/** A verification whose evidence has expired. */
interface ExpiredEvidence {
  id: string;
  version: number;
  client_id: string;
  evidence_expires_on: CalendarDate | null;
}

/** Verifications of a kind with expired evidence, locked after their clients until the transaction ends. */
export async function lockExpiredEvidence(
  trx: Transaction<Schema>,
  table: 'individual_verifications' | 'business_verifications',
  { today, limit }: { today: CalendarDate; limit: number },
): Promise<ExpiredEvidence[]> {
  const expired = trx
    .selectFrom(table)
    .select(['id', 'version', 'client_id', 'evidence_expires_on'])
    .where('status', '=', 'verified')
    .where('evidence_expires_on', '<', today)
    .orderBy('id');
  const seen = await expired.limit(limit).execute();
  if (seen.length === 0) return [];
  await lockClients(
    trx,
    seen.map(({ client_id }) => client_id),
  );
  const ids = seen.map(({ id }) => id);
  return expired.where('id', 'in', ids).forUpdate().execute();
}
