import { data, type MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { type ClientPage, listClients } from '#contract/clients.ts';
import type { Problem } from '#contract/errors.ts';
import { RecordTable, shownText } from '../../components/table.tsx';
import { asMember } from '../../session.server.ts';
import { ClientFilterForm, FilterChips, KindTabs } from './client-filter-form.tsx';
import { filtersFromUrl, queryOf } from './client-filters.ts';
import { writeLines } from './client-lines.server.ts';
import { type ClientLine, ClientRow } from './client-row.tsx';
import { calendarDayOf } from './instant-text.server.ts';
import { mayWriteClients } from './may-write.server.ts';

export const meta: MetaFunction = () => [{ title: 'Clients – Assay' }];

export const loader = asMember(async ({ api, me, url }) => {
  const filters = filtersFromUrl(url.searchParams);
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const [session, listed] = await Promise.all([
    me(),
    api.submit(listClients, { query: { ...filters, cursor } }),
  ]);
  const { timeZone } = session.company;
  const page = listed.ok ? listed.value : emptyPage;
  const shown = {
    filters,
    problem: listed.ok ? null : problemText(listed.problem),
    total: page.total,
    lines: writeLines(page.items, calendarDayOf(new Date(), timeZone)),
    nextHref: page.nextCursor && queryOf(filters, { cursor: page.nextCursor }),
    previousHref: page.previousCursor && queryOf(filters, { cursor: page.previousCursor }),
    members: page.people,
    mayWrite: mayWriteClients(session),
  };
  return data(shown, { status: listed.ok ? 200 : listed.problem.status });
});

const emptyPage: ClientPage = {
  items: [],
  nextCursor: null,
  previousCursor: null,
  total: { count: 0, capped: false },
  people: [],
};

/** Why a list cannot be shown: its search is typed by people, all else comes from links. */
function problemText({ fields = {}, detail, title }: Problem): string {
  if (fields.q) return fields.q.join(' ');
  if (fields.cursor) return 'This page of the list is not there any more. Start from the first page.';
  return Object.keys(fields).length > 0
    ? 'This link asks for a filter that does not exist.'
    : (detail ?? `${title}.`);
}

export default function Clients() {
  const { filters, problem, lines, total, nextHref, previousHref, members, mayWrite } =
    useLoaderData<typeof loader>();
  const rows = JSON.parse(lines) as ClientLine[];
  const isFiltered = Object.keys(filters).some((name) => name !== 'sort');
  const direction = filters.sort === '-name' ? 'descending' : filters.sort === 'name' ? 'ascending' : 'none';
  const isByName = filters.sort === undefined && filters.q === undefined;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Clients</h1>
        {mayWrite ? (
          <Link to="/clients/create" className="button button-primary">
            New client
          </Link>
        ) : null}
      </div>
      <KindTabs filters={filters} />
      <ClientFilterForm filters={filters} members={members} />
      <FilterChips filters={filters} members={members} />
      {problem ? (
        <div className="notice notice-danger mt-4 grid gap-2" role="alert">
          <p>{problem}</p>
          <p>
            <Link to={`/clients${queryOf({ q: filters.q?.slice(0, 200) })}`}>
              Start again from the first page
            </Link>
          </p>
        </div>
      ) : rows.length === 0 ? (
        <NothingHere isFiltered={isFiltered} mayWrite={mayWrite} />
      ) : (
        <>
          <div className="mt-4 mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
            <p aria-live="polite" className="text-ink-soft tabular-nums">
              {shownText(rows.length, total)}
            </p>
            <a href={`/clients/export.csv${queryOf(filters)}`} download>
              Export {isFiltered ? 'these' : 'all'} as CSV
            </a>
          </div>
          <RecordTable
            caption="Clients"
            columns={[
              {
                label: 'Name',
                sort: {
                  direction: isByName ? 'ascending' : direction,
                  link: (label) => (
                    <Link
                      to={`/clients${queryOf({ ...filters, sort: isByName || direction === 'ascending' ? '-name' : 'name' })}`}
                      className="text-inherit"
                    >
                      {label}
                      <span aria-hidden="true">
                        {direction === 'descending'
                          ? ' ↓'
                          : isByName || direction === 'ascending'
                            ? ' ↑'
                            : ''}
                      </span>
                    </Link>
                  ),
                },
              },
              { label: 'Type' },
              { label: 'Status' },
              { label: 'Risk' },
              { label: 'CDD' },
              { label: 'PEP', isMinor: true },
              { label: 'Next review' },
              { label: 'Responsible', isMinor: true },
            ]}
          >
            {rows.map((row, index) => (
              <ClientRow key={row.id} line={row} discovers={index === 0} />
            ))}
          </RecordTable>
          <nav aria-label="Pages" className="mt-4 flex gap-2">
            {previousHref ? (
              <Link to={`/clients${queryOf(filters)}`} className="button">
                First page
              </Link>
            ) : null}
            {previousHref ? (
              <Link to={previousHref} rel="prev" className="button">
                Previous
              </Link>
            ) : null}
            {nextHref ? (
              <Link to={nextHref} rel="next" className="button">
                Next
              </Link>
            ) : null}
          </nav>
        </>
      )}
    </>
  );
}

/** What an empty list says: nothing kept yet, or nothing that fits. */
function NothingHere({ isFiltered, mayWrite }: { isFiltered: boolean; mayWrite: boolean }) {
  return (
    <div className="panel mt-4 grid justify-items-start gap-2 px-6 py-10">
      <h2>{isFiltered ? 'No client fits' : 'No clients yet'}</h2>
      {isFiltered ? (
        <>
          <p className="text-ink-soft">
            Names are found by a part, in any order, with or without accents, and with a letter or two wrong.
            An ABN, NZBN or other number has to be whole. Try fewer words, or take a filter off.
          </p>
          <Link to="/clients">Show all clients</Link>
        </>
      ) : (
        <>
          <p className="text-ink-soft">Each individual and business that you have to know is kept here.</p>
          {mayWrite ? (
            <Link to="/clients/create" className="button button-primary">
              Create the first client
            </Link>
          ) : null}
        </>
      )}
    </div>
  );
}
