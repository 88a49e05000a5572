import type { Diligence } from '#contract/cdd/cdd.ts';
import type { CompanyState } from '#contract/company/accounts.ts';
import { isInactive } from '#rules/clients/inactive-clients.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { readLastChange } from './store.ts';

/** Day since which an active client is inactive, if longer than the company's policy allows; otherwise null. */
export async function readInactivity(
  trx: Trx,
  company: Pick<CompanyState, 'id' | 'timeZone' | 'billingCountryCode'>,
  client: { id: string; status: string },
  on: CalendarDate,
): Promise<Diligence['quiet']> {
  if (client.status !== 'active') return null;
  const { lastOn, afterBusinessDays } = await readLastChange(trx, company.timeZone, client.id);
  const calendar = { country: company.billingCountryCode };
  return isInactive(lastOn, on, afterBusinessDays, calendar) ? { since: lastOn, afterBusinessDays } : null;
}
