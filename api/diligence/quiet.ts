import { sql, type Transaction } from 'kysely';
import type { CompanyState } from '#contract/accounts.ts';
import type { Diligence } from '#contract/diligence.ts';
import type { CalendarDate } from '#rules/calendar-dates.ts';
import { isQuiet } from '#rules/quiet-clients.ts';
import type { Schema } from '../database/schema.ts';

interface LastChange {
  lastOn: CalendarDate;
  afterBusinessDays: number;
}

/** Since when nothing has happened with an active client, where that is longer than the company's policy waits; null otherwise. */
export async function readQuiet(
  trx: Transaction<Schema>,
  company: Pick<CompanyState, 'id' | 'timeZone' | 'billingCountryCode'>,
  client: { id: string; status: string },
  on: CalendarDate,
): Promise<Diligence['quiet']> {
  if (client.status !== 'active') return null;
  const { rows } = await sql<LastChange>`
    SELECT to_char(greatest(c.updated_at,
             (SELECT max(a.updated_at) FROM activity_parties p
                JOIN activities a ON a.company_id = p.company_id AND a.id = p.activity_id
               WHERE p.company_id = c.company_id AND p.client_id = c.id)
           ) AT TIME ZONE ${company.timeZone}, 'YYYY-MM-DD') AS "lastOn",
           (o.policy->>'dormantAfterBusinessDays')::integer AS "afterBusinessDays"
      FROM clients c JOIN companies o ON o.id = c.company_id
     WHERE c.id = ${client.id}`.execute(trx);
  const [last] = rows;
  if (last === undefined) throw new Error('A client that was just read is gone.');
  const { lastOn, afterBusinessDays } = last;
  const calendar = { country: company.billingCountryCode };
  return isQuiet(lastOn, on, afterBusinessDays, calendar) ? { since: lastOn, afterBusinessDays } : null;
}
