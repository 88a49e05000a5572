import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readOtherBirthDates } from '#api/records/screening-lists/parsing/other-birth-dates.ts';
import { readBirthDate } from '#api/records/screening-lists/parsing/partial-dates.ts';

const listDay = '2026-02-27';
const read = (text: string) =>
  readOtherBirthDates(text, listDay)?.map((date) => ('on' in date ? date.on : `${date.from} to ${date.to}`));

describe('dates of birth in forms that lists do not use', () => {
  test.each([
    ['07/04/62', ['1962-04-07']],
    ['7.4.62', ['1962-04-07']],
    ['7-4-62', ['1962-04-07']],
    ['7 4 1962', ['1962-04-07']],
    ['07/04/12', ['2012-04-07']],
    ['27/02/26', ['2026-02-27']],
    ['28/02/26', ['1926-02-28']],
    ['23-Apr-68', ['1968-04-23']],
    ['23 April 68', ['1968-04-23']],
    ['23Apr1968', ['1968-04-23']],
    ['23/Apr/68', ['1968-04-23']],
    ['Apr-68', ['1968-04']],
    ['5/06/1953   15/06/1953', ['1953-06-05', '1953-06-15']],
    ['5/06/1953 15/06/1953', ['1953-06-05', '1953-06-15']],
    ['01/10/1983,15/10/1983', ['1983-10-01', '1983-10-15']],
    ['01/10/1983 & 15/10/1983', ['1983-10-01', '1983-10-15']],
    ['01/10/83, 15/10/83, 16/10/83', ['1983-10-01', '1983-10-15', '1983-10-16']],
    ['1 Oct 1983, 15 Oct 1983', ['1983-10-01', '1983-10-15']],
    ['1983-10-01 1983-10-15', ['1983-10-01', '1983-10-15']],
    ['5/06/1953/15/06/1953', ['1953-06-05', '1953-06-15']],
    ['1962, 1963', ['1962', '1963']],
    ['10/061962', ['1962-06-10']],
    ['1006/1962', ['1962-06-10']],
    ['10061962', ['1962-06-10']],
    ['1/061962', ['1962-06-01']],
    ['19620610', ['1962-06-10']],
    ['10//06/1962', ['1962-06-10']],
    ['10 / 06 / 1962', ['1962-06-10']],
    ['1962/06/10', ['1962-06-10']],
    ['1962-6-1', ['1962-06-01']],
    ['07/25/1962', ['1962-07-25']],
    ['7/04/1962 12:00:00 AM', ['1962-04-07']],
    ['1962-04-07 00:00:00', ['1962-04-07']],
    ['DOB: 7/04/62', ['1962-04-07']],
    ['between 07/04/62 and 09/04/62', ['1962-04-07 to 1962-04-09']],
  ])('%s', (text, dates) => {
    expect(read(text)).toEqual(dates);
  });

  test.each([
    ['31/02/62'],
    ['32/01/1962'],
    ['unknown'],
    ['nineteen sixty'],
    ['070462'],
    ['5/06/1953 and later'],
    ['5/06/1953 31/06/1953'],
    ['1/2/3'],
    [''],
  ])('%s is not a date', (text) => {
    expect(read(text)).toBeUndefined();
  });

  test('never throw, take no longer than their length, and only ever read real days', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Za-z/.,;& -]{0,60}$/), (text) => {
        for (const date of readOtherBirthDates(text, listDay) ?? [])
          expect(readBirthDate('on' in date ? date.on : date.from)).toBeDefined();
      }),
    );
  });

  test('two digits are the year that was not later than the list’s day', () => {
    const day = fc.date({
      min: new Date('1927-01-01T00:00:00Z'),
      max: new Date('2026-02-27T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(day, (date) => {
        const iso = date.toISOString().slice(0, 10);
        // Days of this century's first years are also days of the last one's: the later reading is right by the rule.
        const [year = '', month, dayOfMonth] = iso.split('-');
        const later = `20${year.slice(2)}-${month}-${dayOfMonth}`;
        const isReal = Number.isFinite(Date.parse(later)) && new Date(later).toISOString().startsWith(later);
        const expected = isReal && later <= listDay ? later : `19${iso.slice(2)}`;
        expect(read(`${dayOfMonth}/${month}/${year.slice(2)}`)).toEqual([expected]);
      }),
    );
  });
});
