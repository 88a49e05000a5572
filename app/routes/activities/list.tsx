import { data, type MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { listMembers } from '#contract/accounts.ts';
import { listActivities } from '#contract/activities.ts';
import { readClient } from '#contract/clients.ts';
import { ListCount } from '../../components/list-page/list-count.tsx';
import { ListPages } from '../../components/list-page/list-pages.tsx';
import { ListProblem, listProblemText } from '../../components/list-page/list-problem.tsx';
import { NothingHere } from '../../components/list-page/nothing-here.tsx';
import { RecordTable, shownText } from '../../components/table.tsx';
import { may } from '../../rights.server.ts';
import { asMember } from '../../session.server.ts';
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
    problem: listed.ok ? null : listProblemText(listed.problem),
    total: page.total,
    lines: view === 'board' ? [] : page.items.map(lineOf),
    board,
    nextHref: page.nextCursor && queryOf(filters, { cursor: page.nextCursor }),
    previousHref: page.previousCursor && queryOf(filters, { cursor: page.previousCursor }),
    members: members.map(({ id, name }) => ({ id, name })),
    clientName: client?.displayName,
    mayWrite: may(session, 'records.write'),
  };
  return data(shown, { status: listed.ok ? 200 : listed.problem.status });
});

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
        <ListProblem
          problem={problem}
          href={`/activities${queryOf({ q: filters.q?.slice(0, 200) }, { view })}`}
        />
      ) : total.count === 0 ? (
        <NoActivities isFiltered={isFiltered} mayWrite={mayWrite} />
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
      <ListCount text={shownText(lines.length, total)}>
        <a href={`/activities/export.csv${queryOf(filters)}`} download>
          Export {isFiltered ? 'these' : 'all'} as CSV
        </a>
      </ListCount>
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
      <ListPages firstHref={`/activities${queryOf(filters)}`} {...{ previousHref, nextHref }} />
    </>
  );
}

function NoActivities({ isFiltered, mayWrite }: { isFiltered: boolean; mayWrite: boolean }) {
  if (isFiltered) {
    return (
      <NothingHere title="No activity fits">
        <p className="text-ink-soft">
          Activities are found by the beginnings of the words of their name, and by their reference. Try fewer
          words, or take a filter off.
        </p>
        <a href="/activities">Show all activities</a>
      </NothingHere>
    );
  }
  return (
    <NothingHere title="No activities yet">
      <p className="text-ink-soft">
        Each matter, transaction or engagement that you do for a client is kept here, with what it still
        needs.
      </p>
      {mayWrite ? (
        <a href="/activities/create" data-discover className="button button-primary">
          Record the first activity
        </a>
      ) : null}
    </NothingHere>
  );
}
