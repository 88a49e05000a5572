import { expect, it } from 'vitest';
import { listNotes } from '#app/components/risk/country-list-notes.ts';

const asAt = '2026-06-19';

it('says which lists name the answer’s countries, and which do not', () => {
  expect(
    listNotes([
      { key: 'callForAction', asAt, countries: [] },
      { key: 'increasedMonitoring', asAt, countries: ['IRN', 'PRK'] },
      { key: 'firm', asAt, countries: [] },
    ]),
  ).toEqual([
    'On none of: FATF call for action, Internal list of countries, as at 19 Jun 2026',
    'On FATF increased monitoring, as at 19 Jun 2026: Iran, North Korea',
  ]);
});

it('says of lists without a recorded finding only that they were checked, one sentence per date', () => {
  expect(
    listNotes([
      { key: 'callForAction', asAt },
      { key: 'increasedMonitoring', asAt },
      { key: 'firm', asAt: '2026-11-01' },
    ]),
  ).toEqual([
    'Checked against: FATF call for action, FATF increased monitoring, as at 19 Jun 2026',
    'Checked against: Internal list of countries, as at 1 Nov 2026',
  ]);
});
