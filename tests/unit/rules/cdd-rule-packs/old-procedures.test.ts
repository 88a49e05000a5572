import { describe, expect, it } from 'vitest';
import { earlierCddProblem } from '#rules/cdd-rule-packs/earlier-cdd.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import {
  findFormerProcedure,
  formatFormerProcedures,
  formerProceduresExcluded,
  formerProceduresProblem,
  splitFormerProcedures,
} from '#rules/former-procedures.ts';
import { assessed } from './client-facts.ts';

const finance = { sector: 'finance' } as const;
const done = (lastDay: string | null, doneOn = '2026-07-10') =>
  ({ ground: 'oldProcedures', doneOn, lastDay }) as const;

describe('CDD by a former procedure that the policies keep for a class', () => {
  const isDeemed = (
    on: string,
    earlierCdd: ReturnType<typeof done>,
    company: { sector: 'finance' | 'legal' } = finance,
  ) => {
    const result = assessed({ earlierCdd }, { in: ['AUS'], company, on });
    expect(result.items.some(({ code }) => code === 'identity.verified')).toBe(
      !result.hits.includes('au.old.procedures'),
    );
    return result.hits.includes('au.old.procedures');
  };

  it('counts from 1 July 2026 to the last day of the class, and to 30 March 2029 at the latest', () => {
    const early = done('2029-03-30', '2026-04-01');
    expect([isDeemed('2026-06-30', early), isDeemed('2026-07-01', early)]).toEqual([false, true]);
    expect([isDeemed('2029-03-30', early), isDeemed('2029-03-31', early)]).toEqual([true, false]);
    const class2027 = done('2027-06-30');
    expect([isDeemed('2027-06-30', class2027), isDeemed('2027-07-01', class2027)]).toEqual([true, false]);
    // Beyond what the provision allows, whatever the list holds.
    expect(isDeemed('2029-03-31', done('2030-01-01'))).toBe(false);
  });

  it('counts if done from the reform to the last day, for a class on the list, of the first tranche', () => {
    expect([
      isDeemed('2026-11-29', done('2027-06-30', '2026-03-30')),
      isDeemed('2026-11-29', done('2027-06-30', '2026-03-31')),
    ]).toEqual([false, true]);
    expect(earlierCddProblem(done('2026-10-31', '2026-11-01'), finance, '2026-10-31')?.field).toBe('doneOn');
    expect(isDeemed('2026-11-29', done(null))).toBe(false);
    expect(isDeemed('2026-11-29', done('2027-06-30'), { sector: 'legal' })).toBe(false);
  });

  it('says what is wrong', () => {
    const problem = (earlier: ReturnType<typeof done>, on = '2026-11-29') =>
      earlierCddProblem(earlier, finance, on);
    expect(problem(done(null))?.text).toContain('no such class');
    expect(problem(done('2026-11-28'))?.text).toContain(`ended on ${formatDate('2026-11-28')}`);
    expect(problem(done('2027-06-30', '2026-03-30'))?.text).toContain(
      `${formatDate('2026-03-31')} to ${formatDate('2027-06-30')}`,
    );
    expect(problem(done('2027-06-30'))).toBe(null);
  });
});

describe('the list of classes', () => {
  it('is read from lines and written as lines', () => {
    const text = 'Term deposits; 2028-12-31\nFunds; retail; 2029-03-30';
    const read = splitFormerProcedures(`${text}\r\n\n`);
    expect(read).toEqual([
      { name: 'Term deposits', lastDay: '2028-12-31' },
      { name: 'Funds; retail', lastDay: '2029-03-30' },
    ]);
    expect(formatFormerProcedures(read)).toBe(text);
    expect(findFormerProcedure(read, ' term DEPOSITS ')?.lastDay).toBe('2028-12-31');
    expect(findFormerProcedure(read, '')).toBe(undefined);
  });

  it('has a day of the provision for each class, each once, up to 20', () => {
    const problem = (text: string) => formerProceduresProblem(splitFormerProcedures(text));
    expect(problem('')).toBe(null);
    expect(problem('A; 2029-03-30')).toBe(null);
    expect(problem('A; 2026-07-01')).toBe(null);
    for (const wrong of ['A; 2029-03-31', 'A; 2026-06-30', 'A; 2027-02-30', 'A; soon', 'A']) {
      expect(problem(wrong)).toContain('last day from 2026-07-01 to 2029-03-30');
    }
    expect(problem('; 2028-12-31')).toContain('Enter a name');
    expect(problem('A; 2028-12-31\na ; 2027-12-31')).toBe('Enter each class once');
    expect(problem(`${'x'.repeat(101)}; 2028-12-31`)).toContain('100 characters');
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => `C${index}; 2028-12-31`).join('\n');
    expect([problem(many(20)), problem(many(21))]).toEqual([null, 'Enter up to 20 classes']);
  });

  it('is for Australian companies of the first tranche', () => {
    expect(formerProceduresExcluded({ ...finance, regulatedIn: ['AUS'] })).toBe(null);
    expect(formerProceduresExcluded({ ...finance, regulatedIn: ['NZL'] })).toContain('not regulated there');
    expect(formerProceduresExcluded({ sector: 'legal', regulatedIn: ['AUS'] })).toContain(
      formatDate('2026-07-01'),
    );
  });
});
