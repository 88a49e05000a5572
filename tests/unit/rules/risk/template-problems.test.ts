import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition } from '#rules/risk/conditions.ts';
import type { Question, TemplateContent } from '#rules/risk/template.ts';
import { draftProblems, templateProblems } from '#rules/risk/template-problems.ts';
import { band, option, question, template, weights } from './sample-templates.ts';

const sound = template([question('a'), question('b', { factor: 'country' })]);

type Expected = { path: string; code: string; rejectedIn: 'draft' | 'publish' };

function found(content: TemplateContent): Expected[] {
  return templateProblems(content, 'clients').map(({ path, code, rejectedIn }) => ({
    path,
    code,
    rejectedIn,
  }));
}

/** The problems of a template whose second question is changed. */
function ofQuestion(changes: Partial<Question>): Expected[] {
  return found(template([question('a'), question('b', changes)]));
}

const at = 'sections[0].questions[1]';

describe('a valid template', () => {
  it('has no problems', () => expect(found(sound)).toEqual([]));
});

describe('settings', () => {
  it.each<[string, Partial<TemplateContent>, Expected]>([
    [
      'high at medium',
      { thresholds: { medium: 50, high: 50 } },
      { path: 'thresholds.high', code: 'thresholds.order', rejectedIn: 'publish' },
    ],
    [
      'high below medium',
      { thresholds: { medium: 65, high: 35 } },
      { path: 'thresholds.high', code: 'thresholds.order', rejectedIn: 'publish' },
    ],
    [
      'medium at 0',
      { thresholds: { medium: 0, high: 65 } },
      { path: 'thresholds.medium', code: 'thresholds.outOfRange', rejectedIn: 'publish' },
    ],
    [
      'high above 100',
      { thresholds: { medium: 35, high: 101 } },
      { path: 'thresholds.high', code: 'thresholds.outOfRange', rejectedIn: 'publish' },
    ],
    [
      'a half',
      { thresholds: { medium: 35.5, high: 65 } },
      { path: 'thresholds.medium', code: 'thresholds.outOfRange', rejectedIn: 'publish' },
    ],
    [
      'not a number',
      { thresholds: { medium: 35, high: Number.NaN } },
      { path: 'thresholds.high', code: 'thresholds.outOfRange', rejectedIn: 'publish' },
    ],
    [
      'a weight below 0',
      { factorWeights: { ...sound.factorWeights, channel: -1 } },
      { path: 'factorWeights.channel', code: 'factorWeights.outOfRange', rejectedIn: 'draft' },
    ],
    [
      'a weight above 10',
      { factorWeights: { ...sound.factorWeights, channel: 11 } },
      { path: 'factorWeights.channel', code: 'factorWeights.outOfRange', rejectedIn: 'draft' },
    ],
    [
      '0 months',
      { reviewMonths: { high: 0 } },
      { path: 'reviewMonths.high', code: 'reviewMonths.outOfRange', rejectedIn: 'draft' },
    ],
    [
      'half a month',
      { reviewMonths: { low: 1.5 } },
      { path: 'reviewMonths.low', code: 'reviewMonths.outOfRange', rejectedIn: 'draft' },
    ],
  ])('%s', (_, changes, expected) => expect(found({ ...sound, ...changes })).toEqual([expected]));

  it('accepts the bounds themselves', () => {
    expect(found({ ...sound, thresholds: { medium: 1, high: 2 } })).toEqual([]);
    expect(
      found({ ...sound, thresholds: { medium: 99, high: 100 }, reviewMonths: { low: 120, high: 1 } }),
    ).toEqual([]);
  });

  it('rejects all weights of zero, and weights on factors without points', () => {
    expect(found({ ...sound, factorWeights: weights({}) }).map(({ code }) => code)).toEqual([
      'factorWeights.allZero',
      'template.nothingScores',
    ]);
    expect(found({ ...sound, factorWeights: weights({ service: 1 }) }).map(({ code }) => code)).toEqual([
      'template.nothingScores',
    ]);
  });
});

describe('sections and keys', () => {
  it('an empty section, a title missing, a key twice', () => {
    const content = {
      ...sound,
      sections: [...sound.sections, { key: 'all', title: ' ', questions: [] }],
    };
    expect(found(content)).toEqual([
      { path: 'sections[1].title', code: 'text.missing', rejectedIn: 'publish' },
      { path: 'sections[1].key', code: 'key.duplicate', rejectedIn: 'draft' },
      { path: 'sections[1]', code: 'section.empty', rejectedIn: 'publish' },
    ]);
  });

  it('empty content', () => {
    expect(found({ ...sound, sections: [] })).toEqual([
      { path: 'sections', code: 'template.noQuestions', rejectedIn: 'publish' },
    ]);
  });

  it('a question’s key twice, across sections too', () => {
    const content = {
      ...sound,
      sections: [...sound.sections, { key: 'more', title: 'More', questions: [question('a')] }],
    };
    expect(found(content)).toEqual([
      { path: 'sections[1].questions[0].key', code: 'key.duplicate', rejectedIn: 'draft' },
    ]);
    expect(templateProblems(content, 'clients')[0]?.message).toBe(
      '“Question a?” has the same key. Use a different key for this question.',
    );
  });

  it.each(['', '1a', 'a b', 'é', 'a'.repeat(61), '__proto__'])('rejects the key %j', (key) =>
    expect(ofQuestion({ key })).toEqual([{ path: `${at}.key`, code: 'key.malformed', rejectedIn: 'draft' }]),
  );

  it('500 questions', () => {
    const many = template(Array.from({ length: 500 }, (_, index) => question(`q${index}`)));
    expect(draftProblems(many, 'clients')).toEqual([
      {
        path: 'sections',
        code: 'template.tooManyQuestions',
        message: 'Use at most 200 questions; there are 500. Remove some, or make a second template.',
        rejectedIn: 'draft',
      },
    ]);
    expect(found(template(Array.from({ length: 200 }, (_, index) => question(`q${index}`))))).toEqual([]);
  });

  it('31 sections', () => {
    const sections = Array.from({ length: 31 }, (_, index) => ({
      key: `s${index}`,
      title: 'Section',
      questions: [question(`q${index}`)],
    }));
    expect(found({ ...sound, sections })).toEqual([
      { path: 'sections', code: 'template.tooManySections', rejectedIn: 'draft' },
    ]);
  });
});

describe('a question', () => {
  const bands = [band(10, 0), band(20, 50), band(null, 100)];
  const numbers = { type: 'number', options: [] } as const;
  const lists = [option('callForAction', 100), option('otherwise', 10)];

  it.each<[string, Partial<Question>, string, string, 'draft' | 'publish']>([
    ['no text', { text: ' ' }, 'text', 'text.missing', 'publish'],
    ['a text too long', { text: 'x'.repeat(501) }, 'text', 'text.refused', 'draft'],
    ['help too long', { help: 'x'.repeat(3001) }, 'help', 'text.refused', 'draft'],
    ['a NUL in its help', { help: 'a\u0000' }, 'help', 'text.refused', 'draft'],
    ['weight below 0', { weight: -1 }, 'weight', 'question.weightOutOfRange', 'draft'],
    ['weight above 10', { weight: 11 }, 'weight', 'question.weightOutOfRange', 'draft'],
    ['half a weight', { weight: 0.5 }, 'weight', 'question.weightOutOfRange', 'draft'],
    ['a text with weight', { type: 'text', options: [] }, 'weight', 'question.cannotScore', 'publish'],
    ['a date with weight', { type: 'date', options: [] }, 'weight', 'question.cannotScore', 'publish'],
    ['points that may be skipped', { required: false }, 'required', 'question.scoredOptional', 'publish'],
    ['no options', { options: [] }, 'options', 'options.missing', 'publish'],
    ['one option', { options: [option('x', 1)] }, 'options', 'options.missing', 'publish'],
    [
      'too many options',
      { options: Array.from({ length: 51 }, (_, i) => option(`o${i}`, i)) },
      'options',
      'options.tooMany',
      'draft',
    ],
    [
      'options of a number',
      { ...numbers, bands, options: [option('x', 1)] },
      'options',
      'options.notUsed',
      'publish',
    ],
    [
      'an option without points',
      { options: [option('x', null), option('y', 1)] },
      'options[0].score',
      'option.unscored',
      'publish',
    ],
    [
      'points above 100',
      { options: [option('x', 101), option('y', 1)] },
      'options[0].score',
      'option.scoreOutOfRange',
      'draft',
    ],
    [
      'points below 0',
      { options: [option('x', 1), option('y', -1)] },
      'options[1].score',
      'option.scoreOutOfRange',
      'draft',
    ],
    [
      'half a point',
      { options: [option('x', 1), option('y', 0.5)] },
      'options[1].score',
      'option.scoreOutOfRange',
      'draft',
    ],
    [
      'an option twice',
      { options: [option('x', 1), option('x', 2)] },
      'options[1].key',
      'key.duplicate',
      'draft',
    ],
    [
      'an option without words',
      { options: [option('x', 1, { label: '' }), option('y', 2)] },
      'options[0].label',
      'text.missing',
      'publish',
    ],
    [
      'an option’s words too long',
      { options: [option('x', 1, { label: 'x'.repeat(201) }), option('y', 2)] },
      'options[0].label',
      'text.refused',
      'draft',
    ],
    ['yes or no with other keys', { type: 'yesNo' }, 'options', 'options.wrongKeys', 'publish'],
    [
      'a country scored by a strange list',
      { type: 'country', options: [...lists, option('mine', 1)] },
      'options[2].key',
      'options.wrongKeys',
      'publish',
    ],
    [
      'countries on no list without points',
      { type: 'country', options: lists.slice(0, 1) },
      'options',
      'options.wrongKeys',
      'publish',
    ],
    [
      'a scored country without options',
      { type: 'country', options: [] },
      'options',
      'options.missing',
      'publish',
    ],
    ['a scored number without bands', numbers, 'bands', 'bands.missing', 'publish'],
    ['bands of a choice', { bands }, 'bands', 'bands.notUsed', 'publish'],
    [
      'too many bands',
      { ...numbers, bands: [...Array.from({ length: 20 }, (_, i) => band(i, i)), band(null, 99)] },
      'bands',
      'bands.tooMany',
      'draft',
    ],
    [
      'bands that fall',
      { ...numbers, bands: [band(20, 0), band(10, 50), band(null, 100)] },
      'bands[1].upTo',
      'bands.order',
      'publish',
    ],
    [
      'bands that stand still',
      { ...numbers, bands: [band(20, 0), band(20, 50), band(null, 100)] },
      'bands[1].upTo',
      'bands.order',
      'publish',
    ],
    [
      'an open band before the last',
      { ...numbers, bands: [band(null, 0), band(null, 100)] },
      'bands[0].upTo',
      'bands.order',
      'publish',
    ],
    [
      'no open band',
      { ...numbers, bands: [band(10, 0), band(20, 50)] },
      'bands[1].upTo',
      'bands.openEnd',
      'publish',
    ],
    [
      'a band’s points above 100',
      { ...numbers, bands: [band(10, 101), band(null, 50)] },
      'bands[0].score',
      'bands.outOfRange',
      'draft',
    ],
    [
      'a band that ends nowhere',
      { ...numbers, bands: [band(Number.NaN, 1), band(null, 50)] },
      'bands[0].upTo',
      'bands.outOfRange',
      'draft',
    ],
    [
      'filled in from nowhere',
      { prefill: 'client.shoeSize' as 'client.pepStatus' },
      'prefill',
      'prefill.unknown',
      'publish',
    ],
    [
      'filled in from toString',
      { prefill: 'toString' as 'client.pepStatus' },
      'prefill',
      'prefill.unknown',
      'publish',
    ],
    [
      'filled in from an activity',
      { prefill: 'activity.capturedService' },
      'prefill',
      'prefill.misfit',
      'publish',
    ],
    [
      'filled in from a field of another type',
      { prefill: 'client.residenceCountry' },
      'prefill',
      'prefill.misfit',
      'publish',
    ],
    [
      'no option that the field can hold',
      { prefill: 'client.pepStatus' },
      'prefill',
      'prefill.misfit',
      'publish',
    ],
    [
      'several countries into one',
      { type: 'country', options: [...lists], prefill: 'client.citizenships' },
      'prefill',
      'prefill.misfit',
      'publish',
    ],
  ])('%s', (_, changes, path, code, rejectedIn) =>
    expect(ofQuestion(changes)).toEqual([{ path: `${at}.${path}`, code, rejectedIn }]),
  );

  it.each<[string, Partial<Question>]>([
    ['a text of 500', { text: 'é'.repeat(500) }],
    ['weight 10', { weight: 10 }],
    ['an optional one without weight', { weight: 0, required: false }],
    [
      'options without points, without weight',
      { weight: 0, options: [option('x', null), option('y', null)] },
    ],
    ['bands', { ...numbers, bands }],
    ['a number that does not score', { ...numbers, weight: 0 }],
    ['a country that does not score', { type: 'country', options: [], weight: 0 }],
    ['a country by lists', { type: 'country', options: lists, prefill: 'client.residenceCountry' }],
    [
      'yes and no',
      { type: 'yesNo', options: [option('no', 0), option('yes', 1)], prefill: 'client.hasBearerShares' },
    ],
    [
      'prefill with an option it can hold',
      { options: [option('none', 0), option('foreign', 9)], prefill: 'client.pepStatus' },
    ],
  ])('accepts %s', (_, changes) => expect(ofQuestion(changes)).toEqual([]));
});

describe('a condition', () => {
  const asked = [
    question('choice'),
    question('many', { type: 'multi' }),
    question('place', { type: 'country', options: [], weight: 0 }),
    question('amount', { type: 'money', options: [], weight: 0 }),
    question('day', { type: 'date', options: [], weight: 0 }),
    question('words', { type: 'text', options: [], weight: 0 }),
  ];
  const withCondition = (showWhen: Condition, after: readonly Question[] = []) =>
    found(template([...asked, question('shown', { showWhen }), ...after]));
  const shown = 'sections[0].questions[6].showWhen';

  it.each<[Condition, string, string]>([
    [{ op: 'answered', question: 'nobody' }, '.question', 'condition.unknownQuestion'],
    [
      { op: 'all', of: [{ op: 'not', of: { op: 'answered', question: 'nobody' } }] },
      '.of[0].of.question',
      'condition.unknownQuestion',
    ],
    [{ op: 'equals', question: 'choice', value: 'middle' }, '', 'condition.unknownOption'],
    [{ op: 'equals', question: 'choice', value: 1 }, '', 'condition.unknownOption'],
    [{ op: 'isOneOf', question: 'choice', values: ['low', 'toString'] }, '', 'condition.unknownOption'],
    [{ op: 'hasAnyOf', question: 'many', values: ['middle'] }, '', 'condition.unknownOption'],
    [{ op: 'equals', question: 'many', value: 'low' }, '.op', 'condition.operatorMisfit'],
    [{ op: 'hasAnyOf', question: 'choice', values: ['low'] }, '.op', 'condition.operatorMisfit'],
    [{ op: 'atLeast', question: 'choice', value: 1 }, '.op', 'condition.operatorMisfit'],
    [{ op: 'before', question: 'amount', date: '2026-01-01' }, '.op', 'condition.operatorMisfit'],
    [{ op: 'onList', question: 'choice', lists: ['firm'] }, '.op', 'condition.operatorMisfit'],
    [{ op: 'equals', question: 'words', value: 'yes' }, '.op', 'condition.operatorMisfit'],
    [{ op: 'equals', question: 'place', value: 'XXX' }, '', 'condition.badValue'],
    [{ op: 'onList', question: 'place', lists: ['mine' as 'firm'] }, '', 'condition.badValue'],
    [{ op: 'atLeast', question: 'amount', value: Number.NaN }, '', 'condition.badValue'],
    [{ op: 'equals', question: 'amount', value: '10' }, '', 'condition.badValue'],
    [{ op: 'onOrAfter', question: 'day', date: '2026-02-30' }, '', 'condition.badValue'],
    [{ op: 'isOneOf', question: 'choice', values: [] }, '', 'condition.empty'],
    [{ op: 'onList', question: 'place', lists: [] }, '', 'condition.empty'],
    [{ op: 'any', of: [] }, '', 'condition.empty'],
    [{ op: 'not', of: { op: 'all', of: [] } }, '', 'condition.empty'],
  ])('%j', (condition, path, code) =>
    expect(withCondition(condition)).toEqual([{ path: `${shown}${path}`, code, rejectedIn: 'publish' }]),
  );

  it.each<Condition>([
    { op: 'equals', question: 'choice', value: 'low' },
    { op: 'hasAnyOf', question: 'many', values: ['low', 'high'] },
    { op: 'onList', question: 'place', lists: ['firm', 'callForAction'] },
    { op: 'isOneOf', question: 'place', values: ['NZL'] },
    { op: 'atMost', question: 'amount', value: 100 },
    { op: 'before', question: 'day', date: '2026-02-28' },
    { op: 'answered', question: 'words' },
    { op: 'answered', question: 'later' },
  ])('accepts %j', (condition) => expect(withCondition(condition, [question('later')])).toEqual([]));

  it('is too large to store', () => {
    const leaf: Condition = { op: 'answered', question: 'words' };
    const expected = [{ path: shown, code: 'condition.tooLarge', rejectedIn: 'draft' }];
    expect(withCondition({ op: 'any', of: Array.from({ length: 21 }, () => leaf) })).toEqual(expected);
    let deep: Condition = leaf;
    for (let level = 0; level < 5; level += 1) deep = { op: 'not', of: deep };
    expect(withCondition(deep)).toEqual(expected);
  });

  it('reports a circle once, at its first question', () => {
    const waits = (key: string, on: string) =>
      question(key, { text: `Is it ${key}?`, showWhen: { op: 'answered', question: on } });
    const content = template([
      question('free'),
      waits('a', 'b'),
      waits('b', 'c'),
      waits('c', 'a'),
      waits('d', 'a'),
    ]);
    expect(templateProblems(content, 'clients')).toEqual([
      {
        path: 'sections[0].questions[1].showWhen',
        code: 'condition.circular',
        message:
          'These conditions go round in a circle, so none of their questions could ever be shown: “Is it a?” waits for “Is it b?”, “Is it b?” waits for “Is it c?”, “Is it c?” waits for “Is it a?”. Remove the condition from one of them.',
        rejectedIn: 'publish',
      },
    ]);
    const own = template([question('free'), waits('a', 'a')]);
    expect(templateProblems(own, 'clients').map(({ message }) => message)).toEqual([
      '“Is it a?” is shown by its own answer, so it could never be shown. Select another question.',
    ]);
  });
});

it('reports location and fix of every problem', () => {
  const strange = fc.record({
    medium: fc.oneof(fc.integer(), fc.double()),
    high: fc.oneof(fc.integer(), fc.double()),
    key: fc.string(),
    text: fc.string({ unit: 'binary' }),
    weight: fc.oneof(fc.integer(), fc.double()),
    score: fc.option(fc.double()),
    type: fc.constantFrom('yesNo', 'single', 'multi', 'country', 'money', 'number', 'date', 'text'),
  });
  fc.assert(
    fc.property(strange, ({ medium, high, key, text, weight, score, type }) => {
      const content = template(
        [question(key, { text, weight, type: type as Question['type'], options: [option(key, score)] })],
        { thresholds: { medium, high } },
      );
      for (const { path, message } of templateProblems(content, 'activities')) {
        expect(path).toMatch(/^[A-Za-z]+([.[][A-Za-z0-9\]]+)*$/);
        expect(message).toMatch(/^[A-Z“].*\.$/);
      }
    }),
  );
});
