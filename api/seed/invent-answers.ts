import type { Answer, AnswerValue } from '#rules/risk/answers.ts';
import type { Scorer } from '#rules/risk/scoring.ts';
import { type Question, questionsOf, type TemplateContent } from '#rules/risk/template.ts';
import type { Random } from './random.ts';

/** A lower score is likelier: most clients are ordinary ones. What prohibits is never chosen. */
function inventOption(random: Random, { options }: Question): string | null {
  const choices = options
    .filter(({ prohibit }) => !prohibit)
    .toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0));
  if (choices.length === 0) return null;
  return random.pickEarlier(random.chance(0.7) ? choices.slice(0, 1) : choices).key;
}

function inventValue(random: Random, question: Question): AnswerValue {
  switch (question.type) {
    case 'yesNo':
    case 'single':
      return inventOption(random, question);
    case 'multi': {
      const key = inventOption(random, question);
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

/** Answers to every question that these answers themselves show, those given to begin with left as they are. */
export function inventAnswers(
  random: Random,
  { content, score, given }: { content: TemplateContent; score: Scorer; given: readonly Answer[] },
): Answer[] {
  const questions = new Map(questionsOf(content).map(({ question }) => [question.key, question]));
  const answers = [...given];
  // Each turn answers one question; an answer may show more of them.
  for (let turn = 0; turn < questions.size; turn += 1) {
    const open = score(answers).missing.find(({ code }) => code === 'answer.required')?.questionKey;
    const question = open === undefined ? undefined : questions.get(open);
    if (question === undefined) break;
    answers.push({ key: question.key, value: inventValue(random, question), documentIds: [] });
  }
  const visible = new Set(score(answers).visibleKeys);
  return answers.filter(({ key }) => visible.has(key));
}
