import type { CountryLists } from '#rules/country-lists/country-list-keys.ts';
import { addDays } from '#rules/dates/calendar-dates.ts';
import {
  compareOutcomes,
  compareWithRecord,
  getOutcome,
  type OutcomeChange,
} from '#rules/law-changes/law-changes.ts';
import { compareFormerProcedure, compareLevels } from '#rules/law-changes/level-changes.ts';
import { prohibitionLines } from '#rules/law-changes/prohibition-lines.ts';
import type { RuleRevision } from '#rules/law-changes/rule-revision.ts';
import type { Work } from '../../kernel/command/work.ts';
import { companyPoliciesCause } from '../../records/company-settings/profile-change.ts';
import type { CompanyFacts } from '../../records/company-settings/store.ts';
import { confirmedSanctions, type DecidedSanction } from '../../records/sanctions/store.ts';
import { findingsBySubject } from '../cdd/findings-store.ts';
import { assessClient, partiesToVerify, type RuleInput } from '../cdd/requirements.ts';
import { ruleInputs } from '../cdd/service.ts';
import type { LawChangeRow } from './store.ts';

export interface Comparison {
  company: CompanyFacts;
  /** The country lists that apply. */
  lists: CountryLists;
  row: Pick<LawChangeRow, 'kind' | 'effective_on' | 'revision' | 'rules'> &
    Partial<Pick<LawChangeRow, 'cause'>>;
  revisions: readonly RuleRevision[];
}

/** The rules' input with the confirmed sanctions matches of the client and its related parties. */
type ComparedInput = RuleInput & { sanctions: readonly DecidedSanction[] };

const outcomeUnder = (input: ComparedInput, getLaw: string) => {
  const assessed = assessClient(input, { getLaw });
  const { sanctions, company, on } = input;
  const prohibitions = prohibitionLines(sanctions, company.regulatedIn, { on, getLaw });
  const outcome = getOutcome(assessed, partiesToVerify(input, assessed), prohibitions);
  return { ...outcome, reasons: assessed.reasons };
};

/** The client's facts of now under the rules of the day before and of the day. */
function compareDays(input: ComparedInput, { row }: Comparison): OutcomeChange | null {
  const on = row.effective_on;
  return compareOutcomes(outcomeUnder(input, addDays(on, -1)), outcomeUnder(input, on), row.rules);
}

const getRecorded = ({ client, standing }: RuleInput) => ({
  level: client.cddLevel,
  reasons: standing.savedReasons,
});

function compareRelease(input: ComparedInput, { row, revisions }: Comparison): OutcomeChange | null {
  const revision = revisions.find((revision) => revision.revision === row.revision);
  if (revision === undefined) return null;
  return compareWithRecord(getRecorded(input), outcomeUnder(input, input.on), revision, row.rules);
}

/** Levels and reasons that differ; after a change of the list of former procedures also clients who relied on one that does not count. */
function compareOwnChange(input: ComparedInput, { row }: Comparison): OutcomeChange | null {
  const after = outcomeUnder(input, input.on);
  const recorded = getRecorded(input);
  const changed = compareLevels(recorded, after);
  if (changed !== null || row.cause !== companyPoliciesCause) return changed;
  const { earlierCdd } = findingsBySubject(input.findings);
  return earlierCdd?.ground === 'oldProcedures' ? compareFormerProcedure(recorded, after) : null;
}

const compare = {
  day: compareDays,
  release: compareRelease,
  company: compareOwnChange,
};

/** Differences that a rule change makes for each of these clients; omits clients without any. */
export async function compareClients(
  trx: Work['trx'],
  clientIds: readonly string[],
  comparison: Comparison,
): Promise<({ clientId: string; name: string } & OutcomeChange)[]> {
  const { company, lists, row } = comparison;
  const shared = { company, lists, on: row.effective_on };
  const sanctions = await confirmedSanctions(trx, clientIds);
  return (await ruleInputs(trx, shared, clientIds)).flatMap((input) => {
    const compared = { ...input, sanctions: sanctions.get(input.client.id) ?? [] };
    const change = compare[row.kind](compared, comparison);
    return change === null ? [] : [{ clientId: input.client.id, name: input.client.displayName, ...change }];
  });
}
