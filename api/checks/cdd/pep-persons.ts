import type { Transaction } from 'kysely';
import { isReviewedWithPep } from '#rules/cdd-rule-packs/pep-persons.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { readClientsById } from '../../records/clients/record/store.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import { readCountryLists } from '../../records/country-lists/queries.ts';
import { getFacts } from './requirements.ts';
import { ruleInput } from './service.ts';

/**
 * Of these clients, those that the law has reviewed because a related party became a PEP.
 * @param person the party: the client record of the PEP
 */
export async function reviewedWithPep(
  trx: Transaction<Schema>,
  {
    companyId,
    clientIds,
    person,
    now,
  }: { companyId: string; clientIds: readonly string[]; person: string; now: Date },
): Promise<string[]> {
  if (clientIds.length === 0) return [];
  const company = await readCompanyFacts(trx, companyId);
  const on = companyDay(now, company.timeZone);
  const lists = await readCountryLists(trx, company, now);
  const found: string[] = [];
  for (const client of await readClientsById(trx, [...clientIds])) {
    const facts = getFacts(await ruleInput(trx, { company, lists, on }, client));
    if (isReviewedWithPep(facts, person, company.regulatedIn)) found.push(client.id);
  }
  return found;
}
