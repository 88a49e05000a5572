import { data, type MetaFunction } from '@remix-run/node';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { type ClientPage, listClients } from '#contract/clients.ts';
import { companyDay } from '#rules/company-day.ts';
import { readForm } from '../../components/forms/parse-form.server.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { ListCount } from '../../components/list-page/list-count.tsx';
import { ListPages } from '../../components/list-page/list-pages.tsx';
import { ListProblem, listProblemText } from '../../components/list-page/list-problem.tsx';
import { NothingHere } from '../../components/list-page/nothing-here.tsx';
import {
  answerViewForm,
  isViewForm,
  type ViewAnswer,
  viewsShown,
} from '../../components/saved-views/saved-views.server.ts';
import { ViewList } from '../../components/saved-views/view-list.tsx';
import { ViewMenu } from '../../components/saved-views/view-menu.tsx';
import { shownText } from '../../components/table.tsx';
import type { MemberArgs } from '../../guards.server.ts';
import { may } from '../../rights.server.ts';
import { asMember } from '../../session.server.ts';
import { type AssignAnswer, answerAssignForm } from './assign.server.ts';
import { AssignPanel } from './assign-panel.tsx';
import { ClientFilterForm, FilterChips, KindTabs } from './client-filter-form.tsx';
import { filtersFromUrl, queryOf } from './client-filters.ts';
import { writeLines } from './client-lines.server.ts';
import { readLines } from './client-row.tsx';
import { ClientTable } from './client-table.tsx';
import { answerImportForm, readImportScreen } from './import/import.server.ts';
import { ImportScreen } from './import/import-screen.tsx';

export const meta: MetaFunction = () => [{ title: 'Clients – Assay' }];

export const loader = asMember(async (args) => {
  if (args.url.searchParams.get('view') === 'import') {
    return data({ screen: 'import' as const, shown: await readImportScreen(args) });
  }
  return readList(args);
});

async function readList({ api, me, url }: MemberArgs) {
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
  const views = viewsShown('clients', page.savedViews, { url, filters });
  const shown = {
    screen: 'list' as const,
    filters,
    problem: listed.ok ? null : listProblemText(listed.problem),
    total: page.total,
    lines: writeLines(page.items, companyDay(new Date(), timeZone), isSelecting && mayWrite),
    nextHref: page.nextCursor && queryOf(filters, { ...select, cursor: page.nextCursor }),
    previousHref: page.previousCursor && queryOf(filters, { ...select, cursor: page.previousCursor }),
    members: page.people,
    mayWrite,
    views,
    isManagingViews: url.searchParams.get('view') === 'views',
    confirm: url.searchParams.get('confirm'),
    isSelecting: isSelecting && mayWrite,
    requestKey: newRequestKey(),
  };
  return data(shown, { status: listed.ok ? 200 : listed.problem.status });
}

export const action = asMember(async (args) => {
  if (args.url.searchParams.get('view') === 'import') return answerImportForm(args);
  const form = await readForm(args.request);
  return isViewForm(form)
    ? answerViewForm(args.api, 'clients', { form, url: args.url })
    : answerAssignForm(args, form);
});

const emptyPage: ClientPage = {
  items: [],
  nextCursor: null,
  previousCursor: null,
  total: { count: 0, capped: false },
  people: [],
  savedViews: { views: [], mayShare: false },
};

export default function Clients() {
  const shown = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (shown.screen === 'import') {
    const about = answer && ('sentence' in answer || 'problem' in answer) ? answer : undefined;
    return <ImportScreen screen={shown.shown} answer={about} />;
  }
  const viewed = answer && 'view' in answer ? answer : undefined;
  if (shown.isManagingViews) {
    return <ViewList {...shown} answer={viewed} />;
  }
  const assigned = answer && 'result' in answer ? answer : undefined;
  return <ClientList shown={shown} viewed={viewed} assigned={assigned} />;
}

type Shown = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { screen: 'list' }>;

function ClientList({
  shown,
  viewed,
  assigned,
}: {
  shown: Shown;
  viewed?: ViewAnswer;
  assigned?: AssignAnswer;
}) {
  const { filters, problem, lines, total, nextHref, previousHref, members, mayWrite, views } = shown;
  const { isSelecting, requestKey } = shown;
  const rows = readLines(lines);
  const select = isSelecting ? { select: '1' } : {};
  const table = <ClientTable rows={rows} filters={filters} select={select} />;
  const isFiltered = Object.keys(filters).some((name) => name !== 'sort');
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3" data-routed-links>
        <h1>Clients</h1>
        <div className="flex flex-wrap items-start gap-3">
          <ViewMenu views={views} whole="All clients" mayWrite={mayWrite} answer={viewed} />
          {mayWrite ? (
            <>
              <a href="/clients?view=import" className="button">
                Import
              </a>
              <a href="/clients/create" data-discover className="button button-primary">
                New client
              </a>
            </>
          ) : null}
        </div>
      </div>
      <KindTabs filters={filters} />
      <ClientFilterForm filters={filters} members={members} />
      <FilterChips filters={filters} members={members} />
      {problem ? (
        <ListProblem problem={problem} href={`/clients${queryOf({ q: filters.q?.slice(0, 200) })}`} />
      ) : rows.length === 0 ? (
        <NoClients isFiltered={isFiltered} mayWrite={mayWrite} />
      ) : (
        <>
          <ListCount text={shownText(rows.length, total)}>
            <p className="flex flex-wrap gap-x-5 gap-y-1" data-routed-links>
              {mayWrite && !isSelecting ? (
                <a href={`/clients${queryOf(filters, { select: '1' })}`}>Select to assign</a>
              ) : null}
              <a href={`/clients/export.csv${queryOf(filters)}`} download>
                Export {isFiltered ? 'these' : 'all'} as CSV
              </a>
            </p>
          </ListCount>
          {isSelecting ? (
            <Form method="post" id="assign">
              <AssignPanel
                {...{ members, total, requestKey }}
                leaveHref={`/clients${queryOf(filters)}`}
                answer={assigned}
              />
              <div className="mt-4">{table}</div>
            </Form>
          ) : (
            table
          )}
          <ListPages firstHref={`/clients${queryOf(filters, select)}`} {...{ previousHref, nextHref }} />
        </>
      )}
    </>
  );
}

function NoClients({ isFiltered, mayWrite }: { isFiltered: boolean; mayWrite: boolean }) {
  if (isFiltered) {
    return (
      <NothingHere title="No client fits">
        <p className="text-ink-soft">
          Names are found by a part, in any order, with or without accents, and with a letter or two wrong. An
          ABN, NZBN or other number has to be whole. Try fewer words, or take a filter off.
        </p>
        <a href="/clients?view=all">Show all clients</a>
      </NothingHere>
    );
  }
  return (
    <NothingHere title="No clients yet">
      <p className="text-ink-soft">Each individual and business that you have to know is kept here.</p>
      {mayWrite ? (
        <p className="flex flex-wrap items-center gap-4">
          <a href="/clients/create" data-discover className="button button-primary">
            Create the first client
          </a>
          <a href="/clients?view=import">Import a list from a CSV file</a>
        </p>
      ) : null}
    </NothingHere>
  );
}
