import { describe, expect, it } from 'vitest';
import type { Answer } from '#rules/risk/answers.ts';
import { carryOver } from '#rules/risk/carry-over.ts';
import { type CurrentAssessment, calculateImpact } from '#rules/risk/impact.ts';
import { prepareTemplate } from '#rules/risk/scoring.ts';
import type { Question } from '#rules/risk/template.ts';
import { option, question, sampleLists, template } from './sample-templates.ts';

function current(
  id: string,
  answers: Record<string, Answer['value']>,
  more: Partial<CurrentAssessment> = {},
) {
  const given = Object.entries(answers).map(([key, value]) => ({ key, value }));
  return { id, answers: given, computedLevel: 'low', scoreTenths: 100, ...more } satisfies CurrentAssessment;
}

const draft = (...questions: Question[]) => prepareTemplate(template(questions), sampleLists);

describe('calculateImpact', () => {
  it('counts every change of level with its records', () => {
    const score = draft(question('a', { options: [option('x', 50), option('y', 10), option('z', 90)] }));
    const impact = calculateImpact(
      [
        current('stays', { a: 'y' }),
        current('rises', { a: 'x' }),
        current('falls', { a: 'x' }, { computedLevel: 'high', scoreTenths: 800 }),
        current('jumps', { a: 'z' }),
      ],
      score,
    );
    expect(impact.assessed).toBe(4);
    expect(impact.matrix).toEqual({
      low: { low: 1, medium: 1, high: 1, none: 0 },
      medium: { low: 0, medium: 0, high: 0, none: 0 },
      high: { low: 0, medium: 1, high: 0, none: 0 },
    });
    expect(impact.changes).toEqual([
      { id: 'rises', from: 'low', to: 'medium', fromTenths: 100, toTenths: 500, overrideLapses: false },
      { id: 'falls', from: 'high', to: 'medium', fromTenths: 800, toTenths: 500, overrideLapses: false },
      { id: 'jumps', from: 'low', to: 'high', fromTenths: 100, toTenths: 900, overrideLapses: false },
    ]);
    expect(impact.needsNew).toEqual([]);
  });

  it('lists missing, removed and unevidenced answers, and scores the rest', () => {
    const score = draft(
      question('a', { options: [option('x', 10), option('y', 90)], evidenceRequired: true }),
      question('new', { factor: 'country' }),
    );
    const impact = calculateImpact(
      [
        current('whole', { a: 'x', new: 'low' }),
        current('old', { a: 'x', dropped: 'high' }),
        current('optionGone', { a: 'gone', new: 'low' }),
        current('nothing', { dropped: 'high' }),
      ],
      score,
    );
    expect(impact.needsNew).toEqual([
      { id: 'whole', unanswered: [], withoutEvidence: ['a'] },
      { id: 'old', unanswered: ['new'], withoutEvidence: ['a'] },
      { id: 'optionGone', unanswered: ['a'], withoutEvidence: [] },
      { id: 'nothing', unanswered: ['a', 'new'], withoutEvidence: [] },
    ]);
    expect(impact.matrix.low).toEqual({ low: 3, medium: 0, high: 0, none: 1 });
    expect(impact.changes.map(({ id, to }) => [id, to])).toEqual([['nothing', 'none']]);
  });

  it('does not require hidden questions', () => {
    const score = draft(
      question('a'),
      question('new', { showWhen: { op: 'equals', question: 'a', value: 'high' } }),
    );
    const impact = calculateImpact([current('low', { a: 'low' }), current('high', { a: 'high' })], score);
    expect(impact.needsNew).toEqual([{ id: 'high', unanswered: ['new'], withoutEvidence: [] }]);
  });

  it('reports lapsing overrides and new prohibitions', () => {
    const score = draft(question('a', { options: [option('x', 90, { prohibit: true }), option('y', 0)] }));
    const impact = calculateImpact(
      [
        current(
          'lowered',
          { a: 'x' },
          { computedLevel: 'medium', override: { level: 'low', computedAtOverride: 'medium' } },
        ),
        current('raised', { a: 'x' }, { override: { level: 'high', computedAtOverride: 'low' } }),
      ],
      score,
    );
    expect(impact.changes.map(({ id, overrideLapses }) => [id, overrideLapses])).toEqual([
      ['lowered', true],
      ['raised', false],
    ]);
    expect(impact.prohibited).toEqual(['lowered', 'raised']);
  });
});

describe('carryOver', () => {
  it('retains what still fits, with comments and evidence, with reasons for the rest', () => {
    const score = draft(
      question('a'),
      question('b', { type: 'money', options: [], weight: 0, required: false }),
      question('c', { showWhen: { op: 'equals', question: 'a', value: 'high' } }),
    );
    const kept = { key: 'a', value: 'low', comment: 'Seen on site', documentIds: ['one'] };
    const { answers, leftBehind } = carryOver(
      [{ key: 'b', value: 'high' }, kept, { key: 'c', value: 'low' }, { key: 'gone', value: 'x' }],
      score,
    );
    expect(answers).toEqual([kept]);
    expect(leftBehind.map(({ questionKey, code }) => [questionKey, code])).toEqual([
      ['b', 'answer.misfit'],
      ['c', 'answer.hidden'],
      ['gone', 'answer.unknownQuestion'],
    ]);
    expect(score(answers).problems).toEqual([]);
  });
});
