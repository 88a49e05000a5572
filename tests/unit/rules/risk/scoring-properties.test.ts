import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { riskLevels } from '#rules/clients/client-types.ts';
import {
  addFractions,
  divideFractions,
  fraction,
  multiplyFractions,
  roundHalfUp,
  zero,
} from '#rules/fractions.ts';
import type { Answer } from '#rules/risk/answers.ts';
import { type Condition, getLeaves } from '#rules/risk/conditions.ts';
import { formatScore } from '#rules/risk/explanation.ts';
import { compareLevels } from '#rules/risk/levels.ts';
import { prepareTemplate, type ScoredAnswers, submissionProblems } from '#rules/risk/scoring.ts';
import { factors, getQuestions, type Question, type TemplateContent } from '#rules/risk/template.ts';
import { option, question, sampleLists, template } from './sample-templates.ts';

const keys = Array.from({ length: 9 }, (_, index) => `q${index}`);
const optionKeys = ['a', 'b', 'c'];
const points = fc.integer({ min: 0, max: 100 });
const countries = ['NZL', 'AUS', 'FRA', 'PRK', 'IRN', 'HTI', 'PAN'];

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ op: fc.constant('answered' as const), question: fc.constantFrom(...keys) }),
  fc.record({
    op: fc.constant('equals' as const),
    question: fc.constantFrom(...keys),
    value: fc.constantFrom(...optionKeys),
  }),
  fc.record({
    op: fc.constant('hasAnyOf' as const),
    question: fc.constantFrom(...keys),
    values: fc.subarray(optionKeys, { minLength: 1 }),
  }),
  fc.record({
    op: fc.constant('atLeast' as const),
    question: fc.constantFrom(...keys),
    value: fc.integer({ min: 0, max: 3000 }),
  }),
);

/** Circles included: a draft may have them, and scoring must handle them. */
const condition: fc.Arbitrary<Condition | undefined> = fc.option(
  fc.oneof(
    leaf,
    leaf.map((of): Condition => ({ op: 'not', of })),
    fc
      .tuple(fc.constantFrom('all' as const, 'any' as const), fc.array(leaf, { minLength: 1, maxLength: 2 }))
      .map(([op, of]): Condition => ({ op, of })),
  ),
  { nil: undefined, freq: 1 },
);

function anyQuestion(key: string): fc.Arbitrary<Question> {
  return fc
    .record({
      type: fc.constantFrom(
        'yesNo',
        'single',
        'multi',
        'multi',
        'country',
        'money',
        'number',
        'date',
        'text',
      ),
      factor: fc.constantFrom(...factors),
      weight: fc.integer({ min: 0, max: 10 }),
      required: fc.boolean(),
      multiAggregate: fc.constantFrom('max' as const, 'sum' as const),
      scores: fc.tuple(points, points, points, points, points),
      floor: fc.option(fc.constantFrom(...riskLevels), { nil: null }),
      prohibit: fc.boolean(),
      showWhen: condition,
    })
    .map(({ type, scores, floor, prohibit, ...rest }) => {
      const [x = 0, y = 0, z = 0] = scores;
      const extremes = { floor, prohibit };
      const options = {
        yesNo: [option('yes', x, extremes), option('no', y)],
        country: ['callForAction', 'increasedMonitoring', 'firm', 'home', 'otherwise'].map((name, at) =>
          option(name, scores[at] ?? 0),
        ),
        single: optionKeys.map((name, at) => option(name, scores[at] ?? 0, at === 0 ? extremes : {})),
        multi: optionKeys.map((name, at) => option(name, scores[at] ?? 0, at === 0 ? extremes : {})),
      };
      const bands = [
        { upTo: 1000, score: x },
        { upTo: 2000, score: y },
        { upTo: null, score: z },
      ];
      return question(key, {
        ...rest,
        type: type as Question['type'],
        multiple: type === 'country',
        options: Object.hasOwn(options, type) ? options[type as keyof typeof options] : [],
        bands: type === 'money' || type === 'number' ? bands : null,
      });
    });
}

const anyTemplate: fc.Arbitrary<TemplateContent> = fc
  .record({
    questions: fc.tuple(...keys.map(anyQuestion)),
    factorWeights: fc.record(
      Object.fromEntries(factors.map((factor) => [factor, fc.integer({ min: 0, max: 10 })])) as Record<
        (typeof factors)[number],
        fc.Arbitrary<number>
      >,
    ),
    thresholds: fc
      .tuple(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 50 }))
      .map(([medium, more]) => ({ medium, high: Math.min(100, medium + more) })),
  })
  .map(({ questions, ...rest }) => template(questions, rest));

/** An answer that fits its question. */
function fitting({ key, type, options }: Question): fc.Arbitrary<Answer> {
  const ofType: Record<Question['type'], fc.Arbitrary<Answer['value']>> = {
    yesNo: fc.constantFrom('yes', 'no'),
    single: fc.constantFrom(...optionKeys),
    multi: fc.shuffledSubarray(
      options.map((option) => option.key),
      { minLength: Math.min(1, options.length) },
    ),
    country: fc.shuffledSubarray(countries, { minLength: 1, maxLength: 3 }),
    money: fc.integer({ min: 0, max: 3000 }),
    number: fc.double({ min: -10, max: 3000, noNaN: true }),
    date: fc.constantFrom('2026-01-01', '2026-11-21'),
    text: fc.string({ minLength: 1, maxLength: 20 }),
  };
  return ofType[type].map((value) => ({ key, value }));
}

/** A template with answers to some of its questions, hidden ones among them. */
const answered = anyTemplate.chain((content) =>
  fc.record({
    content: fc.constant(content),
    answers: fc
      .tuple(
        ...getQuestions(content).map(({ question: one }) =>
          fc.option(fitting(one), { nil: undefined, freq: 5 }),
        ),
      )
      .map((given) => given.filter((item) => item !== undefined)),
  }),
);

const sum = (numbers: readonly number[]) => numbers.reduce((total, item) => total + item, 0);

/** Domain 4 again, directly from its formulas, with fractions throughout. */
function exactScore(content: TemplateContent, { contributions }: ScoredAnswers) {
  let above = zero;
  let below = zero;
  for (const factor of factors) {
    const own = contributions.filter((contribution) => contribution.factor === factor);
    const weightSum = sum(own.map(({ weight }) => weight));
    const factorWeight = fraction(BigInt(content.factorWeights[factor]));
    if (weightSum === 0) continue;
    const mean = own.reduce(
      (total, { weight, q }) => addFractions(total, fraction(BigInt(weight * q), BigInt(weightSum))),
      zero,
    );
    above = addFractions(above, multiplyFractions(factorWeight, mean));
    below = addFractions(below, factorWeight);
  }
  return below.numerator === 0n ? undefined : divideFractions(above, below);
}

describe('any template and answers', () => {
  it('scores by the formula, and the points of factors and of answers add up to the score', () => {
    fc.assert(
      fc.property(answered, ({ content, answers }) => {
        const scored = prepareTemplate(content, sampleLists)(answers);
        const exact = exactScore(content, scored);
        expect(scored.scoreTenths).toBe(exact === undefined ? undefined : Number(roundHalfUp(exact, 1)));
        expect(sum(scored.factors.map(({ pointsTenths }) => pointsTenths))).toBe(scored.scoreTenths ?? 0);
        expect(sum(scored.contributions.map(({ pointsTenths }) => pointsTenths))).toBe(
          scored.scoreTenths ?? 0,
        );
        const allWeights = sum(scored.factors.map(({ weight }) => weight));
        for (const { factor, pointsTenths, weight, weightedSum, weightSum } of scored.factors) {
          const own = scored.contributions.filter((contribution) => contribution.factor === factor);
          expect(sum(own.map((item) => item.pointsTenths))).toBe(pointsTenths);
          // Each part is its exact share, rounded down or up.
          expect(
            Math.abs(pointsTenths - (10 * weight * weightedSum) / (weightSum * allWeights)),
          ).toBeLessThan(1);
          for (const item of own) {
            const share = (10 * weight * item.weight * item.q) / (weightSum * allWeights);
            expect(Math.abs(item.pointsTenths - share)).toBeLessThan(1);
            expect(item.pointsTenths).toBeGreaterThanOrEqual(0);
          }
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('reads the level from the score and raises it to the highest floor, never lowers it', () => {
    fc.assert(
      fc.property(answered, ({ content, answers }) => {
        const { scoreTenths, scoreLevel, computedLevel, floors, prohibited, prohibitions } = prepareTemplate(
          content,
          sampleLists,
        )(answers);
        expect(prohibited).toBe(prohibitions.length > 0);
        if (scoreTenths === undefined || scoreLevel === undefined || computedLevel === undefined) {
          expect([scoreTenths, scoreLevel, computedLevel]).toEqual([undefined, undefined, undefined]);
          return;
        }
        const { medium, high } = content.thresholds;
        expect(scoreLevel).toBe(
          scoreTenths >= high * 10 ? 'high' : scoreTenths >= medium * 10 ? 'medium' : 'low',
        );
        const levels = [scoreLevel, ...floors.map(({ level }) => level)];
        expect(levels.every((level) => compareLevels(level, computedLevel) <= 0)).toBe(true);
        expect(levels).toContain(computedLevel);
      }),
    );
  });

  it('ignores hidden answers: without them everything but the problems is the same', () => {
    fc.assert(
      fc.property(answered, ({ content, answers }) => {
        const score = prepareTemplate(content, sampleLists);
        const scored = score(answers);
        const visible = new Set(scored.visibleKeys);
        expect(scored.contributions.every(({ questionKey }) => visible.has(questionKey))).toBe(true);
        const shown = score(answers.filter(({ key }) => visible.has(key)));
        expect({ ...shown, problems: [] }).toEqual({ ...scored, problems: [] });
        expect(shown.problems).toEqual([]);
        expect(scored.problems.map(({ questionKey }) => questionKey)).toEqual(
          keys.filter((key) => !visible.has(key) && answers.some((answer) => answer.key === key)),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('is independent of the order of answers', () => {
    const shuffled = answered.chain(({ content, answers }) =>
      fc.record({
        content: fc.constant(content),
        answers: fc.constant(answers),
        other: fc.shuffledSubarray([...answers, ...answers.slice(0, 1)], { minLength: answers.length }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ content, other }) => {
        const score = prepareTemplate(content, sampleLists);
        expect(score(other.toReversed())).toEqual(score(other));
      }),
    );
  });

  it('never lowers the total when an option’s or a band’s score is raised', () => {
    const raised = answered.chain(({ content, answers }) =>
      fc.record({
        content: fc.constant(content),
        answers: fc.constant(answers),
        at: fc.nat({ max: keys.length - 1 }),
        which: fc.nat({ max: 4 }),
        by: fc.integer({ min: 1, max: 100 }),
      }),
    );
    const up = (score: number | null, by: number) => Math.min(100, (score ?? 0) + by);
    fc.assert(
      fc.property(raised, ({ content, answers, at, which, by }) => {
        const higher = template(
          getQuestions(content).map(({ question: one }, index) =>
            index !== at
              ? one
              : {
                  ...one,
                  options: one.options.map((o, o_) => (o_ === which ? { ...o, score: up(o.score, by) } : o)),
                  bands: one.bands?.map((b, b_) => (b_ === which ? { ...b, score: up(b.score, by) } : b)),
                },
          ),
          { factorWeights: content.factorWeights, thresholds: content.thresholds },
        );
        const before = prepareTemplate(content, sampleLists)(answers).scoreTenths;
        const after = prepareTemplate(higher, sampleLists)(answers).scoreTenths;
        expect(after === undefined).toBe(before === undefined);
        if (before !== undefined) expect(after).toBeGreaterThanOrEqual(before);
      }),
      { numRuns: 1000 },
    );
  });

  it('shows questions exactly when their conditions hold for visible answers', () => {
    fc.assert(
      fc.property(answered, ({ content, answers }) => {
        const { visibleKeys } = prepareTemplate(content, sampleLists)(answers);
        const visible = new Set(visibleKeys);
        for (const { question: one } of getQuestions(content)) {
          if (!one.showWhen) expect(visible.has(one.key)).toBe(true);
          else if (visible.has(one.key) && one.showWhen.op === 'answered') {
            const [named] = getLeaves(one.showWhen);
            expect(visible.has(named?.leaf.question ?? '')).toBe(true);
          }
        }
      }),
    );
  });

  it('never throws for any answers', () => {
    const anything = anyTemplate.chain((content) =>
      fc.record({
        content: fc.constant(content),
        answers: fc.array(
          fc.record({
            key: fc.oneof(fc.constantFrom(...keys), fc.string(), fc.constantFrom('__proto__', 'constructor')),
            value: fc.anything() as fc.Arbitrary<Answer['value']>,
          }),
          { maxLength: 12 },
        ),
      }),
    );
    fc.assert(
      fc.property(anything, ({ content, answers }) => {
        const scored = prepareTemplate(content, sampleLists)(answers);
        expect(formatScore(scored)).not.toBe('');
        for (const { message } of submissionProblems(scored)) expect(message).toMatch(/[.]$/);
      }),
      { numRuns: 1000 },
    );
  });
});
