import { expect, it } from 'vitest';
import { findHeadingRow, toHeadings } from '#rules/clients/client-import-headings.ts';

it.each([
  ['of MYOB, below its braces', [['{}'], ['Co./Last Name', 'First Name', 'Phone'], ['Sample', 'Ana', '']], 2],
  ['below a title and a blank row', [['Client list'], [], ['Surname', 'Given names'], ['Sample', 'Ana']], 3],
  [
    'below a title and its date',
    [
      ['Clients', '3 May 2026'],
      ['Name', 'Email'],
      ['Ana Sample', 'a@b.test'],
    ],
    2,
  ],
  [
    'below groups of headings',
    [
      ['Person', '', 'Contact'],
      ['First name', 'Surname', 'Email'],
      ['Ana', 'Sample', ''],
    ],
    2,
  ],
  [
    'in row 1',
    [
      ['Surname', 'Given names'],
      ['Company', 'Owner'],
      ['x', 'y'],
    ],
    1,
  ],
  [
    'in row 1, though unknown',
    [
      ['Naam', 'Straat'],
      ['Company', 'Utrecht'],
    ],
    1,
  ],
  ['unknown below a title', [['Klanten'], [], ['Naam', 'Straat'], ['Sample', 'Rata 8']], 3],
  ['of one column', [['Name'], ['Ana Sample']], 1],
  ['below blank rows', [[], [' '], ['Name', 'Email']], 3],
  ['below nine rows of a report', [...Array.from({ length: 9 }, () => ['Report']), ['Name', 'Email']], 10],
])('finds the headings %s', (_where, rows, number) => {
  expect(findHeadingRow(rows)).toBe(number);
});

it('finds none among blank rows, or below the tenth', () => {
  expect(findHeadingRow([[], ['', ' ']])).toBeUndefined();
  const late = [...Array.from({ length: 10 }, () => ['Report']), ['Name', 'Email']];
  expect(findHeadingRow(late)).toBe(1);
});

it('names blank headings by their position', () => {
  expect(toHeadings(['Name', ' ', 'x'.repeat(300)], 4)).toEqual([
    'Name',
    'Column 2',
    'x'.repeat(200),
    'Column 4',
  ]);
});
