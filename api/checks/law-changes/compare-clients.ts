import { addDays } from '#rules/dates/calendar-dates.ts';
import {
  compareOutcomes,
  compareWithRecord,
  getOutcome,
  type OutcomeChange,
} from '#rules/law-changes/law-changes.ts';
import type { RuleRevision } from '#rules/law-changes/rule-revision.ts';
import type { Work } from '../../kernel/command/work.ts';
import { readClientsById } from '../../records/clients/record/store.ts';
import type { CompanyFacts } from '../../records/company-settings/store.ts';
import { readCountryLists } from '../../records/country-lists/queries.ts';
import { assessClient, partiesToVerify, type RuleInput } from '../cdd/requirements.ts';
import { ruleInput } from '../cdd/service.ts';
import { readSavedCddLevel } from '../cdd/store.ts';
import type { LawChangeRow } from './store.ts';

interface Comparison {
  company: CompanyFacts;
  row: Pick<LawChangeRow, 'kind' | 'effective_on' | 'revision' | 'rules'>;
  revisions: readonly RuleRevision[];
}

const outcomeUnder = (input: RuleInput, getLaw: string) => {
  const assessed = assessClient(input, { getLaw });
  const outcome = getOutcome(assessed, partiesToVerify(input, assessed));
  return { ...outcome, reasons: assessed.reasons };
};

/** The client's facts of now under the rules of the day before and of the day. */
function compareDays(input: RuleInput, { row }: Comparison): OutcomeChange | null {
  const on = row.effective_on;
  return compareOutcomes(outcomeUnder(input, addDays(on, -1)), outcomeUnder(input, on), row.rules);
}

async function compareRelease(
  { trx }: Pick<Work, 'trx'>,
  input: RuleInput,
  { row, revisions }: Comparison,
): Promise<OutcomeChange | null> {
  const revision = revisions.find((revision) => revision.revision === row.revision);
  if (revision === undefined) return null;
  const recorded = {
    level: input.client.cddLevel,
    reasons: await readSavedCddLevel(trx, input.client.id),
  };
  return compareWithRecord(recorded, outcomeUnder(input, input.on), revision, row.rules);
}

/** Differences that a rule change makes for each of these clients; omits clients without any. */
export async function compareClients(
  { trx, time }: Pick<Work, 'trx' | 'time'>,
  clientIds: readonly string[],
  comparison: Comparison,
): Promise<({ clientId: string } & OutcomeChange)[]> {
  const { company, row } = comparison;
  const lists = await readCountryLists(trx, company, time());
  const shared = { company, lists, on: row.effective_on };
  const found: ({ clientId: string } & OutcomeChange)[] = [];
  for (const client of await readClientsById(trx, clientIds)) {
    const input = await ruleInput(trx, shared, client);
    const change =
      row.kind === 'day' ? compareDays(input, comparison) : await compareRelease({ trx }, input, comparison);
    if (change !== null) found.push({ clientId: client.id, ...change });
  }
  return found;
}
