import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { RankKey, RankRange } from '../database/keyset.ts';
import { invalid } from './api-error.ts';

/** Everything that identifies a list: filters, search text and order. */
export type ListKey = Readonly<Record<string, string | undefined>>;

/** Fingerprint of filters and order: a cursor is valid for one list only. */
function fingerprint(list: ListKey): string {
  const chosen = Object.entries(list).filter(([, value]) => value !== undefined);
  const text = JSON.stringify(chosen.sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

function parseArray(cursor: string): unknown[] | undefined {
  if (!/^[\w-]+$/.test(cursor)) return undefined;
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(values) ? values : undefined;
  } catch {
    return undefined;
  }
}

/** Text of a sort key. PostgreSQL accepts neither NUL nor lone surrogates. */
export const keyText = z
  .string()
  .max(400)
  .refine((text) => !/[\0\p{Cs}]/u.test(text));

/** The row after which a page starts (forward) or before which it ends (backward). */
export type Place<Key> = Key & { backward: boolean };

/**
 * Cursors of a list that is paged in both directions. A cursor contains a row’s key and is not secret: access is still
 * subject to the company’s policies.
 *
 * @param keyShape the key’s values in order.
 * @param isPlace whether the values together can be a place in the list, where each by itself does not tell.
 */
export function listCursors<Shape extends z.ZodRawShape>(
  keyShape: Shape,
  isPlace: (place: Place<{ [Name in keyof Shape]: z.output<Shape[Name]> }>) => boolean = () => true,
) {
  type Key = { [Name in keyof Shape]: z.output<Shape[Name]> };
  const names = Object.keys(keyShape);
  const key = z.object(keyShape) as unknown as z.ZodType<Key>;
  const start = z.tuple([z.string(), z.boolean()]);

  /** A position in a list as opaque URL text, at most 1,000 characters. */
  function write(list: ListKey, row: Key, backward: boolean): string {
    const values = names.map((name) => row[name as keyof Key]);
    const text = JSON.stringify([fingerprint(list), backward, ...values]);
    return Buffer.from(text).toString('base64url');
  }

  /**
   * Parses a cursor of the query parameter `field`.
   * @throws `request.invalid` on this field if it was not created for this list.
   */
  function read(list: ListKey, cursor: string, field = 'cursor'): Place<Key> {
    const [of, backward, ...values] = parseArray(cursor) ?? [];
    const parsed = start.safeParse([of, backward]);
    const place = key.safeParse(Object.fromEntries(names.map((name, index) => [name, values[index]])));
    if (parsed.success && place.success && parsed.data[0] === fingerprint(list)) {
      const found = { ...place.data, backward: parsed.data[1] };
      if (isPlace(found)) return found;
    }
    throw invalid('This page is no longer available. Go back to the first page.', field);
  }

  /** Cursors of the next and previous pages. `more`: whether there were further rows in the direction read. */
  function beside(
    list: ListKey,
    { rows, place, more }: { rows: readonly Key[]; place: Place<Key> | undefined; more: boolean },
  ): { nextCursor: string | null; previousCursor: string | null } {
    const [first, last] = [rows[0], rows.at(-1)];
    const isBackward = place?.backward ?? false;
    // There was a row at the starting position, so the way back exists.
    const hasNext = isBackward ? place !== undefined : more;
    const hasPrevious = isBackward ? more : place !== undefined;
    return {
      nextCursor: hasNext && last !== undefined ? write(list, last, false) : null,
      previousCursor: hasPrevious && first !== undefined ? write(list, first, true) : null,
    };
  }

  /**
   * A page of rows that were read with `LIMIT limit + 1` from a place in its direction: its rows in the list’s order, and its cursors.
   */
  function page<Row>(
    list: ListKey,
    { found, limit, place }: { found: readonly Row[]; limit: number; place: Place<Key> | undefined },
    toKey: (row: Row) => Key,
  ): { rows: Row[]; nextCursor: string | null; previousCursor: string | null } {
    const rows = found.slice(0, limit);
    if (place?.backward) rows.reverse();
    return { rows, ...beside(list, { rows: rows.map(toKey), place, more: found.length > limit }) };
  }

  return { write, read, beside, page };
}

const rankCursors = listCursors({ rank: z.number().int().min(1).max(4), id: z.uuid() });

/**
 * Reads a page of a ranked list: its rows in the list's order, and its cursors.
 * @param query the list's name, its cursor with the query parameter it came in, and the rows of a page.
 * @throws `request.invalid` on `field` for a cursor of another list.
 */
export async function readRankedPage<Row>(
  { list, field, cursor, limit }: { list: string; field: string; cursor: string | undefined; limit: number },
  read: (range: RankRange) => Promise<readonly Row[]>,
  toKey: (row: Row) => RankKey,
): Promise<{ rows: Row[]; nextCursor: string | null; previousCursor: string | null }> {
  const place = cursor === undefined ? undefined : rankCursors.read({ list }, cursor, field);
  const found = await read({ place, limit: limit + 1 });
  return rankCursors.page({ list }, { found, limit, place }, toKey);
}
