import { data, type MetaFunction } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { pageTitle } from '#app/document/page-title.ts';
import type { ClientPage } from '#contract/clients/client-record.ts';
import { listClients } from '#contract/clients/clients.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { clientImportUrl } from '#rules/pages/client-list-pages.ts';
import { ButtonLink } from '../../components/button.tsx';
import { formActions, onSubmit } from '../../components/forms/form-actions.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { EmptyState } from '../../components/list-page/empty-state.tsx';
import { ListCount } from '../../components/list-page/list-count.tsx';
import { formatListProblem, ListProblem } from '../../components/list-page/list-problem.tsx';
import { ListPages } from '../../components/list-page/pagination.tsx';
import {
  savedViewsPanel,
  type ViewResult,
  viewActions,
} from '../../components/saved-views/saved-views.server.ts';
import { ViewMenu } from '../../components/saved-views/view-menu.tsx';
import { formatShownOfTotal } from '../../components/table.tsx';
import { may } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import { type AssignResult, assignActions } from './list/assign.server.ts';
import { ClientFilterForm, KindTabs } from './list/client-filter-form.tsx';
import { filtersFromUrl, getQuery } from './list/client-filters.ts';
import { parseClientRows } from './list/client-row.tsx';
import { writeLines } from './list/client-rows.server.ts';
import { ClientTable } from './list/client-table.tsx';

/** They load when views are managed, or clients selected: few visits need them. */
const AssignPanel = lazy(async () => ({ default: (await import('./list/assign-panel.tsx')).AssignPanel }));
const ViewList = lazy(async () => ({
  default: (await import('../../components/saved-views/view-list.tsx')).ViewList,
}));

export const meta: MetaFunction = () => [{ title: pageTitle('Clients') }];

export const loader = asMember(async ({ api, me, url }) => {
  const filters = filtersFromUrl(url.searchParams);
  const cursor = url.searchParams.get('cursor') ?? undefined;
  const isSelecting = url.searchParams.get('select') === '1';
  const [session, listed] = await Promise.all([
    me(),
    api.submit(listClients, { query: { ...filters, cursor } }),
  ]);
  const mayWrite = may(session, 'records.write');
  const select = isSelecting && mayWrite ? { select: '1' } : {};
  const { timeZone } = session.company;
  const page = listed.ok ? listed.value : emptyPage;
  const views = savedViewsPanel('clients', page.savedViews, { url, filters });
  const listData = {
    filters,
    problem: listed.ok ? null : formatListProblem(listed.problem),
    total: page.total,
    lines: writeLines(page.items, companyDay(new Date(), timeZone), isSelecting && mayWrite),
    nextHref: page.nextCursor && getQuery(filters, { ...select, cursor: page.nextCursor }),
    previousHref: page.previousCursor && getQuery(filters, { ...select, cursor: page.previousCursor }),
    members: page.people,
    mayWrite,
    views,
    isManagingViews: url.searchParams.get('view') === 'views',
    confirm: url.searchParams.get('confirm'),
    isSelecting: isSelecting && mayWrite,
    requestKey: newRequestKey(),
  };
  return data(listData, { status: listed.ok ? 200 : listed.problem.status });
});

export const action = asMember(onSubmit(formActions({ ...viewActions('clients'), ...assignActions })));

const emptyPage: ClientPage = {
  items: [],
  nextCursor: null,
  previousCursor: null,
  total: { count: 0, capped: false },
  people: [],
  savedViews: { views: [], mayShare: false },
};

export default function Clients() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const viewed = result && 'view' in result ? result : undefined;
  if (page.isManagingViews) {
    return (
      <Suspense>
        <ViewList {...page} result={viewed} />
      </Suspense>
    );
  }
  const assigned = result && 'result' in result ? result : undefined;
  return <ClientList page={page} viewed={viewed} assigned={assigned} />;
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>;

function ClientList({
  page,
  viewed,
  assigned,
}: {
  page: Shown;
  viewed?: ViewResult;
  assigned?: AssignResult;
}) {
  const { filters, problem, lines, total, nextHref, previousHref, members, mayWrite, views } = page;
  const { isSelecting, requestKey } = page;
  const rows = parseClientRows(lines);
  const select = isSelecting ? { select: '1' } : {};
  const table = <ClientTable rows={rows} filters={filters} select={select} />;
  const isFiltered = Object.keys(filters).some((name) => name !== 'sort');
  return (
    <>
      <ListHeading views={views} mayWrite={mayWrite} viewed={viewed} />
      <KindTabs filters={filters} />
      <ClientFilterForm filters={filters} members={members} />
      {problem ? (
        <ListProblem problem={problem} href={`/clients${getQuery({ q: filters.q?.slice(0, 200) })}`} />
      ) : rows.length === 0 ? (
        <NoClients isFiltered={isFiltered} mayWrite={mayWrite} />
      ) : (
        <>
          <ListCount text={formatShownOfTotal(rows.length, total)}>
            <p className="flex flex-wrap gap-x-5 gap-y-1" data-routed-links>
              {mayWrite && !isSelecting ? (
                <a href={`/clients${getQuery(filters, { select: '1' })}`}>Bulk actions</a>
              ) : null}
              <a href={`/clients/export.csv${getQuery(filters)}`}>
                Export {isFiltered ? 'these' : 'all'} as CSV
              </a>
            </p>
          </ListCount>
          {isSelecting ? (
            <Form method="post" id="assign" data-selection>
              <Suspense>
                <AssignPanel
                  {...{ members, total, requestKey }}
                  leaveHref={`/clients${getQuery(filters)}`}
                  result={assigned}
                />
              </Suspense>
              <div className="mt-4">{table}</div>
            </Form>
          ) : (
            table
          )}
          <ListPages firstHref={`/clients${getQuery(filters, select)}`} {...{ previousHref, nextHref }} />
        </>
      )}
    </>
  );
}

function ListHeading({
  views,
  mayWrite,
  viewed,
}: Pick<Shown, 'views' | 'mayWrite'> & { viewed: ViewResult | undefined }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3" data-routed-links>
      <h1>Clients</h1>
      <div className="flex flex-wrap items-start gap-3">
        <ViewMenu views={views} whole="All clients" mayWrite={mayWrite} result={viewed} />
        {mayWrite ? (
          <>
            <ButtonLink href={clientImportUrl()}>Import</ButtonLink>
            <ButtonLink href="/clients/create" variant="primary">
              New client
            </ButtonLink>
          </>
        ) : null}
      </div>
    </div>
  );
}

function NoClients({ isFiltered, mayWrite }: { isFiltered: boolean; mayWrite: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title="No clients found">
        <p className="text-ink-soft">
          Search matches part of a name in any order and tolerates typos. Enter an ABN, NZBN or other number
          in full. Try fewer words or remove a filter.
        </p>
        <a href="/clients?view=all">Show all clients</a>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No clients yet">
      <p className="text-ink-soft">Add the individuals and businesses you must complete CDD on.</p>
      {mayWrite ? (
        <p className="flex flex-wrap items-center gap-4">
          <ButtonLink href="/clients/create" variant="primary">
            Add your first client
          </ButtonLink>
          <a href={clientImportUrl()}>Import clients from CSV</a>
        </p>
      ) : null}
    </EmptyState>
  );
}
