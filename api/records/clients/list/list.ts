import type { ClientFilters, ClientListItem } from '#contract/clients/client-record.ts';
import { listClients as listEndpoint } from '#contract/clients/clients.ts';
import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { handlersFor } from '../../../kernel/command/handler.ts';
import { asTenant, readAsTenant } from '../../../kernel/database/tenancy.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import { toListViews } from '../../saved-views/queries.ts';
import type { ClientsDeps } from '../record/queries.ts';
import type { ListCountCache } from './list-count-cache.ts';
import { clientCursors, type ListFilters, type ListRow, pageQuery, type Sort, toPage } from './list-store.ts';
import { listContextQuery } from './list-surroundings-store.ts';
import { getSearchQueries } from './search-query.ts';

/** Days ahead for which a review counts as due soon. */
const soonDays = 30;

function reviewDays(
  review: ClientFilters['review'],
  today: CalendarDate,
): Pick<ListFilters, 'reviewFrom' | 'reviewTo'> {
  if (review === 'overdue') return { reviewTo: addDays(today, -1) };
  return review === 'due30' ? { reviewFrom: today, reviewTo: addDays(today, soonDays) } : {};
}

/**
 * Filters without blanks, with `me` and review dates resolved for the caller, and the default order: by similarity for
 * a search, else by name.
 */
export function resolveFilters(
  query: ClientFilters,
  { member, company }: MemberCaller,
  now: Date,
): { filters: ListFilters; sort: Sort; text: string | undefined } {
  const { q, sort, responsible, kind, type, status, risk, cdd, decided, review, origin, monitoring } = query;
  const text = q?.trim() || undefined;
  // An order by score left over from a cleared search is replaced by the order by name.
  const chosen = text === undefined && sort === 'best' ? undefined : sort;
  return {
    filters: {
      kind,
      type,
      status,
      responsible: responsible === 'me' ? member.id : responsible,
      risk,
      cdd,
      decided,
      origin,
      monitoring,
      ...reviewDays(review, companyDay(now, company.timeZone)),
    },
    sort: chosen ?? (text === undefined ? 'name' : 'best'),
    text,
  };
}

/** The item as the wire has it. */
export function toListItem({ sortName: _sortName, score: _score, ...item }: ListRow): ClientListItem {
  return item;
}

/** The list of clients remembers between requests which of its pages are long. */
export type ClientListDeps = ClientsDeps & { longLists: ListCountCache };

/** GET /clients: one page of them. @throws `request.invalid` for a cursor of another list */
export const listClients = handlersFor<ClientListDeps>()(listEndpoint, async (deps, { query }, caller) => {
  const { filters, sort, text } = resolveFilters(query, caller, deps.now());
  const getList = { ...filters, q: text, sort };
  const place = query.cursor === undefined ? undefined : clientCursors.read(getList, query.cursor);
  const companyId = caller.company.id;
  const search =
    text === undefined
      ? undefined
      : (await asTenant(deps.db, companyId, (trx) => getSearchQueries(trx, [text])))[0];
  const isKnownLong = deps.longLists.has(companyId, filters);
  const wanted = { filters, sort, search, place, limit: query.limit, isKnownLong };
  const [listed, [surroundings]] = await readAsTenant(deps.db, companyId, [
    pageQuery(deps.db, wanted),
    listContextQuery(deps.db, caller.member.id),
  ]);
  if (surroundings === undefined) throw new Error('A SELECT without FROM has one row');
  const { rows, more, total } = toPage(listed, wanted);
  if (text === undefined && total.capped) deps.longLists.add(companyId, filters);
  return {
    items: rows.map(toListItem),
    ...clientCursors.beside(getList, { rows, place, more }),
    total,
    people: surroundings.people,
    savedViews: toListViews(deps, caller, surroundings.views),
  };
});
