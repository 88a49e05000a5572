import type { z } from 'zod';
import { type activityFilters, listActivities as listEndpoint } from '#contract/activities.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { activityCursors, getSearch, type ListFilters, listPage, type Sort } from './list-store.ts';
import type { ActivitiesDeps } from './queries.ts';

const handler = handlersFor<ActivitiesDeps>();

type Filters = z.output<typeof activityFilters>;

/** Filters without blanks, with `me` resolved and the default order: newest first. */
export function resolveFilters(
  { q, sort, status, type, risk, assignee, clientId, recheck }: Filters,
  memberId: string,
): { filters: ListFilters; sort: Sort; text: string | undefined } {
  return {
    filters: { status, type, risk, clientId, recheck, assignee: assignee === 'me' ? memberId : assignee },
    sort: sort ?? 'newest',
    text: q?.trim() || undefined,
  };
}

/** GET /activities, with the board's counts. @throws `request.invalid` for a cursor of another list */
export const listActivities = handler(listEndpoint, async (deps, { query }, caller) => {
  const { filters, sort, text } = resolveFilters(query, caller.member.id);
  const list = { ...filters, q: text, sort };
  const place = query.cursor === undefined ? undefined : activityCursors.read(list, query.cursor);
  const { items, more, total, byStatus } = await asTenant(deps.db, caller.company.id, async (trx) => {
    const search = text === undefined ? undefined : await getSearch(trx, text);
    return listPage(trx, { filters, sort, search, place, limit: query.limit });
  });
  return {
    items,
    ...activityCursors.beside(list, { rows: items, place, more }),
    total,
    byStatus,
  };
});
