import type { Answer, AnswerValue } from '#rules/risk/answers.ts';
import type { Question } from '#rules/risk/template.ts';
import { type Asked, answerAll } from '../generators/answers.ts';
import type { Relationship } from './roster.ts';

/** Answers that deviate from the defaults, by source of risk. */
const answersByRisk: Partial<Record<Relationship['risk'], Record<string, AnswerValue>>> = {
  livesAbroad: { met: 'remoteBiometric' },
  cash: { industry: 'cash', cash: 'much' },
  raisedToMedium: { industry: 'property', thirdParties: 'related' },
  raisedToHigh: { industry: 'property', thirdParties: 'related', complexity: 'steps' },
  foreignPep: { industry: 'property' },
};

const servicesByPurpose: [RegExp, string][] = [
  [/^Conveyancing|^Purchase/, 'conveyancing'],
  [/^Sale of a business/, 'businessSale'],
  [/^Setting up/, 'formation'],
  [/estate/, 'managingFunds'],
];

function plainest({ options }: Question): string | null {
  const [first] = options
    .filter(({ prohibit }) => !prohibit)
    .toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0));
  return first?.key ?? null;
}

function plainAnswer(question: Question, { risk, purpose, country }: Relationship): AnswerValue {
  const known = answersByRisk[risk]?.[question.key];
  if (known !== undefined) return known;
  const service = servicesByPurpose.find(([text]) => text.test(purpose))?.[1] ?? 'other';
  switch (question.type) {
    case 'yesNo':
    case 'single':
      return plainest(question);
    case 'multi': {
      const key = question.key === 'services' ? service : plainest(question);
      return key === null ? null : [key];
    }
    case 'country':
      return question.multiple ? [country] : country;
    case 'money':
      return 4_500_000;
    case 'number':
      return 0;
    case 'date':
      return null;
    case 'text':
      return risk === 'cash'
        ? 'Takings of the shop, mostly cash; the agreement for the sale of the former shop shows the rest.'
        : 'Salary and the sale of a former home; the agreement shows the price.';
  }
}

/**
 * Answers of an ordinary client, adjusted to the source of risk. `documentIds`: evidence for questions that require it.
 */
export const plainAnswers = (
  template: Asked,
  relationship: Relationship,
  documentIds: readonly string[],
): Answer[] =>
  answerAll(template, (question) => ({
    value: plainAnswer(question, relationship),
    documentIds: question.evidenceRequired ? [...documentIds] : [],
  }));
