import type { CountryLists } from '#rules/country-lists/country-list-keys.ts';
import type { Answer } from '#rules/risk/answers.ts';
import { prepareTemplate } from '#rules/risk/scoring.ts';
import { factors, type Question, type TemplateContent } from '#rules/risk/template.ts';
import { median } from './load.ts';
import { sized } from './sizes.ts';

const lists: CountryLists = {
  callForAction: { asAt: '2026-10-24', countries: ['PRK', 'IRN', 'MMR'] },
  increasedMonitoring: { asAt: '2026-10-24', countries: ['HTI', 'SSD'] },
  firm: { asAt: '2026-11-01', countries: ['PAN'] },
  home: ['NZL'],
};

const optionKeys = ['a', 'b', 'c', 'd', 'e'];

/** Every fifth of the questions is shown by the one before it; types alternate. */
function questionAt(index: number): Question {
  const shared = {
    key: `q${index}`,
    factor: factors[index % factors.length] ?? 'customer',
    text: `Question ${index}?`,
    required: true,
    weight: 1 + (index % 10),
    multiAggregate: index % 2 === 0 ? ('sum' as const) : ('max' as const),
    evidenceRequired: false,
    options: optionKeys.map((key, at) => ({ key, label: key, score: at * 23 })),
  };
  switch (index % 5) {
    case 0:
      return { ...shared, type: 'multi' };
    case 1:
      return {
        ...shared,
        type: 'single',
        showWhen: { op: 'hasAnyOf', question: `q${index - 1}`, values: ['a'] },
      };
    case 2:
      return {
        ...shared,
        type: 'country',
        options: ['callForAction', 'increasedMonitoring', 'firm', 'home', 'otherwise'].map((key, at) => ({
          key,
          label: key,
          score: 100 - at * 25,
        })),
      };
    case 3:
      return {
        ...shared,
        type: 'money',
        options: [],
        bands: [
          { upTo: 1_000_000, score: 0 },
          { upTo: 10_000_000, score: 40 },
          { upTo: null, score: 90 },
        ],
      };
    default:
      return { ...shared, type: 'single' };
  }
}

function answersAt(index: number, questions: readonly Question[]): Answer[] {
  return questions.map(({ key, type }, at) => {
    const pick = optionKeys[(index + at) % optionKeys.length] ?? 'a';
    switch (type) {
      case 'multi':
        return { key, value: ['a', pick] };
      case 'country':
        return { key, value: ['NZL', 'PRK', 'FRA', 'HTI', 'PAN'][(index + at) % 5] ?? 'NZL' };
      case 'money':
        return { key, value: ((index * 7919 + at) % 30_000) * 1000 };
      default:
        return { key, value: pick };
    }
  });
}

function sampleQuestions(questionCount: number): Question[] {
  return Array.from({ length: questionCount }, (_, index) => questionAt(index));
}

/** A template with a number of questions of every kind. */
export function sampleTemplate(questionCount: number): TemplateContent {
  return {
    factorWeights: { customer: 3, service: 2, channel: 1, country: 3, transaction: 2, screening: 3 },
    thresholds: { medium: 35, high: 65 },
    sections: [{ key: 'all', title: 'All', questions: sampleQuestions(questionCount) }],
  };
}

/** Answers to all questions of `sampleTemplate`, different for each index. */
export function sampleAssessment(index: number, questionCount: number): Answer[] {
  return answersAt(index, sampleQuestions(questionCount));
}

/** Milliseconds to score, explanation included; the answers are created beforehand. */
export function timeScoring(assessmentCount: number, questionCount: number): number {
  const content = sampleTemplate(questionCount);
  const questions = sampleQuestions(questionCount);
  const assessments = Array.from({ length: assessmentCount }, (_, index) => answersAt(index, questions));
  const started = performance.now();
  const score = prepareTemplate(content, lists);
  let scored = 0;
  for (const answers of assessments) {
    if (score(answers).scoreTenths !== undefined) scored += 1;
  }
  const took = performance.now() - started;
  if (scored !== assessmentCount) throw new Error(`${assessmentCount - scored} could not be scored`);
  return took;
}

if (process.argv[1]?.endsWith('risk-scoring.js')) {
  const [assessments, questions, runs] = [sized(10_000, 20), 40, sized(7, 1)];
  timeScoring(assessments, questions);
  const took = Array.from({ length: runs }, () => timeScoring(assessments, questions)).sort((a, b) => a - b);
  const ms = (value = 0) => `${Math.round(value)} ms`;
  console.log(
    `${assessments} assessments, ${questions} questions, scored with points and explanation: median ${ms(median(took))}, from ${ms(took[0])} to ${ms(took.at(-1))}`,
  );
}
