import { type MetaFunction, redirect } from '@remix-run/node';
import { useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { listLawChanges } from '#contract/cdd/law-changes.ts';
import type { ClientListItem } from '#contract/clients/client-record.ts';
import type { CompanyState } from '#contract/company/accounts.ts';
import { readOnboarding } from '#contract/company/onboarding.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { readHome } from '#contract/views/home.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { missingFacts } from '#rules/firm/company-facts.ts';
import { type WorkDue, workDues } from '#rules/work-queue.ts';
import { ButtonLink } from '../../components/button.tsx';
import { BarTable } from '../../components/charts/bar-table.tsx';
import { MonthColumns } from '../../components/charts/month-columns.tsx';
import { formatDay } from '../../components/format-instant.server.ts';
import { EmptyState, useIsDemoFilling } from '../../components/list-page/empty-state.tsx';
import { formatCount } from '../../components/table.tsx';
import { may } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import { useAppState } from '../../state.ts';
import type { loader as mainLayoutLoader } from '../main-layout.tsx';
import { getFigures } from './charts.server.ts';
import { ClientShortList, type ShortListRow } from './client-short-list.tsx';
import { companyLinks, companyLists } from './company-work.server.ts';
import { CompanyWork } from './company-work.tsx';
import { FirstSteps } from './first-steps.tsx';
import { ImportedDrafts } from './imported-drafts.tsx';
import { listProblemTexts } from './list-problems.server.ts';
import { DecidedByOne, LawChangesNotice, ListProblems, MissingFactsNotice, ReadersNote } from './notices.tsx';
import { RestrictedHome } from './restricted-home.tsx';
import { workLines } from './work-lines.server.ts';
import { type ShownWork, WorkQueue, WorkTiles } from './work-queue.tsx';

export const meta: MetaFunction = () => [{ title: pageTitle('Home') }];

export const loader = asMember(async ({ api, me, request }) => {
  // The API's rejection of a restricted company redirects here, so the page states the reason first.
  const { company, member } = await me();
  if (company.accessRestricted) return { work: null, left: null, missing: [] };
  const missing = may({ member, company }, 'company.write') ? missingDecisiveFacts(company) : [];
  const query = workQuery(new URL(request.url).searchParams);
  const { cursor, due } = query;
  // Only for members who can sign off lists.
  const [read, laws] = await Promise.all([
    api.submit(readHome, { query }),
    may({ member, company }, 'lawChanges.signOff') ? api.call(listLawChanges, {}) : null,
  ]);
  // A link of another part, or one that was cut short: back to the first page.
  if (!read.ok) throw redirect(queueUrl(due, null));
  const home = read.value;
  const { timeZone } = company;
  const hasClients = home.clientsByStatus.some(({ total }) => total.count > 0);
  if (!hasClients) return { work: null, left: (await api.call(readOnboarding, {})).left, missing };
  const rows = (clients: ClientListItem[]): ShortListRow[] =>
    clients.map(({ id, displayName, clientType, status, cddStatus, sanctions, createdAt }) => ({
      id,
      displayName,
      clientType,
      status,
      cddStatus,
      sanctions,
      added: formatDay(createdAt, timeZone),
    }));
  const noun = toActivityNoun(company.sector);
  const lists = companyLists(home, noun);
  const work = {
    ...shownWork(home, { due, isFirst: cursor === undefined }),
    lines: workLines(home.work.items, {
      today: home.today,
      now: new Date(),
      timeZone,
      noun,
    }),
    company: lists,
    companyLinks: companyLinks(Object.values(lists), home.importedDrafts),
    listProblems: listProblemTexts(home, timeZone),
    recentlyAdded: rows(home.recentlyAdded),
    importedDrafts: home.importedDrafts,
    figures: getFigures(home),
    decidedByOne: home.decidedByOneTotal,
    lawChanges: laws?.maySignOff ? laws.items.filter(({ status }) => status === 'open').length : 0,
    // Read-only members get links to readable records instead of tasks.
    canWork: may({ member, company }, 'records.write'),
  };
  return { work, left: null, missing };
});

/** Page and part of the member's work that a URL asks for. */
function workQuery(params: URLSearchParams): { cursor: string | undefined; due: WorkDue | undefined } {
  return {
    cursor: params.get('cursor') ?? undefined,
    due: workDues.find((due) => due === params.get('due')),
  };
}

/** The page of a part of the queue that starts at a cursor, or its first. */
function queueUrl(due: WorkDue | undefined, cursor: string | null): string {
  const query = new URLSearchParams({ ...(due ? { due } : {}), ...(cursor ? { cursor } : {}) });
  return query.size === 0 ? '/home' : `/home?${query}`;
}

/** Totals and pages of the member's work. */
function shownWork(
  { work, awaitingClientsTotal }: EndpointResponse<typeof readHome>,
  { due, isFirst }: { due: WorkDue | undefined; isFirst: boolean },
): Omit<ShownWork, 'lines' | 'companyLinks'> {
  return {
    due: due ?? null,
    totals: {
      all: formatCount(work.total),
      overdue: formatCount(work.overdueTotal),
      week: formatCount(work.weekTotal),
      awaitingClients: formatCount(awaitingClientsTotal),
    },
    firstHref: isFirst ? null : queueUrl(due, null),
    nextHref: work.nextCursor === null ? null : queueUrl(due, work.nextCursor),
  };
}

/**
 * The missing facts that determine the applicable rules, each with what is assumed meanwhile; facts only for exports are listed in the
 * settings.
 */
function missingDecisiveFacts(company: CompanyState): string[] {
  const facts = { ...company, formerSupervisor: null, enrolmentNumber: null, onlyItem54: false };
  const decisive: readonly string[] = ['sector', 'australianTranche', 'firstServiceNz', 'firstServiceAu'];
  return missingFacts(facts, companyDay(new Date(), company.timeZone))
    .filter(({ field }) => decisive.includes(field))
    .map(({ label, until }) => `${label}: not recorded. ${until}`);
}

export default function Home() {
  const { work, left, missing } = useLoaderData<typeof loader>();
  const main = useRouteLoaderData<typeof mainLayoutLoader>('routes/main-layout');
  const { auth } = useAppState();
  const isDemoFilling = useIsDemoFilling();
  if (work === null && left === null) {
    return main ? <RestrictedHome company={main.company} member={main.member} /> : null;
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Home</h1>
        {work?.canWork ? <ButtonLink to="/clients/create">New client</ButtonLink> : null}
      </div>
      {work === null && isDemoFilling ? (
        <EmptyState title="No clients yet">{null}</EmptyState>
      ) : work ? (
        <>
          <MissingFactsNotice missing={missing} />
          <Work work={work} />
        </>
      ) : (
        <FirstSteps left={left ?? []} missing={missing} role={auth.member?.role ?? 'member'} />
      )}
    </>
  );
}

type HomeWork = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['work']>;

function Work({ work }: { work: HomeWork }) {
  const { risk, verification, status, reviews, hasReviews } = work.figures;
  return (
    <>
      {work.canWork ? <WorkTiles work={work} /> : <ReadersNote />}
      <ListProblems problems={work.listProblems} />
      <DecidedByOne total={work.decidedByOne} />
      {work.lawChanges > 0 ? <LawChangesNotice count={work.lawChanges} /> : null}
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {work.canWork ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <WorkQueue work={work} />
            <CompanyWork list={work.company.reviews} />
            <ImportedDrafts counts={work.importedDrafts} />
            <CompanyWork list={work.company.gaps} />
            <CompanyWork list={work.company.rechecks} />
          </div>
        ) : (
          <RecentlyAdded work={work} />
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <BarTable
            id="by-risk"
            title="Clients by risk"
            about="Onboarding, active and dormant clients."
            what="Risk"
            rows={risk}
          />
          <BarTable
            id="by-verification"
            title="Verification"
            about="CDD status of these clients."
            what="CDD status"
            rows={verification}
          />
          {hasReviews ? (
            <MonthColumns
              id="by-review"
              title="Reviews due by month"
              about="Next review due, by month."
              columns={reviews}
            />
          ) : null}
          <BarTable id="status-counts" title="Clients by status" what="Status" rows={status} />
          {work.canWork ? <RecentlyAdded work={work} isNarrow /> : null}
        </div>
      </div>
    </>
  );
}

function RecentlyAdded({ work, isNarrow }: { work: HomeWork; isNarrow?: boolean }) {
  return (
    <ClientShortList
      title="Recently added"
      clients={work.recentlyAdded}
      all={{ to: '/clients?sort=newest', label: 'Newest first' }}
      empty="No clients yet."
      isNarrow={isNarrow ?? false}
    />
  );
}
