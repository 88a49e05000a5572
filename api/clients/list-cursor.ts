import { createHash } from 'node:crypto';
import { z } from 'zod';
import { refuse } from '../http/problems.ts';

/** The row that a page begins after (forward) or ends before (backward), and the list that it belongs to. */
const cursorShape = z.object({
  /** Fingerprint of filters and order: a place in one list means nothing in another. */
  list: z.string(),
  backward: z.boolean(),
  id: z.uuid(),
  sortName: z.string().max(400),
  score: z.number(),
});

export type Place = Omit<z.infer<typeof cursorShape>, 'list'>;

/** Everything that makes one list another one: filters, search text and order. */
export type ListKey = Readonly<Record<string, string | undefined>>;

function fingerprint(list: ListKey): string {
  const chosen = Object.entries(list).filter(([, value]) => value !== undefined);
  const text = JSON.stringify(chosen.sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

/** A place in the list of these filters as opaque text for a URL, at most 1,000 characters. */
export function writeCursor(filters: ListKey, { backward, id, sortName, score }: Place): string {
  return Buffer.from(JSON.stringify([fingerprint(filters), backward, id, sortName, score])).toString(
    'base64url',
  );
}

function parsed(cursor: string): z.infer<typeof cursorShape> | undefined {
  if (!/^[\w-]+$/.test(cursor)) return undefined;
  try {
    const [list, backward, id, sortName, score] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const checked = cursorShape.safeParse({ list, backward, id, sortName, score });
    // PostgreSQL takes neither NUL nor half a character.
    if (!checked.success || /[\0\p{Cs}]/u.test(checked.data.sortName)) return undefined;
    return checked.data;
  } catch {
    return undefined;
  }
}

/**
 * The place that a cursor stands for. It names a row's sort key and is not secret: what it leads to is read under the company's
 * own policy.
 *
 * @throws a refusal `request.invalid` on the field `cursor` for anything that `writeCursor` did not write for this list.
 */
export function readCursor(filters: ListKey, cursor: string): Place {
  const place = parsed(cursor);
  if (place === undefined || place.list !== fingerprint(filters)) {
    throw refuse('request.invalid', {
      fields: { cursor: ['This page is not part of the list any more. Start again from the first page.'] },
    });
  }
  return place;
}
