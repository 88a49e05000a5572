import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDateQuestions, readDateCell } from '#rules/clients/client-import-dates.ts';
import { addDays, findDateOrder, parseDateInput } from '#rules/dates/calendar-dates.ts';

describe('a column of dates', () => {
  it.each([
    [['12/31/1980', '03/04/1975', '07/25/1990', '01/02/1960'], '12/31/1980'],
    [['03-04-1975', '7-25-1990'], '7-25-1990'],
    [['1/2/1960', '6.30.1961'], '6.30.1961'],
    [['12/31/1980 12:00:00 AM'], '12/31/1980 12:00:00 AM'],
    [['Wed 12/31/1980'], 'Wed 12/31/1980'],
  ])('with %j is asked about', (texts, example) => {
    expect(findDateQuestions(texts)).toEqual({
      order: expect.stringContaining(`“${example}” can only have the month first.`),
    });
  });

  it('of both orders is asked about with one of each', () => {
    const { order } = findDateQuestions(['31/12/1980', '3/4/1975', '12/31/1980']);
    expect(order).toContain('“12/31/1980” can only have the month first, “31/12/1980” only the day');
  });

  it.each(['31372', '10000', '45993.0'])('with the number %s is asked about', (text) => {
    expect(findDateQuestions(['1/2/1960', text])).toEqual({
      numbering: expect.stringContaining(`“${text}” may be a spreadsheet’s number`),
    });
  });

  it.each([
    [['31/12/1980', '3/4/1975']],
    [['1985-11-21', '21 Nov 1985']],
    [['3/4/1975']],
    [['13/13/1980', 'soon', '']],
  ])('with %j is not', (texts) => {
    expect(findDateQuestions(texts)).toEqual({});
  });

  it('with the month first is read so, and what cannot be is refused', () => {
    const order = 'monthFirst' as const;
    expect(readDateCell('03/04/1975', { order })).toEqual({ value: '1975-03-04' });
    expect(readDateCell('12/31/1980 0:00', { order })).toEqual({ value: '1980-12-31' });
    expect(readDateCell('1975-03-04', { order })).toEqual({ value: '1975-03-04' });
    expect(readDateCell('4 Mar 1975', { order })).toEqual({ value: '1975-03-04' });
    expect(readDateCell('31/12/1980', { order })).toEqual({
      problem: expect.stringContaining('no month first'),
    });
    expect(readDateCell('12/31/1980')).toEqual({ problem: expect.stringContaining('no day first') });
  });

  it.each([
    ['since1900', '1985-11-21'],
    ['since1904', '1989-11-22'],
  ] as const)('whose numbers are days %s is read by them', (numbering, value) => {
    expect(readDateCell('31372', { numbering })).toEqual({ value });
  });

  it('whose numbers are no dates has rows refused', () => {
    expect(readDateCell('31372', { numbering: 'noDates' })).toHaveProperty('problem');
  });

  it('reads every date back in the order in which it was written', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60_000 }), fc.boolean(), (days, isMonthFirst) => {
        const date = addDays('1900-01-01', days);
        const [year, month, day] = date.split('-');
        const text = isMonthFirst ? `${month}/${day}/${year}` : `${day}/${month}/${year}`;
        const order = isMonthFirst ? 'monthFirst' : 'dayFirst';
        expect(parseDateInput(text, order)).toEqual({ ok: true, value: date });
        expect([order, 'either']).toContain(findDateOrder(text));
      }),
    );
  });
});
