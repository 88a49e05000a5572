import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Condition,
  type Dependent,
  dependencyOrder,
  getCircles,
  getLeaves,
  isWithin,
  meets,
  type Value,
} from '#rules/risk/conditions.ts';

function given(values: Record<string, Value>) {
  return {
    value: (key: string) => values[key],
    getLists: (country: string) => (country === 'PRK' ? (['callForAction'] as const) : []),
  };
}

describe('meets', () => {
  const answers = {
    one: 'a',
    many: ['a', 'b'],
    country: ['PRK'],
    countries: ['NZL', 'PRK'],
    amount: 1000,
    day: '2026-05-19',
  };

  it.each<[Condition, boolean]>([
    [{ op: 'answered', question: 'one' }, true],
    [{ op: 'answered', question: 'nothing' }, false],
    [{ op: 'equals', question: 'one', value: 'a' }, true],
    [{ op: 'equals', question: 'one', value: 'b' }, false],
    [{ op: 'equals', question: 'country', value: 'PRK' }, true],
    [{ op: 'equals', question: 'countries', value: 'PRK' }, false],
    [{ op: 'equals', question: 'amount', value: 1000 }, true],
    [{ op: 'isOneOf', question: 'one', values: ['b', 'a'] }, true],
    [{ op: 'isOneOf', question: 'one', values: ['b'] }, false],
    [{ op: 'hasAnyOf', question: 'many', values: ['b', 'c'] }, true],
    [{ op: 'hasAnyOf', question: 'many', values: ['c'] }, false],
    [{ op: 'hasAnyOf', question: 'countries', values: ['NZL'] }, true],
    [{ op: 'onList', question: 'countries', lists: ['firm', 'callForAction'] }, true],
    [{ op: 'onList', question: 'countries', lists: ['firm'] }, false],
    [{ op: 'atLeast', question: 'amount', value: 1000 }, true],
    [{ op: 'atLeast', question: 'amount', value: 1001 }, false],
    [{ op: 'atMost', question: 'amount', value: 1000 }, true],
    [{ op: 'atMost', question: 'amount', value: 999 }, false],
    [{ op: 'before', question: 'day', date: '2026-05-19' }, false],
    [{ op: 'before', question: 'day', date: '2026-05-20' }, true],
    [{ op: 'onOrAfter', question: 'day', date: '2026-05-19' }, true],
    [{ op: 'onOrAfter', question: 'day', date: '2026-05-20' }, false],
    [{ op: 'not', of: { op: 'answered', question: 'nothing' } }, true],
    [{ op: 'all', of: [] }, true],
    [{ op: 'any', of: [] }, false],
    // An operator that does not fit the answer is false, and does not throw.
    [{ op: 'atLeast', question: 'one', value: 1 }, false],
    [{ op: 'before', question: 'amount', date: '2026-05-20' }, false],
    [{ op: 'isOneOf', question: 'amount', values: ['1000'] }, false],
  ])('%j: %s', (condition, expected) => expect(meets(condition, given(answers))).toBe(expected));

  it('combines conditions as logic does', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 6 }), (truths) => {
        const of = truths.map(
          (truth): Condition => ({ op: 'answered', question: truth ? 'one' : 'nothing' }),
        );
        expect(meets({ op: 'all', of }, given(answers))).toBe(truths.every(Boolean));
        expect(meets({ op: 'any', of }, given(answers))).toBe(truths.some(Boolean));
        expect(meets({ op: 'not', of: { op: 'any', of } }, given(answers))).toBe(
          meets({ op: 'all', of: of.map((item) => ({ op: 'not', of: item })) }, given(answers)),
        );
      }),
    );
  });
});

const keys = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Questions whose conditions name others, themselves and unknown keys, inside joins and negations. */
const anyQuestions: fc.Arbitrary<Dependent[]> = fc
  .tuple(...keys.map(() => fc.subarray([...keys, 'stranger'], { maxLength: 2 })))
  .map((wanted) =>
    keys.map((key, index) => {
      const named = wanted[index] ?? [];
      if (named.length === 0) return { key };
      const of = named.map((question): Condition => ({ op: 'not', of: { op: 'answered', question } }));
      return { key, showWhen: { op: index % 2 === 0 ? 'any' : 'all', of } };
    }),
  );

function namedBy(questions: readonly Dependent[], key: string): string[] {
  const condition = questions.find((question) => question.key === key)?.showWhen;
  return condition ? getLeaves(condition).map(({ leaf }) => leaf.question) : [];
}

/** By brute force: the keys that reach themselves along conditions, within as many steps as there are keys. */
function inACircle(questions: readonly Dependent[]): string[] {
  return keys.filter((start) => {
    let reached = new Set([start]);
    for (let step = 0; step < keys.length; step += 1) {
      reached = new Set(
        [...reached].flatMap((key) => namedBy(questions, key)).filter((key) => keys.includes(key)),
      );
      if (reached.has(start)) return true;
    }
    return false;
  });
}

describe('circles', () => {
  it('finds exactly the questions in a circle', () => {
    fc.assert(
      fc.property(anyQuestions, (questions) => {
        const circles = getCircles(questions);
        expect([...new Set(circles.flat())].sort()).toEqual(inACircle(questions));
        for (const circle of circles) {
          expect(new Set(circle).size).toBe(circle.length);
          circle.forEach((key, index) => {
            expect(namedBy(questions, key)).toContain(circle[(index + 1) % circle.length]);
          });
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('orders all questions outside circles, each after its dependencies', () => {
    fc.assert(
      fc.property(anyQuestions, (questions) => {
        const { order, stuck } = dependencyOrder(questions);
        expect([...order, ...stuck].sort()).toEqual(keys);
        order.forEach((key, index) => {
          for (const other of namedBy(questions, key).filter((item) => keys.includes(item))) {
            expect(order.slice(0, index)).toContain(other);
          }
        });
        const circular = inACircle(questions);
        expect(circular.every((key) => stuck.has(key))).toBe(true);
        expect(stuck.size > 0).toBe(circular.length > 0);
      }),
      { numRuns: 500 },
    );
  });

  it('handles a chain of thousands', () => {
    const chain: Dependent[] = Array.from({ length: 5000 }, (_, index) => ({
      key: `q${index}`,
      showWhen: { op: 'answered', question: `q${(index + 1) % 5000}` },
    }));
    expect(getCircles(chain)[0]).toHaveLength(5000);
    expect(getCircles(chain.slice(0, -1))).toEqual([]);
  });
});

describe('limits', () => {
  const limits = { depth: 3, leaves: 4, values: 2 };
  const leaf: Condition = { op: 'answered', question: 'a' };

  it.each<[Condition, boolean]>([
    [leaf, true],
    [{ op: 'not', of: { op: 'all', of: [leaf] } }, true],
    [{ op: 'not', of: { op: 'not', of: { op: 'not', of: leaf } } }, false],
    [{ op: 'any', of: [leaf, leaf, leaf, leaf] }, true],
    [{ op: 'any', of: [leaf, leaf, leaf, leaf, leaf] }, false],
    [{ op: 'isOneOf', question: 'a', values: ['1', '2'] }, true],
    [{ op: 'isOneOf', question: 'a', values: ['1', '2', '3'] }, false],
    [{ op: 'any', of: Array.from({ length: 50 }, () => ({ op: 'all', of: [] }) as const) }, false],
  ])('%j: %s', (condition, expected) => expect(isWithin(condition, limits)).toBe(expected));

  it('evaluates a condition of any depth', () => {
    let deep: Condition = leaf;
    for (let level = 0; level < 200_000; level += 1) deep = { op: 'not', of: deep };
    expect(isWithin(deep, limits)).toBe(false);
  });
});
