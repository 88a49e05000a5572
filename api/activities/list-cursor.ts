import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isCalendarDate } from '#rules/calendar-dates.ts';
import { refuse } from '../http/problems.ts';

/** The row that a page begins after (forward) or ends before (backward), and the list that it belongs to. */
const cursorShape = z.object({
  /** Fingerprint of filters and order: a place in one list means nothing in another. */
  list: z.string(),
  backward: z.boolean(),
  id: z.uuid(),
  dueOn: z.string().refine(isCalendarDate).nullable(),
});

export type Place = Omit<z.infer<typeof cursorShape>, 'list'>;

/** Everything that makes one list another one: filters, search text and order. */
export type ListKey = Readonly<Record<string, string | undefined>>;

function fingerprint(list: ListKey): string {
  const chosen = Object.entries(list).filter(([, value]) => value !== undefined);
  const text = JSON.stringify(chosen.sort(([a], [b]) => (a < b ? -1 : 1)));
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}

/** A place in the list of these filters as opaque text for a URL. */
export function writeCursor(list: ListKey, { backward, id, dueOn }: Place): string {
  return Buffer.from(JSON.stringify([fingerprint(list), backward, id, dueOn])).toString('base64url');
}

function parsed(cursor: string): z.infer<typeof cursorShape> | undefined {
  if (!/^[\w-]+$/.test(cursor)) return undefined;
  try {
    const [list, backward, id, dueOn] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return cursorShape.safeParse({ list, backward, id, dueOn }).data;
  } catch {
    return undefined;
  }
}

/** The place that a cursor stands for. Refuses with `request.invalid` anything that was not written for this list. */
export function readCursor(list: ListKey, cursor: string): Place {
  const place = parsed(cursor);
  if (place === undefined || place.list !== fingerprint(list)) {
    throw refuse('request.invalid', {
      fields: { cursor: ['This page is not part of the list any more. Start again from the first page.'] },
    });
  }
  return place;
}
