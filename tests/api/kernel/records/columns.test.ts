import { describe, expect, it } from 'vitest';
import { selected, toColumns } from '#api/kernel/records/columns.ts';

const columns = { from: 'origin', period: 'period' } as const;

describe('columns by their names on the wire', () => {
  it('are selected under those names', () => {
    expect(selected('l', columns)).toEqual(['l.origin as from', 'l.period as period']);
  });

  it('store what is absent as null, and nothing that is no column', () => {
    const values: { from: string; period?: string; documentIds: string[] } = {
      from: 'Salary',
      documentIds: ['a'],
    };
    expect(toColumns(columns, values)).toEqual({ origin: 'Salary', period: null });
    expect(toColumns(columns, { from: 'Salary', period: '2026' })).toEqual({
      origin: 'Salary',
      period: '2026',
    });
  });
});
