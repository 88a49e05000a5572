import { describe, expect, it } from 'vitest';
import {
  type ClientDates,
  impossibleDates,
  ownBirthDateProblem,
  unlikelyDates,
} from '#rules/clients/plausible-dates.ts';

const today = '2026-11-30';
const born = (date: string): ClientDates => ({ 'individual.dateOfBirth': date });
const formed = (date: string): ClientDates => ({ 'business.incorporatedOn': date });
const since = (date: string): ClientDates => ({ relationshipStartedOn: date });

describe('dates of a client', () => {
  it.each([
    [born('2026-12-01'), 'Date of birth must be in the past'],
    [born('2085-03-12'), 'Date of birth must be in the past'],
    [born(today), 'Date of birth must be in the past'],
    [born('9999-12-31'), 'Date of birth must be in the past'],
    [formed('2026-12-01'), 'Date of formation must not be in the future'],
    [formed('2062-01-31'), 'Date of formation must not be in the future'],
    [since('2026-12-01'), '“Client since” must not be in the future'],
    [since('2202-06-01'), '“Client since” must not be in the future'],
  ])('%o is impossible', (dates, sentence) => {
    expect(Object.values(impossibleDates(dates, today))).toEqual([[sentence]]);
    expect(unlikelyDates(dates, today)).toEqual([]);
  });

  it.each([
    [born('1905-11-30'), 'individual.dateOfBirth'],
    [born('1885-03-12'), 'individual.dateOfBirth'],
    [born('0085-03-12'), 'individual.dateOfBirth'],
    [formed('1725-11-30'), 'business.incorporatedOn'],
    [formed('0202-01-01'), 'business.incorporatedOn'],
    [since('1900-01-01'), 'relationshipStartedOn'],
    [since('0021-07-01'), 'relationshipStartedOn'],
  ])('%o is likely mistyped', (dates, field) => {
    expect(impossibleDates(dates, today)).toEqual({});
    const [question, ...others] = unlikelyDates(dates, today);
    expect(others).toEqual([]);
    expect(question).toEqual({
      field,
      text: expect.stringMatching(/, is more than \d+ years ago\. Check it/),
    });
  });

  it.each([
    born('2026-11-29'),
    born('1906-11-30'),
    born('1906-02-28'),
    formed(today),
    formed('1726-11-30'),
    since(today),
    since('1950-01-01'),
    {},
  ])('%o is plausible', (dates) => {
    expect(impossibleDates(dates, today)).toEqual({});
    expect(unlikelyDates(dates, today)).toEqual([]);
  });

  it('all appear at once', () => {
    const dates = { ...born('2030-01-01'), ...since('2031-01-01') };
    expect(Object.keys(impossibleDates(dates, today))).toEqual([
      'individual.dateOfBirth',
      'relationshipStartedOn',
    ]);
  });

  it('entered by people for themselves are refused where staff confirm them', () => {
    expect(ownBirthDateProblem(today, today)).toBe('Date of birth must be in the past');
    expect(ownBirthDateProblem('1899-12-31', today)).toBe(
      'Date of birth is more than 120 years ago. Check the year',
    );
    expect(ownBirthDateProblem('1984-02-29', today)).toBeNull();
  });
});
