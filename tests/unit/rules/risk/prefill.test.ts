import { describe, expect, it } from 'vitest';
import { knownAnswers, withKnownAnswers } from '#rules/risk/prefill.ts';
import { option, question } from './sample-templates.ts';

const risk = question('risk', {
  prefill: 'activity.customerRiskLevel',
  options: [option('low', 0), option('medium', 50), option('high', 100)],
});
const cash = question('cash', { type: 'yesNo', prefill: 'activity.cashExpected', options: [] });
const other = question('other');
const facts = { 'activity.customerRiskLevel': 'high', 'activity.cashExpected': 'yes' } as const;

describe('known answers', () => {
  it('come from the records of the clients, and from no other', () => {
    expect(knownAnswers([risk, cash, other], facts)).toEqual([
      { key: 'risk', value: 'high', source: 'Highest risk level of its clients' },
    ]);
    expect(knownAnswers([risk], {})).toEqual([]);
    // An option list of its own without the value: the record's answer does not fit, so it is entered.
    expect(knownAnswers([{ ...risk, options: [option('low', 0)] }], facts)).toEqual([]);
  });

  it('replace what was entered, with its comment and evidence', () => {
    const entered = [
      { key: 'risk', value: 'low', comment: 'As discussed', documentIds: ['d'] },
      { key: 'cash', value: 'no' },
    ];
    expect(withKnownAnswers(entered, [risk, cash, other], facts)).toEqual([
      { key: 'risk', value: 'high', comment: 'As discussed', documentIds: ['d'] },
      { key: 'cash', value: 'no' },
    ]);
  });

  it('are added where none was sent, except to a question that may be hidden', () => {
    expect(withKnownAnswers([], [risk], facts)).toEqual([{ key: 'risk', value: 'high', documentIds: [] }]);
    const conditional = { ...risk, showWhen: { op: 'equals', question: 'other', value: 'high' } } as const;
    expect(withKnownAnswers([], [conditional], facts)).toEqual([]);
  });
});
