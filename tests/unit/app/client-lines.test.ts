import { expect, test } from 'vitest';
import { parseClientRows } from '#app/routes/clients/list/client-row.tsx';
import { writeLines } from '#app/routes/clients/list/client-rows.server.ts';
import type { ClientListItem } from '#contract/clients/client-record.ts';

const item = {
  id: '01980000-0000-7000-8000-000000000001',
  version: 3,
  kind: 'individual',
  clientType: 'individual',
  displayName: 'Mārama "Ngaio" \\ Ālebourne',
  status: 'active',
  riskLevel: 'high',
  cddLevel: 'enhanced',
  cddStatus: 'inProgress',
  pepStatus: 'none',
  sanctions: 'prohibited',
  nextReviewDueOn: '2026-03-01',
  responsible: { id: '01980000-0000-7000-8000-000000000002', name: 'Ola Sampleton' },
} as unknown as ClientListItem;

const bare = {
  ...item,
  id: '01980000-0000-7000-8000-000000000003',
  displayName: 'One\tname\nover lines',
  riskLevel: null,
  cddLevel: null,
  nextReviewDueOn: null,
  responsible: null,
} as unknown as ClientListItem;

test('the page reads every value of a row unchanged', () => {
  expect(parseClientRows(writeLines([item, bare], '2026-03-02', false))).toEqual([
    {
      id: item.id,
      name: 'Mārama "Ngaio" \\ Ālebourne',
      sanctions: 'prohibited',
      type: 'Individual',
      status: 'Active',
      risk: 'high',
      cdd: 'Enhanced, in progress',
      pep: 'No',
      review: '1 Mar 2026',
      overdue: 'overdue',
      responsible: 'Ola Sampleton',
      tick: '',
    },
    expect.objectContaining({ id: bare.id, name: 'One name over lines', risk: '', review: '', overdue: '' }),
  ]);
});

test('an empty list stays empty', () => {
  expect(parseClientRows(writeLines([], '2026-03-02', false))).toEqual([]);
});

test('a list in selection mode has what its checkboxes post', () => {
  const [line] = parseClientRows(writeLines([item], '2026-03-01', true));
  expect(line?.tick).not.toBe('');
  expect(line?.overdue).toBe('');
});
