import type { z } from 'zod';
import type { activityFilters, listActivities as listEndpoint } from '#contract/activities.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { readCursor, writeCursor } from './list-cursor.ts';
import { type ListFilters, listPage, type Sort, searchOf } from './list-store.ts';
import type { ActivitiesDeps } from './service.ts';

type Filters = z.output<typeof activityFilters>;

/** Filters with the blanks taken out, `me` resolved and an order chosen: the newest first. */
export function resolveFilters(
  { q, sort, status, type, risk, assignee, clientId }: Filters,
  memberId: string,
): { filters: ListFilters; sort: Sort; text: string | undefined } {
  return {
    filters: { status, type, risk, clientId, assignee: assignee === 'me' ? memberId : assignee },
    sort: sort ?? 'newest',
    text: q?.trim() || undefined,
  };
}

/** One page of activities with the board's counts; refuses with `request.invalid` a cursor that is not of this list. */
export async function listActivities(
  deps: ActivitiesDeps,
  caller: MemberCaller,
  query: Filters & { cursor?: string; limit: number },
): Promise<z.output<typeof listEndpoint.answer>> {
  const { filters, sort, text } = resolveFilters(query, caller.member.id);
  const list = { ...filters, q: text, sort };
  const place = query.cursor === undefined ? undefined : readCursor(list, query.cursor);
  const { items, more, total, byStatus } = await asTenant(deps.db, caller.company.id, async (trx) => {
    const search = text === undefined ? undefined : await searchOf(trx, text);
    return listPage(trx, { filters, sort, search, place, limit: query.limit });
  });
  const [first, last] = [items[0], items.at(-1)];
  const backward = place?.backward ?? false;
  // Where the walk came from there was a row, so that the way back is open.
  const hasNext = backward ? place !== undefined : more;
  const hasPrevious = backward ? more : place !== undefined;
  return {
    items,
    nextCursor:
      hasNext && last ? writeCursor(list, { id: last.id, dueOn: last.dueOn, backward: false }) : null,
    previousCursor:
      hasPrevious && first ? writeCursor(list, { id: first.id, dueOn: first.dueOn, backward: true }) : null,
    total,
    byStatus,
  };
}
