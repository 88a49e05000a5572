import type { Answer, AnswerValue } from '#rules/risk/answers.ts';
import type { Scorer } from '#rules/risk/scoring.ts';
import { getQuestions, type Question, type TemplateContent } from '#rules/risk/template.ts';
import type { Random } from './random.ts';

/** Prefers lower scores, because most clients are ordinary. Prohibiting options are never selected. */
function generateOption(random: Random, { options }: Question): string | null {
  const choices = options
    .filter(({ prohibit }) => !prohibit)
    .toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0));
  if (choices.length === 0) return null;
  return random.pickEarlier(random.chance(0.7) ? choices.slice(0, 1) : choices).key;
}

function generateValue(random: Random, question: Question): AnswerValue {
  switch (question.type) {
    case 'yesNo':
    case 'single':
      return generateOption(random, question);
    case 'multi': {
      const key = generateOption(random, question);
      return key === null ? null : [key];
    }
    case 'country':
      return question.multiple ? ['NZL'] : 'NZL';
    case 'money':
      return random.between(1, 400) * 250_000;
    case 'number':
      return random.between(0, 20);
    case 'date':
      return '2015-06-30';
    case 'text':
      return 'As told at the first meeting.';
  }
}

export interface Asked {
  content: TemplateContent;
  score: Scorer;
  /** Existing answers, kept unchanged. */
  given: readonly Answer[];
}

/** Answers every question that becomes visible; preserves existing answers. */
export function answerAll(
  { content, score, given }: Asked,
  getAnswer: (question: Question) => Omit<Answer, 'key'>,
): Answer[] {
  const questions = new Map(getQuestions(content).map(({ question }) => [question.key, question]));
  const answers = [...given];
  // Each iteration answers one question, which may make others visible.
  for (let iteration = 0; iteration < questions.size; iteration += 1) {
    const open = score(answers).missing.find(({ code }) => code === 'answer.required')?.questionKey;
    const question = open === undefined ? undefined : questions.get(open);
    if (question === undefined) break;
    answers.push({ key: question.key, ...getAnswer(question) });
  }
  const visible = new Set(score(answers).visibleKeys);
  return answers.filter(({ key }) => visible.has(key));
}

/** Answers determined by a series of random numbers. */
export const generateAnswers = (random: Random, asked: Asked): Answer[] =>
  answerAll(asked, (question) => ({ value: generateValue(random, question), documentIds: [] }));
