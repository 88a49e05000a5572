import { companyDay } from '#rules/dates/company-day.ts';
import type { Emitted } from '../../kernel/command/emitted.ts';
import type { Work } from '../../kernel/command/work.ts';
import { writeSeniorApproval } from '../../records/clients/current-assessment-store.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import { readCountryLists } from '../../records/country-lists/queries.ts';
import { exposuresNow } from './requirements.ts';
import { ruleInput } from './service.ts';

/**
 * Consequence of an approved assessment: stores for which political exposures it is a senior manager's approval too. It covers none that is found
 * later, and neither a designation that ends later nor one that is granted later changes it. NZ s26(2)(a); AU Rules 5-5(1).
 */
export async function saveSeniorApproval(
  { trx, by, time }: Work,
  { assessmentId, clientId, bySeniorManager }: Emitted['assessment.approved'],
): Promise<void> {
  const client = bySeniorManager ? await readClientById(trx, clientId) : null;
  if (client === null || by.companyId === null) return;
  const now = time();
  const company = await readCompanyFacts(trx, by.companyId);
  const lists = await readCountryLists(trx, company, now);
  const input = await ruleInput(trx, { company, lists, on: companyDay(now, company.timeZone) }, client);
  await writeSeniorApproval(trx, assessmentId, exposuresNow(input));
}
