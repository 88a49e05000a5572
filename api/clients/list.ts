import type { ClientFilters, ClientListItem, ClientPage } from '#contract/clients.ts';
import { addDays, type CalendarDate } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import { asTenant, readAsTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { viewsOfList } from '../saved-views/service.ts';
import { readCursor, writeCursor } from './list-cursor.ts';
import { type ListFilters, type ListRow, pageOf, pageQuery, type Sort } from './list-store.ts';
import { surroundingsQuery } from './list-surroundings.ts';
import type { LongLists } from './long-lists.ts';
import { searchQueriesOf } from './search-query.ts';
import type { ClientsDeps } from './service.ts';

/** Days ahead that a review counts as due soon. */
const soonDays = 30;

function reviewDays(
  review: ClientFilters['review'],
  today: CalendarDate,
): Pick<ListFilters, 'reviewFrom' | 'reviewTo'> {
  if (review === 'overdue') return { reviewTo: addDays(today, -1) };
  return review === 'due30' ? { reviewFrom: today, reviewTo: addDays(today, soonDays) } : {};
}

/**
 * Filters with the blanks taken out, `me` and the days of a review resolved for whoever asks, and an order chosen: by likeness for
 * a search, else by name.
 */
export function resolveFilters(
  { q, sort, responsible, kind, type, status, risk, cdd, review }: ClientFilters,
  { member, company }: MemberCaller,
  now: Date,
): { filters: ListFilters; sort: Sort; text: string | undefined } {
  const text = q?.trim() || undefined;
  // An order by likeness left over from a search that was cleared is the order by name.
  const chosen = text === undefined && sort === 'best' ? undefined : sort;
  return {
    filters: {
      kind,
      type,
      status,
      responsible: responsible === 'me' ? member.id : responsible,
      risk,
      cdd,
      ...reviewDays(review, companyDay(now, company.timeZone)),
    },
    sort: chosen ?? (text === undefined ? 'name' : 'best'),
    text,
  };
}

/** The item as the wire has it. */
export function listItemOf({ sortName: _sortName, score: _score, ...item }: ListRow): ClientListItem {
  return item;
}

/** One page of clients; refuses with `request.invalid` a cursor that is not of this list. */
export async function listClients(
  deps: ClientsDeps & { longLists: LongLists },
  caller: MemberCaller,
  query: ClientFilters & { cursor?: string; limit: number },
): Promise<ClientPage> {
  const { filters, sort, text } = resolveFilters(query, caller, deps.now());
  const listOf = { ...filters, q: text, sort };
  const place = query.cursor === undefined ? undefined : readCursor(listOf, query.cursor);
  const companyId = caller.company.id;
  const search =
    text === undefined
      ? undefined
      : (await asTenant(deps.db, companyId, (trx) => searchQueriesOf(trx, [text])))[0];
  const isKnownLong = deps.longLists.has(companyId, filters);
  const wanted = { filters, sort, search, place, limit: query.limit, isKnownLong };
  const [listed, [surroundings]] = await readAsTenant(deps.db, companyId, [
    pageQuery(deps.db, wanted),
    surroundingsQuery(deps.db, caller.member.id),
  ]);
  if (surroundings === undefined) throw new Error('A SELECT without FROM has one row');
  const { rows, more, total } = pageOf(listed, wanted);
  if (text === undefined && total.capped) deps.longLists.add(companyId, filters);
  const [first, last] = [rows[0], rows.at(-1)];
  const backward = place?.backward ?? false;
  // Where the walk came from there was a row, so that the way back is open.
  const hasNext = backward ? place !== undefined : more;
  const hasPrevious = backward ? more : place !== undefined;
  return {
    items: rows.map(listItemOf),
    nextCursor: hasNext && last ? writeCursor(listOf, { ...last, backward: false }) : null,
    previousCursor: hasPrevious && first ? writeCursor(listOf, { ...first, backward: true }) : null,
    total,
    people: surroundings.people,
    savedViews: viewsOfList(deps, caller, surroundings.views),
  };
}
