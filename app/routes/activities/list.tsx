import { data, type MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { listMembers } from '#contract/accounts.ts';
import { listActivities } from '#contract/activities.ts';
import { readClient } from '#contract/clients.ts';
import type { Problem } from '#contract/errors.ts';
import { RecordTable, shownText } from '../../components/table.tsx';
import { asMember } from '../../session.server.ts';
import { mayWriteClients } from '../clients/may-write.server.ts';
import { ActivityBoard } from './activity-board.tsx';
import { ActivityFilterChips, ActivityFilterForm, ActivityViewTabs } from './activity-filter-form.tsx';
import { type ActivityView, filtersFromUrl, queryOf } from './activity-filters.ts';
import { ActivityRow } from './activity-row.tsx';
import { lineOf } from './activity-texts.server.ts';
import { emptyPage, readBoard } from './board.server.ts';

export const meta: MetaFunction = () => [{ title: 'Activities – Assay' }];

export const loader = asMember(async ({ api, me, url }) => {
  const view: ActivityView = url.searchParams.get('view') === 'board' ? 'board' : 'table';
  const given = filtersFromUrl(url.searchParams);
  const filters = view === 'board' ? { ...given, status: undefined } : given;
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const query = view === 'board' ? { ...filters, limit: 1 } : { ...filters, cursor };
  const [session, listed, { members }] = await Promise.all([
    me(),
    api.submit(listActivities, { query }),
    api.call(listMembers, {}),
  ]);
  const page = listed.ok ? listed.value : emptyPage;
  const [board, client] = await Promise.all([
    view === 'board' && listed.ok ? readBoard(api, filters, page.byStatus) : null,
    filters.clientId && listed.ok ? api.call(readClient, { params: { id: filters.clientId } }) : null,
  ]);
  const shown = {
    view,
    filters,
    problem: listed.ok ? null : problemText(listed.problem),
    total: page.total,
    lines: view === 'board' ? [] : page.items.map(lineOf),
    board,
    nextHref: page.nextCursor && queryOf(filters, { cursor: page.nextCursor }),
    previousHref: page.previousCursor && queryOf(filters, { cursor: page.previousCursor }),
    members: members.map(({ id, name }) => ({ id, name })),
    clientName: client?.displayName,
    mayWrite: mayWriteClients(session),
  };
  return data(shown, { status: listed.ok ? 200 : listed.problem.status });
});

/** Why a list cannot be shown: its search is typed by people, all else comes from links. */
function problemText({ fields = {}, detail, title }: Problem): string {
  if (fields.q) return fields.q.join(' ');
  if (fields.cursor) return 'This page of the list is not there any more. Start from the first page.';
  return Object.keys(fields).length > 0
    ? 'This link asks for a filter that does not exist.'
    : (detail ?? `${title}.`);
}

export default function Activities() {
  const { view, filters, problem, total, members, clientName, mayWrite } = useLoaderData<typeof loader>();
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== 'sort' && value);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Activities</h1>
        {mayWrite ? (
          <Link to="/activities/create" className="button button-primary">
            New activity
          </Link>
        ) : null}
      </div>
      <ActivityViewTabs view={view} filters={filters} />
      <ActivityFilterForm filters={filters} view={view} members={members} />
      <ActivityFilterChips filters={filters} view={view} members={members} clientName={clientName} />
      {problem ? (
        <div className="notice notice-danger mt-4 grid gap-2" role="alert">
          <p>{problem}</p>
          <p>
            <Link to={`/activities${queryOf({ q: filters.q?.slice(0, 200) }, { view })}`}>
              Start again from the first page
            </Link>
          </p>
        </div>
      ) : total.count === 0 ? (
        <NothingHere isFiltered={isFiltered} mayWrite={mayWrite} />
      ) : (
        <Records isFiltered={isFiltered} />
      )}
    </>
  );
}

function Records({ isFiltered }: { isFiltered: boolean }) {
  const { filters, board, lines, total, nextHref, previousHref } = useLoaderData<typeof loader>();
  if (board) return <ActivityBoard {...board} filters={filters} />;
  return (
    <>
      <div className="mt-4 mb-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-sm">
        <p aria-live="polite" className="text-ink-soft tabular-nums">
          {shownText(lines.length, total)}
        </p>
        <a href={`/activities/export.csv${queryOf(filters)}`} download>
          Export {isFiltered ? 'these' : 'all'} as CSV
        </a>
      </div>
      <RecordTable
        caption="Activities"
        columns={[
          { label: 'Name' },
          { label: 'Reference' },
          { label: 'Customers' },
          { label: 'Status' },
          { label: 'Risk' },
          { label: 'Value', isFigure: true },
          { label: 'Assigned to' },
          { label: 'Due' },
        ]}
      >
        {lines.map((line, index) => (
          <ActivityRow key={line.id} line={line} discovers={index === 0} />
        ))}
      </RecordTable>
      <nav aria-label="Pages" className="mt-4 flex gap-2">
        {previousHref ? (
          <>
            <Link to={`/activities${queryOf(filters)}`} className="button">
              First page
            </Link>
            <Link to={previousHref} rel="prev" className="button">
              Previous
            </Link>
          </>
        ) : null}
        {nextHref ? (
          <Link to={nextHref} rel="next" className="button">
            Next
          </Link>
        ) : null}
      </nav>
    </>
  );
}

/** What an empty list says: nothing kept yet, or nothing that fits. */
function NothingHere({ isFiltered, mayWrite }: { isFiltered: boolean; mayWrite: boolean }) {
  return (
    <div className="panel mt-4 grid justify-items-start gap-2 px-6 py-10">
      <h2>{isFiltered ? 'No activity fits' : 'No activities yet'}</h2>
      {isFiltered ? (
        <>
          <p className="text-ink-soft">
            Activities are found by the beginnings of the words of their name, and by their reference. Try
            fewer words, or take a filter off.
          </p>
          <Link to="/activities">Show all activities</Link>
        </>
      ) : (
        <>
          <p className="text-ink-soft">
            Each matter, transaction or engagement that you do for a client is kept here, with what it still
            needs.
          </p>
          {mayWrite ? (
            <Link to="/activities/create" className="button button-primary">
              Record the first activity
            </Link>
          ) : null}
        </>
      )}
    </div>
  );
}
