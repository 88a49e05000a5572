import { describe, expect, it } from 'vitest';
import { canonicalJson } from '#rules/canonical-json.ts';
import type { Answer } from '#rules/risk/answers.ts';
import { prefilledValue } from '#rules/risk/prefill.ts';
import { prepareTemplate, submissionProblems } from '#rules/risk/scoring.ts';
import { activitiesAus } from '#rules/risk/starter-templates/activities-aus.ts';
import { activitiesNzl } from '#rules/risk/starter-templates/activities-nzl.ts';
import { clientsAus } from '#rules/risk/starter-templates/clients-aus.ts';
import { clientsNzl } from '#rules/risk/starter-templates/clients-nzl.ts';
import type { StarterTemplate } from '#rules/risk/starter-templates/question-builders.ts';
import { factors, getQuestions } from '#rules/risk/template.ts';
import { templateProblems } from '#rules/risk/template-problems.ts';
import { sampleLists } from './sample-templates.ts';

const starters = [clientsNzl, clientsAus, activitiesNzl, activitiesAus];

function questionIn({ content }: StarterTemplate, key: string) {
  const found = getQuestions(content).find(({ question }) => question.key === key)?.question;
  if (found === undefined) throw new Error(`no question ${key}`);
  return found;
}

/** Answers every visible question as a user would: the option with the fewest points, or the home country. */
function answerAll({ content }: StarterTemplate, changes: Record<string, Answer['value']> = {}): Answer[] {
  const score = prepareTemplate(content, sampleLists);
  const answers = new Map<string, Answer>();
  for (;;) {
    const { missing } = score([...answers.values()]);
    const next = missing.find(({ code }) => code === 'answer.required')?.questionKey;
    if (next === undefined) return [...answers.values()];
    const question = getQuestions(content).find((question) => question.question.key === next)?.question;
    if (question === undefined) throw new Error(`no question ${next}`);
    const lowest = question.options.toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0))[0]?.key ?? '';
    const plain = {
      yesNo: lowest,
      single: lowest,
      multi: [lowest],
      country: ['AUS'],
      money: 100_000,
      number: 1,
      date: '2026-01-01',
      text: 'Buying the family home',
    }[question.type];
    answers.set(next, { key: next, value: changes[next] ?? plain, documentIds: ['document'] });
  }
}

describe.each(starters)('$name', (starter) => {
  const { content, resourceType } = starter;

  it('can be published as it is', () => {
    expect(templateProblems(content, resourceType)).toEqual([]);
  });

  it('has 15 to 30 questions over all factors and is hashable', () => {
    const questions = getQuestions(content).map(({ question }) => question);
    expect(questions.length).toBeGreaterThanOrEqual(15);
    expect(questions.length).toBeLessThanOrEqual(30);
    expect(new Set(questions.map(({ factor }) => factor))).toEqual(new Set(factors));
    expect(() => canonicalJson(content)).not.toThrow();
  });

  it('is low without risks and can be submitted', () => {
    const scored = prepareTemplate(content, sampleLists)(answerAll(starter));
    expect(submissionProblems(scored)).toEqual([]);
    expect(scored).toMatchObject({
      computedLevel: 'low',
      floors: [],
      prohibited: false,
      cddLevel: undefined,
    });
  });

  it('is high with a foreign PEP, at enhanced CDD', () => {
    const scored = prepareTemplate(content, sampleLists)(answerAll(starter, { pep: 'foreign' }));
    expect(scored).toMatchObject({ computedLevel: 'high', cddLevel: 'enhanced' });
    expect(submissionProblems(scored)).toEqual([]);
  });

  it('prohibits a confirmed sanctions match', () => {
    const changes = { sanctions: 'confirmed', screeningResult: ['sanctions'] };
    expect(prepareTemplate(content, sampleLists)(answerAll(starter, changes)).prohibited).toBe(true);
  });

  it('is high when money comes from a country with a call for action', () => {
    const scored = prepareTemplate(content, sampleLists)(answerAll(starter, { fundsFrom: ['NZL', 'PRK'] }));
    expect(scored.computedLevel).toBe('high');
    expect(scored.contributions.find(({ questionKey }) => questionKey === 'fundsFrom')?.lists).toContainEqual(
      {
        key: 'callForAction',
        asAt: '2026-10-24',
        countries: ['PRK'],
      },
    );
  });
});

describe('differences between the countries', () => {
  it('nominee shareholders require enhanced CDD in New Zealand alone', () => {
    const changes = { clientType: 'company', nomineeShareholders: 'yes' };
    const getLevel = (starter: StarterTemplate) =>
      prepareTemplate(starter.content, sampleLists)(answerAll(starter, changes)).cddLevel;
    expect([getLevel(clientsNzl), getLevel(clientsAus)]).toEqual(['enhanced', undefined]);
  });

  it('a resident of a country on the firm’s own list requires enhanced CDD in New Zealand alone', () => {
    const changes = { clientType: 'individual', residence: ['PAN'] };
    const getLevel = (starter: StarterTemplate) =>
      prepareTemplate(starter.content, sampleLists)(answerAll(starter, changes)).cddLevel;
    expect([getLevel(clientsNzl), getLevel(clientsAus)]).toEqual(['enhanced', undefined]);
  });
});

describe('prefilling from the record', () => {
  it('prefills valid answers from the record only', () => {
    const facts = { 'client.pepStatus': 'foreign', 'client.citizenships': ['NZL', 'IRL'] } as const;
    expect(prefilledValue(questionIn(clientsNzl, 'pep'), facts)).toBe('foreign');
    expect(prefilledValue(questionIn(clientsNzl, 'citizenships'), facts)).toEqual(['NZL', 'IRL']);
    expect(
      prefilledValue(questionIn(clientsNzl, 'pep'), { 'client.pepStatus': 'notChecked' }),
    ).toBeUndefined();
    expect(prefilledValue(questionIn(clientsNzl, 'pep'), {})).toBeUndefined();
    expect(prefilledValue(questionIn(clientsNzl, 'conduct'), facts)).toBeUndefined();
    expect(
      prefilledValue(questionIn(clientsNzl, 'residence'), { 'client.residenceCountry': ['NZL', 'IRL'] }),
    ).toBeUndefined();
  });
});
