import { describe, expect, it } from 'vitest';
import type { Answer } from '#rules/risk/answers.ts';
import { formatScore } from '#rules/risk/explanation.ts';
import { prepareTemplate, submissionProblems } from '#rules/risk/scoring.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import { band, option, question, sampleLists, template, weights } from './sample-templates.ts';

/** Domain 8's worked example: each question's points are those of the option `a`; country can be changed to `b`. */
const worked: TemplateContent = template(
  [
    question('industry', { weight: 3, options: [option('a', 40), option('b', 0)] }),
    question('pep', {
      weight: 2,
      text: 'Is the client a PEP?',
      options: [option('none', 0), option('foreign', 0, { label: 'Foreign', floor: 'high' })],
    }),
    question('residence', { factor: 'country', weight: 5, options: [option('a', 60), option('b', 10)] }),
    question('wanted', { factor: 'service', weight: 4, options: [option('a', 70), option('b', 0)] }),
    question('complexity', { factor: 'service', weight: 2, options: [option('a', 20), option('b', 0)] }),
    question('met', { factor: 'channel', weight: 2, options: [option('a', 50), option('b', 0)] }),
  ],
  { factorWeights: weights({ customer: 3, country: 3, service: 2, channel: 1 }) },
);

function workedAnswers(changes: Record<string, string> = {}): Answer[] {
  const values = {
    industry: 'a',
    pep: 'none',
    residence: 'a',
    wanted: 'a',
    complexity: 'a',
    met: 'a',
    ...changes,
  };
  return Object.entries(values).map(([key, value]) => ({ key, value }));
}

describe('the worked example', () => {
  const score = prepareTemplate(worked, sampleLists);

  it('scores 45.4, medium, with the example’s points', () => {
    const scored = score(workedAnswers());
    expect(scored).toMatchObject({
      scoreTenths: 454,
      scoreLevel: 'medium',
      computedLevel: 'medium',
      floors: [],
      prohibited: false,
      missing: [],
      problems: [],
    });
    expect(Object.fromEntries(scored.factors.map((factor) => [factor.factor, factor.pointsTenths]))).toEqual({
      customer: 80,
      country: 200,
      service: 118,
      channel: 56,
    });
    expect(scored.factors.find(({ factor }) => factor === 'service')).toMatchObject({
      weightedSum: 320,
      weightSum: 6,
    });
    expect(
      scored.contributions.map(({ questionKey, q, pointsTenths }) => [questionKey, q, pointsTenths]),
    ).toEqual([
      ['industry', 40, 80],
      ['pep', 0, 0],
      ['residence', 60, 200],
      ['wanted', 70, 103],
      ['complexity', 20, 15],
      ['met', 50, 56],
    ]);
    expect(formatScore(scored)).toBe(
      'Medium, 45.4: country 20.0, service 11.8, customer 8.0, channel 5.6; floor: none',
    );
    expect(submissionProblems(scored)).toEqual([]);
  });

  it('scores 28.7, low, with country at 10 instead of 60', () => {
    const scored = score(workedAnswers({ residence: 'b' }));
    expect(scored).toMatchObject({ scoreTenths: 287, computedLevel: 'low' });
  });

  it('is high for a foreign PEP by the minimum level, at a score of 45.4', () => {
    const scored = score(workedAnswers({ pep: 'foreign' }));
    expect(scored).toMatchObject({
      scoreTenths: 454,
      scoreLevel: 'medium',
      computedLevel: 'high',
      floors: [{ questionKey: 'pep', optionKey: 'foreign', level: 'high' }],
    });
    expect(scored.contributions[1]).toMatchObject({ questionKey: 'pep', floor: 'high' });
    expect(formatScore(scored)).toBe(
      'High, 45.4: country 20.0, service 11.8, customer 8.0, channel 5.6; floor: high (Is the client a PEP? Foreign)',
    );
  });
});

describe('points by type', () => {
  const getScore = (asked: Parameters<typeof question>[1], value: Answer['value']) =>
    prepareTemplate(template([question('q', asked)]), sampleLists)([{ key: 'q', value }]).scoreTenths;
  const three = [option('a', 30), option('b', 50), option('c', 60)];
  const bands = [band(1000, 10), band(5000, 40), band(null, 90)];

  it.each<[string, Parameters<typeof question>[1], Answer['value'], number | undefined]>([
    ['the highest chosen', { type: 'multi', options: three }, ['a', 'b'], 500],
    ['their sum', { type: 'multi', multiAggregate: 'sum', options: three }, ['b', 'a'], 800],
    [
      'their sum, 100 at most',
      { type: 'multi', multiAggregate: 'sum', options: three },
      ['a', 'b', 'c'],
      1000,
    ],
    [
      'one chosen twice counts once',
      { type: 'multi', multiAggregate: 'sum', options: three },
      ['a', 'a'],
      300,
    ],
    ['the band’s end belongs to it', { type: 'money', options: [], bands }, 1000, 100],
    ['a cent more', { type: 'money', options: [], bands }, 1001, 400],
    ['the open band', { type: 'money', options: [], bands }, 9_000_000, 900],
    ['below 0', { type: 'number', options: [], bands }, -3.5, 100],
    ['no bands, no points', { type: 'number', options: [] }, 3, undefined],
    ['an option without points', { options: [option('low', null)] }, 'low', undefined],
    ['a date', { type: 'date', options: [] }, '2026-11-21', undefined],
  ])('%s', (_, asked, value, expected) => expect(getScore(asked, value)).toBe(expected));

  const byList = {
    type: 'country',
    multiple: true,
    options: [
      option('callForAction', 100, { floor: 'high' }),
      option('increasedMonitoring', 70, { floor: 'medium' }),
      option('firm', 60),
      option('home', 0),
      option('otherwise', 20),
    ],
  } as const;

  it.each<[string, Answer['value'], number]>([
    ['one on no list', ['FRA'], 200],
    ['home', ['AUS'], 0],
    ['home, but on a list', ['NZL'], 600],
    ['on two lists: the higher', 'IRN', 1000],
    ['several: the highest', ['AUS', 'HTI', 'FRA'], 700],
  ])('a country: %s', (_, value, expected) => expect(getScore(byList, value)).toBe(expected));

  it('a country on two lists meets the minimum levels of both, with the date of each list', () => {
    const scored = prepareTemplate(
      template([question('q', byList)]),
      sampleLists,
    )([{ key: 'q', value: 'IRN' }]);
    expect(scored.floors.map(({ optionKey, level }) => [optionKey, level])).toEqual([
      ['callForAction', 'high'],
      ['increasedMonitoring', 'medium'],
    ]);
    expect(scored.contributions[0]).toMatchObject({
      floor: 'high',
      lists: [
        { key: 'callForAction', asAt: '2026-10-24', countries: ['IRN'] },
        { key: 'increasedMonitoring', asAt: '2026-10-25', countries: ['IRN'] },
        { key: 'firm', asAt: '2026-11-01', countries: [] },
      ],
    });
  });
});

describe('omitted and missing parts', () => {
  it('omits factors without weight, and cannot score when none is left', () => {
    const content = template([question('a'), question('b', { factor: 'service', weight: 0 })], {
      factorWeights: weights({ service: 3 }),
    });
    const scored = prepareTemplate(
      content,
      sampleLists,
    )([
      { key: 'a', value: 'high' },
      { key: 'b', value: 'high' },
    ]);
    expect(scored).toMatchObject({ scoreTenths: undefined, computedLevel: undefined, factors: [] });
    expect(scored.contributions.map(({ pointsTenths }) => pointsTenths)).toEqual([0, 0]);
    expect(submissionProblems(scored).map(({ code }) => code)).toEqual(['assessment.notScorable']);
    expect(formatScore(scored)).toBe('No score yet: no question with points is answered.');
  });

  it('reads the level from the rounded score', () => {
    const weighed = (a: number, b: number, lower: number) =>
      template([
        question('a', { weight: a, options: [option('x', 35), option('y', 0)] }),
        question('b', { weight: b, options: [option('x', lower), option('y', 0)] }),
      ]);
    const both: Answer[] = ['a', 'b'].map((key) => ({ key, value: 'x' }));
    // (9·35 + 34) / 10 = 34.9
    expect(prepareTemplate(weighed(9, 1, 34), sampleLists)(both)).toMatchObject({
      scoreTenths: 349,
      scoreLevel: 'low',
    });
    const exact = template([
      question('a', { weight: 10, options: [option('x', 35), option('y', 0)] }),
      question('b', { weight: 9, options: [option('x', 35), option('y', 0)] }),
      question('c', { weight: 1, options: [option('x', 34), option('y', 0)] }),
    ]);
    // (10·35 + 9·35 + 34) / 20 = 34.95, rounded half up.
    expect(
      prepareTemplate(exact, sampleLists)(['a', 'b', 'c'].map((key) => ({ key, value: 'x' }))),
    ).toMatchObject({ scoreTenths: 350, scoreLevel: 'medium' });
  });

  it('lists required answers and evidence, and treats empty as missing', () => {
    const content = template([
      question('a'),
      question('b', { required: false }),
      question('c', { type: 'text', options: [], weight: 0, evidenceRequired: true }),
      question('d', { required: false, evidenceRequired: true }),
      question('e', { evidenceRequired: true }),
    ]);
    const scored = prepareTemplate(
      content,
      sampleLists,
    )([
      { key: 'a', value: '  ' },
      { key: 'b', value: null },
      { key: 'c', value: 'From wages' },
      { key: 'e', value: 'low', documentIds: ['one'] },
    ]);
    expect(scored.missing.map(({ path, code }) => [path, code])).toEqual([
      ['answers.a', 'answer.required'],
      ['answers.c.documentIds', 'evidence.required'],
    ]);
    expect(scored.problems).toEqual([]);
    expect(submissionProblems(scored)).toEqual(scored.missing);
  });

  it('reports a prohibition, also in the sentence', () => {
    const content = template([
      question('s', {
        text: 'Sanctioned?',
        options: [option('no', 0), option('yes', 50, { prohibit: true, label: 'Yes' })],
      }),
    ]);
    const scored = prepareTemplate(content, sampleLists)([{ key: 's', value: 'yes' }]);
    expect(scored).toMatchObject({
      prohibited: true,
      prohibitions: [{ questionKey: 's', optionKey: 'yes' }],
    });
    expect(formatScore(scored)).toBe(
      'Medium, 50.0: customer 50.0; floor: none; prohibited (Sanctioned? Yes), so it can only be declined',
    );
  });

  it('returns the strictest CDD level required', () => {
    const content = template([
      question('a', { options: [option('x', 0, { cddLevel: 'enhanced' }), option('y', 0)] }),
      question('b', { weight: 0, options: [option('x', null, { cddLevel: 'standard' }), option('y', null)] }),
    ]);
    const scored = prepareTemplate(
      content,
      sampleLists,
    )([
      { key: 'b', value: 'x' },
      { key: 'a', value: 'x' },
    ]);
    expect(scored.cddLevel).toBe('enhanced');
    expect(scored.cddHits.map(({ questionKey }) => questionKey)).toEqual(['a', 'b']);
  });
});

describe('ignored answers', () => {
  const content = template([
    question('a', { options: [option('yes', 10), option('no', 20)] }),
    question('b', { showWhen: { op: 'equals', question: 'a', value: 'yes' } }),
    question('c', { showWhen: { op: 'answered', question: 'b' } }),
    question('m', { type: 'money', options: [], weight: 0, required: false }),
    question('n', { type: 'number', options: [], weight: 0, required: false }),
    question('d', { type: 'date', options: [], weight: 0, required: false }),
    question('t', { type: 'text', options: [], weight: 0, required: false }),
    question('x', { type: 'multi', required: false, weight: 0 }),
    question('k', { type: 'country', options: [], weight: 0, required: false }),
  ]);
  const score = prepareTemplate(content, sampleLists);

  it('a hidden one, and the question that it would show, each with a message', () => {
    const scored = score([
      { key: 'c', value: 'high' },
      { key: 'b', value: 'high' },
      { key: 'a', value: 'no' },
    ]);
    expect(scored).toMatchObject({ scoreTenths: 200, visibleKeys: ['a', 'm', 'n', 'd', 't', 'x', 'k'] });
    expect(scored.problems.map(({ questionKey, code }) => [questionKey, code])).toEqual([
      ['b', 'answer.hidden'],
      ['c', 'answer.hidden'],
    ]);
    expect(scored.problems[0]?.message).toMatch(/^This question is not shown .*Remove it, or change/);
  });

  it('an empty hidden field is no problem: a form without script sends it', () => {
    expect(
      score([
        { key: 'a', value: 'no' },
        { key: 'b', value: '' },
        { key: 'c', value: [] },
      ]).problems,
    ).toEqual([]);
  });

  it('an unknown one, a duplicate, and one that does not fit', () => {
    const scored = score([
      { key: 'zzz', value: 'high' },
      { key: '__proto__', value: 'high' },
      { key: 'a', value: 'yes' },
      { key: 'a', value: 'no' },
    ]);
    expect(scored.problems.map(({ questionKey, code }) => [questionKey, code])).toEqual([
      ['a', 'answer.twice'],
      ['__proto__', 'answer.unknownQuestion'],
      ['zzz', 'answer.unknownQuestion'],
    ]);
    expect(scored.scoreTenths).toBeUndefined();
  });

  it.each<[string, unknown, RegExp]>([
    ['a', 'maybe', /not one of the question’s options/],
    ['a', ['yes'], /not one of the question’s options/],
    ['a', 'toString', /not one of the question’s options/],
    ['m', -1, /0 or more/],
    ['m', 10.5, /0 or more/],
    ['m', '100', /0 or more/],
    ['m', 2 ** 53, /0 or more/],
    ['n', Number.NaN, /Enter a number/],
    ['n', Number.POSITIVE_INFINITY, /Enter a number/],
    ['n', true, /Enter a number/],
    ['d', '2026-02-29', /Enter a valid date/],
    ['d', 20260101, /Enter a valid date/],
    ['t', 'a\u0000b', /NUL/],
    ['t', 'x'.repeat(5001), /at most 5000/],
    ['t', { html: 1 }, /Enter an answer/],
    ['x', ['low', 'other'], /not one of the question’s options/],
    ['x', [['low']], /not one of the question’s options/],
    ['k', 'XXX', /Select a country from the list/],
    ['k', 'nzl', /Select a country from the list/],
    ['k', ['NZL', 'AUS'], /Select one country/],
  ])('%s cannot hold %j', (key, value, sentence) => {
    const { problems, contributions } = score([{ key, value: value as Answer['value'] }]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ path: `answers.${key}`, code: 'answer.misfit' });
    expect(problems[0]?.message).toMatch(sentence);
    expect(contributions).toEqual([]);
  });
});
