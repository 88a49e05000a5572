import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Answer, formatAnswer } from '#rules/risk/answers.ts';
import { compareAssessments, mergedKeys } from '#rules/risk/compare.ts';
import { compareVersions } from '#rules/risk/compare-versions.ts';
import { prepareTemplate } from '#rules/risk/scoring.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import { band, option, question, sampleLists, template } from './sample-templates.ts';

function assessed(content: TemplateContent, answers: Answer[]) {
  return { content, answers, scored: prepareTemplate(content, sampleLists)(answers) };
}

describe('compareAssessments', () => {
  const earlier = template([
    question('same'),
    question('changed'),
    question('points'),
    question('gone', { weight: 0 }),
    question('hidden', { showWhen: { op: 'equals', question: 'changed', value: 'low' } }),
  ]);
  const later = template([
    question('same'),
    question('changed', { text: 'Asked anew?' }),
    question('points', { options: [option('low', 20), option('high', 100)] }),
    question('hidden', { showWhen: { op: 'equals', question: 'changed', value: 'low' } }),
    question('fresh', { weight: 0 }),
  ]);

  it('compares both versions question by question', () => {
    const before = assessed(earlier, [
      { key: 'same', value: 'low' },
      { key: 'changed', value: 'low' },
      { key: 'points', value: 'low', comment: 'From the file' },
      { key: 'gone', value: 'low' },
      { key: 'hidden', value: 'high' },
    ]);
    const after = assessed(later, [
      { key: 'same', value: 'low' },
      { key: 'changed', value: 'high' },
      { key: 'points', value: 'low' },
      { key: 'fresh', value: 'high' },
    ]);
    const { questions, scoreTenths, level, factors } = compareAssessments(before, after);
    expect(questions.map(({ questionKey, change }) => [questionKey, change])).toEqual([
      ['same', 'same'],
      ['changed', 'answer'],
      ['points', 'points'],
      ['gone', 'removed'],
      ['hidden', 'answer'],
      ['fresh', 'added'],
    ]);
    expect(questions[1]).toMatchObject({
      text: 'Asked anew?',
      before: { asked: true, answer: 'Option low', pointsTenths: 0 },
      after: { asked: true, answer: 'Option high', pointsTenths: 333 },
    });
    expect(questions[2]?.before?.comment).toBe('From the file');
    expect(questions[4]).toMatchObject({
      before: { asked: true },
      after: { asked: false, answer: 'Not answered' },
    });
    expect(scoreTenths).toEqual({ before: 250, after: 400 });
    expect(level).toEqual({ before: 'low', after: 'medium' });
    expect(factors[0]).toEqual({ factor: 'customer', beforeTenths: 250, afterTenths: 400 });
  });

  it('finds no difference for the same answers in another order', () => {
    const content = template([question('m', { type: 'multi' })]);
    const before = assessed(content, [{ key: 'm', value: ['high', 'low'] }]);
    const after = assessed(content, [{ key: 'm', value: ['low', 'high'] }]);
    expect(compareAssessments(before, after).questions.map(({ change }) => change)).toEqual(['same']);
  });
});

describe('mergedKeys', () => {
  it('contains every key once, in the later version’s order', () => {
    const keys = fc.uniqueArray(fc.constantFrom(...'abcdefgh'));
    fc.assert(
      fc.property(keys, keys, (before, after) => {
        const merged = mergedKeys(before, after);
        expect([...merged].sort()).toEqual([...new Set([...before, ...after])].sort());
        expect(merged.filter((key) => after.includes(key))).toEqual(after);
      }),
    );
  });

  it('places removed keys after their predecessor', () => {
    expect(mergedKeys(['x', 'a', 'y', 'z', 'b'], ['a', 'n', 'b'])).toEqual(['x', 'a', 'y', 'z', 'n', 'b']);
  });
});

describe('compareVersions', () => {
  it('reports differing settings, questions, options and bands', () => {
    const before = template(
      [
        question('a', { options: [option('x', 10), option('y', null)] }),
        question('gone'),
        question('n', { type: 'number', options: [], bands: [band(10, 0), band(null, 50)] }),
        question('same'),
      ],
      { reviewMonths: { high: 12 } },
    );
    const after = template(
      [
        question('a', {
          weight: 5,
          options: [option('x', 20, { floor: 'high' }), option('z', 1)],
          showWhen: { op: 'answered', question: 'same' },
        }),
        question('n', { type: 'number', options: [], bands: [band(20, 0), band(null, 50)] }),
        question('same'),
        question('fresh'),
      ],
      { thresholds: { medium: 40, high: 65 }, reviewMonths: { high: 6 } },
    );
    const { settings, questions } = compareVersions(before, after);
    expect(settings).toEqual([
      { what: 'Medium from', before: '35', after: '40' },
      { what: 'Months to the next review, high', before: '12', after: '6' },
    ]);
    expect(questions.map(({ questionKey, change }) => [questionKey, change])).toEqual([
      ['a', 'changed'],
      ['gone', 'removed'],
      ['n', 'changed'],
      ['same', 'same'],
      ['fresh', 'added'],
    ]);
    expect(questions[0]?.details).toEqual([
      { what: 'Weight', before: '1', after: '5' },
      { what: 'Show only if', before: '', after: '“Question same?” is answered' },
      {
        what: 'Option “Option x”',
        before: 'Option x, 10 points',
        after: 'Option x, 20 points, at least high',
      },
      { what: 'Option “Option y”', before: 'Option y, no points', after: '' },
      { what: 'Option “Option z”', before: '', after: 'Option z, 1 point' },
    ]);
    expect(questions[2]?.details).toEqual([
      { what: 'Bands', before: 'up to 10: 0; above: 50', after: 'up to 20: 0; above: 50' },
    ]);
  });
});

describe('formatted answers', () => {
  it.each<[Parameters<typeof question>[1], Answer['value'], string]>([
    [{}, 'low', 'Option low'],
    [{ type: 'multi' }, ['high', 'low'], 'Option low; Option high'],
    [{ type: 'country', options: [] }, 'NZL', 'New Zealand'],
    [{ type: 'country', options: [], multiple: true }, ['NZL', 'AUS'], 'New Zealand; Australia'],
    [{ type: 'money', options: [] }, 123_450_050, '$1,234,500.50'],
    [{ type: 'number', options: [] }, -2.5, '-2.5'],
    [{ type: 'date', options: [] }, '2026-11-21', '21 Nov 2026'],
    [{ type: 'text', options: [] }, ' From wages ', 'From wages'],
    [{}, null, 'Not answered'],
    [{}, 'gone', 'gone'],
  ])('%j with %j', (asked, value, words) => expect(formatAnswer(question('q', asked), value)).toBe(words));
});
