import type { Client } from '#contract/clients/client-record.ts';
import { isReviewedWithPep } from '#rules/cdd-rule-packs/pep-persons.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { Emitted } from '../../kernel/command/emitted.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { writeSeniorApproval } from '../../records/clients/current-assessment-store.ts';
import { readClientsById } from '../../records/clients/record/store.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import { readCountryLists } from '../../records/country-lists/queries.ts';
import { exposuresNow, getFacts, type RuleInput } from './requirements.ts';
import { ruleInput } from './service.ts';

/** Input of the rules for clients of a company, with each client. */
async function readRuleInputs(
  trx: Trx,
  { companyId, clientIds, now }: { companyId: string; clientIds: readonly string[]; now: Date },
): Promise<{ client: Client; input: RuleInput }[]> {
  const company = await readCompanyFacts(trx, companyId);
  const on = companyDay(now, company.timeZone);
  const lists = await readCountryLists(trx, company, now);
  const inputs: { client: Client; input: RuleInput }[] = [];
  for (const client of await readClientsById(trx, [...clientIds])) {
    inputs.push({ client, input: await ruleInput(trx, { company, lists, on }, client) });
  }
  return inputs;
}

/**
 * Of these clients, those that the law has reviewed because a related party became a PEP.
 * @param person the party: the client record of the PEP
 */
export async function reviewedWithPep(
  trx: Trx,
  {
    companyId,
    clientIds,
    person,
    now,
  }: { companyId: string; clientIds: readonly string[]; person: string; now: Date },
): Promise<string[]> {
  if (clientIds.length === 0) return [];
  const inputs = await readRuleInputs(trx, { companyId, clientIds, now });
  return inputs
    .filter(({ input }) => isReviewedWithPep(getFacts(input), person, input.company.regulatedIn))
    .map(({ client }) => client.id);
}

/**
 * Consequence of an approved assessment: stores for which political exposures it is a senior manager's approval too. It covers none that is found
 * later, and neither a designation that ends later nor one that is granted later changes it. NZ s26(2)(a); AU Rules 5-5(1).
 */
export async function saveSeniorApproval(
  { trx, by: { companyId }, time }: Work,
  { assessmentId, clientId, bySeniorManager }: Emitted['assessment.approved'],
): Promise<void> {
  if (!bySeniorManager || companyId === null) return;
  for (const { input } of await readRuleInputs(trx, { companyId, clientIds: [clientId], now: time() })) {
    await writeSeniorApproval(trx, assessmentId, exposuresNow(input));
  }
}
