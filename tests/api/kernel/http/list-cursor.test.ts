import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { keyText, listCursors } from '#api/kernel/http/list-cursor.ts';

const cursors = listCursors({ id: z.uuid(), name: keyText });
const list = { status: 'active', sort: 'name', q: undefined };
const row = { id: '0190a0b0-0000-7000-8000-000000000000', name: 'edfield, nisha' };
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('list cursors', () => {
  it('point to the place that they were created for, in any order of filters', () => {
    for (const backward of [true, false]) {
      const cursor = cursors.write(list, row, backward);
      expect(cursors.read({ sort: 'name', status: 'active' }, cursor)).toEqual({ ...row, backward });
    }
  });

  it.each([
    ['another list', cursors.write({ ...list, status: 'dormant' }, row, false)],
    ['no text of a cursor', 'a b'],
    ['no JSON', Buffer.from('[').toString('base64url')],
    ['no array', encode({ id: row.id })],
    ['no id', encode(['x', false, 'none', 'name'])],
    ['half a character', cursors.write(list, { ...row, name: '\ud800' }, false)],
    ['a NUL', cursors.write(list, { ...row, name: 'a\0' }, false)],
    ['nothing', ''],
  ])('are rejected: %s', (_, cursor) => {
    expect(() => cursors.read(list, cursor)).toThrow();
  });

  it('return the previous page where there is one, and the next where there are more rows', () => {
    const place = { ...row, backward: false };
    const rows = [row];
    const none = { nextCursor: null, previousCursor: null };
    expect(cursors.beside(list, { rows, place: undefined, more: false })).toEqual(none);
    expect(cursors.beside(list, { rows: [], place, more: true })).toEqual(none);
    const next = cursors.write(list, row, false);
    const previous = cursors.write(list, row, true);
    expect(cursors.beside(list, { rows, place: undefined, more: true })).toEqual({
      ...none,
      nextCursor: next,
    });
    expect(cursors.beside(list, { rows, place, more: false })).toEqual({ ...none, previousCursor: previous });
    const back = { ...place, backward: true };
    expect(cursors.beside(list, { rows, place: back, more: false })).toEqual({ ...none, nextCursor: next });
  });
});
