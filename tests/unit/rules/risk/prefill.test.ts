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

describe('what Assay knows is not asked', () => {
  it('of facts derived from the records of the clients, and of no other', () => {
    expect(knownAnswers([risk, cash, other], facts)).toEqual([
      { key: 'risk', value: 'high', source: 'Highest risk level of its clients' },
    ]);
    expect(knownAnswers([risk], {})).toEqual([]);
    // An own option list without the value: the record's answer does not fit, so that it is entered.
    expect(knownAnswers([{ ...risk, options: [option('low', 0)] }], facts)).toEqual([]);
  });

  it('and replaces what was entered, with its comment and evidence', () => {
    const entered = [
      { key: 'risk', value: 'low', comment: 'As discussed', documentIds: ['d'] },
      { key: 'cash', value: 'no' },
    ];
    expect(withKnownAnswers(entered, [risk, cash, other], facts)).toEqual([
      { key: 'risk', value: 'high', comment: 'As discussed', documentIds: ['d'] },
      { key: 'cash', value: 'no' },
    ]);
  });

  it('and is added where nothing was sent, but to no question that may be hidden', () => {
    expect(withKnownAnswers([], [risk], facts)).toEqual([{ key: 'risk', value: 'high', documentIds: [] }]);
    const conditional = { ...risk, showWhen: { op: 'equals', question: 'other', value: 'high' } } as const;
    expect(withKnownAnswers([], [conditional], facts)).toEqual([]);
  });
});
