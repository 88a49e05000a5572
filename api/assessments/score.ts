import type { Transaction } from 'kysely';
import type { CompanyState } from '#contract/accounts.ts';
import type { Answer } from '#rules/risk/answers.ts';
import { scoreSentence } from '#rules/risk/explanation.ts';
import { prepareTemplate } from '#rules/risk/scoring.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import { readCountryLists } from '../country-lists/service.ts';
import type { StoredScore } from '../database/risk-tables.ts';
import type { Schema } from '../database/schema.ts';

/** Answers scored with the company's country lists as they are at this instant. */
export async function scoreNow(
  trx: Transaction<Schema>,
  company: Pick<CompanyState, 'timeZone' | 'regulatedIn'>,
  now: Date,
  { content, answers }: { content: TemplateContent; answers: readonly Answer[] },
): Promise<StoredScore> {
  const scored = prepareTemplate(content, await readCountryLists(trx, company, now))(answers);
  return { ...scored, sentence: scoreSentence(scored) };
}
