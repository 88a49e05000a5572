import type { CompanyState } from '#contract/company/accounts.ts';
import type { Answer } from '#rules/risk/answers.ts';
import { formatScore } from '#rules/risk/explanation.ts';
import { prepareTemplate, type RecordFloor, withRecordFloors } from '#rules/risk/scoring.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import type { StoredScore } from '../../kernel/database/tables/risk-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { readCountryLists } from '../../records/country-lists/queries.ts';

/** Scores answers with the company's current country lists. `floors`: minimum levels set by the record. */
export async function scoreNow(
  trx: Trx,
  company: Pick<CompanyState, 'timeZone' | 'regulatedIn'>,
  now: Date,
  {
    content,
    answers,
    floors = [],
  }: { content: TemplateContent; answers: readonly Answer[]; floors?: readonly RecordFloor[] },
): Promise<StoredScore> {
  const answered = prepareTemplate(content, await readCountryLists(trx, company, now))(answers);
  const scored = withRecordFloors(answered, floors);
  return { ...scored, sentence: formatScore(scored) };
}
