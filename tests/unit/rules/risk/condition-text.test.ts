import { expect, it } from 'vitest';
import { createConditionFormatter } from '#rules/risk/condition-text.ts';
import type { Condition } from '#rules/risk/conditions.ts';
import { question, template } from './sample-templates.ts';

const content = template([
  question('kind', {
    type: 'single',
    options: [
      { key: 'trust', label: 'Trust', score: 10 },
      { key: 'estate', label: 'Estate', score: 20 },
    ],
  }),
  question('value', { type: 'money', options: [], bands: [{ upTo: null, score: 0 }] }),
  question('country', { type: 'country', multiple: true, options: [] }),
]);
const formatCondition = createConditionFormatter(content);

it.each<[Condition, string]>([
  [{ op: 'answered', question: 'kind' }, 'question 1.1 is answered'],
  [{ op: 'isOneOf', question: 'kind', values: ['trust', 'estate'] }, 'question 1.1 is Trust or Estate'],
  [{ op: 'not', of: { op: 'equals', question: 'kind', value: 'trust' } }, 'not (question 1.1 is Trust)'],
  [{ op: 'atLeast', question: 'value', value: 1_000_000 }, 'question 1.2 is $10,000.00 or more'],
  [{ op: 'atMost', question: 'value', value: 50 }, 'question 1.2 is $0.50 or less'],
  [{ op: 'hasAnyOf', question: 'country', values: ['PAN'] }, 'question 1.3 has Panama'],
  [
    { op: 'onList', question: 'country', lists: ['callForAction', 'firm'] },
    'question 1.3 names a country on a list: FATF call for action or Internal list of countries',
  ],
  [{ op: 'before', question: 'born', date: '2026-03-31' }, 'question “born” is before 31 Mar 2026'],
  [
    {
      op: 'all',
      of: [
        { op: 'equals', question: 'kind', value: 'trust' },
        {
          op: 'any',
          of: [
            { op: 'answered', question: 'value' },
            { op: 'answered', question: 'country' },
          ],
        },
      ],
    },
    'question 1.1 is Trust and (question 1.2 is answered or question 1.3 is answered)',
  ],
])('formats %j', (condition, words) => {
  expect(formatCondition(condition)).toBe(words);
});

it('names questions by their text where numbers are ambiguous', () => {
  const formatCondition = createConditionFormatter(content, 'words');
  expect(formatCondition({ op: 'equals', question: 'kind', value: 'trust' })).toBe(
    '“Question kind?” is Trust',
  );
});
