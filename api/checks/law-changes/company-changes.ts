import { v7 as uuidv7 } from 'uuid';
import { packsOn } from '#rules/cdd-rule-packs/packs.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { Emitted } from '../../kernel/command/emitted.ts';
import type { Work } from '../../kernel/command/work.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import { readCountryLists } from '../../records/country-lists/queries.ts';
import { finish, recordAffected } from './check-job.ts';
import { type Comparison, compareClients } from './compare-clients.ts';
import { insertLawChange, readClientIds } from './store.ts';

/** As many clients as one command checks itself. Of a larger company the job checks them in batches. */
const clientsAtOnce = 500;

/** The comparison that a change by the company itself makes, on that day. */
export function ownChange({
  company,
  lists,
  today,
  cause = null,
}: Pick<Comparison, 'company' | 'lists'> & { today: CalendarDate; cause?: string | null }): Comparison {
  const row = { kind: 'company' as const, effective_on: today, revision: null, rules: [], cause };
  return { company, lists, row, revisions: [] };
}

/**
 * Consequence of a changed country list or of changed facts of the company: the levels of CDD that differ are written, each with its
 * events, and those clients are listed with before and after for the compliance officer to sign off. Nothing is listed where neither a
 * level nor its reasons change.
 */
export async function checkCompanyChange(
  work: Work,
  { cause }: Emitted['company.rulesChanged'],
): Promise<void> {
  const { trx, by, time, at } = work;
  if (by.companyId === null) return;
  const company = await readCompanyFacts(trx, by.companyId);
  const today = companyDay(time(), company.timeZone);
  const versions = packsOn(company.regulatedIn, company, today).map(({ version }) => version);
  const change = {
    company_id: company.id,
    id: uuidv7({ msecs: time().getTime() }),
    kind: 'company' as const,
    cause,
    effective_on: today,
    revision: null,
    packs_before: versions,
    packs_after: versions,
    rules: '[]',
    status: 'checking' as const,
    started_at: at,
  };
  const ids = await readClientIds(trx, { of: 'all', after: null, limit: clientsAtOnce + 1 });
  if (ids.length > clientsAtOnce) {
    await insertLawChange(trx, change);
    return;
  }
  const lists = await readCountryLists(trx, company, time());
  const affected = await compareClients(trx, ids, ownChange({ company, lists, today, cause }));
  if (affected.length === 0) return;
  const row = await insertLawChange(trx, change);
  await recordAffected(work, company, row, affected);
  await finish(work, { ...row, clients_checked: ids.length, clients_listed: affected.length });
}
