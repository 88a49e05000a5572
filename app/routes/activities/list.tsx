import { data, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { listActivities } from '#contract/activities.ts';
import { readClient } from '#contract/clients/clients.ts';
import { listMembers } from '#contract/company/accounts.ts';
import { getLine } from '../../components/activities/activity-lines.server.ts';
import { activityNounIn, useActivityNoun } from '../../components/activities/activity-noun.ts';
import { ButtonLink } from '../../components/button.tsx';
import { EmptyState } from '../../components/list-page/empty-state.tsx';
import { ListCount } from '../../components/list-page/list-count.tsx';
import { formatListProblem, ListProblem } from '../../components/list-page/list-problem.tsx';
import { ListPages } from '../../components/list-page/pagination.tsx';
import { formatShownOfTotal } from '../../components/table.tsx';
import { may } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import { ActivityBoard } from './list/activity-board.tsx';
import { ActivityFilterForm, ActivityViewTabs } from './list/activity-filter-form.tsx';
import { type ActivityView, filtersFromUrl, getQuery } from './list/activity-filters.ts';
import { ActivityTable } from './list/activity-table.tsx';
import { emptyPage, readBoard } from './list/board.server.ts';

export const meta: MetaFunction = ({ matches }) => [
  { title: pageTitle(activityNounIn(matches).pluralTitle) },
];

export const loader = asMember(async ({ api, me, url }) => {
  const view: ActivityView = url.searchParams.get('view') === 'board' ? 'board' : 'table';
  const urlFilters = filtersFromUrl(url.searchParams);
  const filters = view === 'board' ? { ...urlFilters, status: undefined } : urlFilters;
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
  const listData = {
    view,
    filters,
    problem: listed.ok ? null : formatListProblem(listed.problem),
    total: page.total,
    lines: view === 'board' ? [] : page.items.map(getLine),
    board,
    nextHref: page.nextCursor && getQuery(filters, { cursor: page.nextCursor }),
    previousHref: page.previousCursor && getQuery(filters, { cursor: page.previousCursor }),
    members: members.map(({ id, name }) => ({ id, name })),
    clientName: client?.displayName,
    mayWrite: may(session, 'records.write'),
  };
  return data(listData, { status: listed.ok ? 200 : listed.problem.status });
});

export default function Activities() {
  const { view, filters, problem, total, members, clientName, mayWrite } = useLoaderData<typeof loader>();
  const noun = useActivityNoun();
  const isFiltered = Object.entries(filters).some(([name, value]) => name !== 'sort' && value);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>{noun.pluralTitle}</h1>
        {mayWrite ? (
          <ButtonLink to="/activities/create" variant="primary">
            New {noun.singular}
          </ButtonLink>
        ) : null}
      </div>
      <ActivityViewTabs view={view} filters={filters} />
      <ActivityFilterForm filters={filters} view={view} members={members} clientName={clientName} />
      {problem ? (
        <ListProblem
          problem={problem}
          href={`/activities${getQuery({ q: filters.q?.slice(0, 200) }, { view })}`}
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
      <ListCount text={formatShownOfTotal(lines.length, total)}>
        <a href={`/activities/export.csv${getQuery(filters)}`}>
          Export {isFiltered ? 'these' : 'all'} as CSV
        </a>
      </ListCount>
      <ActivityTable rows={lines} />
      <ListPages firstHref={`/activities${getQuery(filters)}`} {...{ previousHref, nextHref }} />
    </>
  );
}

function NoActivities({ isFiltered, mayWrite }: { isFiltered: boolean; mayWrite: boolean }) {
  const noun = useActivityNoun();
  if (isFiltered) {
    return (
      <EmptyState title={`No ${noun.plural} found`}>
        <p className="text-ink-soft">
          Search by the start of words in the name, or by reference. Try fewer words or remove a filter.
        </p>
        <a href="/activities">Show all {noun.plural}</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={`No ${noun.plural} yet`}>
      <p className="text-ink-soft">
        {noun.pluralTitle} for your clients appear here with their outstanding requirements.
      </p>
      {mayWrite ? (
        <ButtonLink href="/activities/create" variant="primary">
          Create your first {noun.singular}
        </ButtonLink>
      ) : null}
    </EmptyState>
  );
}
