import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { listLawChanges } from '#contract/cdd/law-changes.ts';
import type { ClientListItem } from '#contract/clients/client-record.ts';
import type { CompanyState } from '#contract/company/accounts.ts';
import { readOnboarding } from '#contract/company/onboarding.ts';
import { readHome } from '#contract/views/home.ts';
import { toActivityNoun } from '#rules/activity-noun.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { missingFacts } from '#rules/firm/company-facts.ts';
import { alertLine } from '../../components/alerts/alert-lines.server.ts';
import { WaitingAlerts } from '../../components/alerts/alert-lines.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { BarTable } from '../../components/charts/bar-table.tsx';
import { MonthColumns } from '../../components/charts/month-columns.tsx';
import { formatDay } from '../../components/format-instant.server.ts';
import { Card } from '../../components/panel.tsx';
import { formatCount } from '../../components/table.tsx';
import { may } from '../../session/permissions.server.ts';
import { asMember } from '../../session/session.server.ts';
import { useAppState } from '../../state.ts';
import type { loader as mainLayoutLoader } from '../main-layout.tsx';
import { getFigures } from './charts.server.ts';
import { ClientShortList, type ShortListRow } from './client-short-list.tsx';
import { FirstSteps } from './first-steps.tsx';
import { DecidedByOne, LawChangesNotice, ListProblems, ReadersNote } from './notices.tsx';
import { RestrictedHome } from './restricted-home.tsx';
import { SubmittedRequests } from './submitted-requests.tsx';
import { onboardingClientsSummary } from './summaries.ts';
import { WorkList } from './task-list.tsx';
import { waitingWork } from './tasks.server.ts';

export const meta: MetaFunction = () => [{ title: pageTitle('Home') }];

export const loader = asMember(async ({ api, me }) => {
  // The API's rejection of a restricted company redirects here, so the page states the reason first.
  const { company, member } = await me();
  if (company.accessRestricted) return { work: null, left: null, lacksFacts: false };
  const facts = may({ member, company }, 'company.write') && lacksDecisiveFacts(company);
  // Only for members who can sign off lists.
  const [home, laws] = await Promise.all([
    api.call(readHome, {}),
    may({ member, company }, 'lawChanges.signOff') ? api.call(listLawChanges, {}) : null,
  ]);
  const { timeZone } = company;
  const hasClients = home.clientsByStatus.some(({ total }) => total.count > 0);
  if (!hasClients) return { work: null, left: (await api.call(readOnboarding, {})).left, lacksFacts: facts };
  const rows = (clients: ClientListItem[]): ShortListRow[] =>
    clients.map(({ id, displayName, clientType, status, sanctions, createdAt }) => ({
      id,
      displayName,
      clientType,
      status,
      sanctions,
      added: formatDay(createdAt, timeZone),
    }));
  const { requests, mineTotal } = home;
  const work = {
    alerts: home.alerts.map((alert) => alertLine(alert, timeZone, new Date())),
    alertsTotal: home.alertsTotal,
    kinds: waitingWork(home, timeZone, toActivityNoun(company.sector)),
    requests: requests.items.map(
      ({ id, clientId, clientName, sanctions, recipientName, submittedAt, createdAt }) => ({
        id,
        href: `/clients/${clientId}?request=${id}#requests`,
        clientName,
        sanctions,
        recipientName,
        submitted: formatDay(submittedAt ?? createdAt, timeZone),
      }),
    ),
    requestsTotal: requests.total,
    listProblems: home.listProblems.map(({ regime, name, provision, state }) => ({
      regime,
      text: `${name} ${state === 'missing' ? 'is not in use' : 'is not up to date'} (${provision})`,
    })),
    mine: rows(home.mine),
    mineTotal,
    recentlyAdded: rows(home.recentlyAdded),
    figures: getFigures(home),
    decidedByOne: home.decidedByOneTotal,
    lawChanges: laws?.maySignOff ? laws.items.filter(({ status }) => status === 'open').length : 0,
    // Read-only members get links to readable records instead of tasks.
    canWork: may({ member, company }, 'records.write'),
  };
  return { work, left: null, lacksFacts: facts };
});

/**
 * Whether a fact that determines the applicable rules is missing; facts only for exports are listed in the settings.
 */
function lacksDecisiveFacts(company: CompanyState): boolean {
  const facts = { ...company, formerSupervisor: null, enrolmentNumber: null };
  const decisive: readonly string[] = ['sector', 'australianTranche', 'firstServiceNz', 'firstServiceAu'];
  return missingFacts(facts, companyDay(new Date(), company.timeZone)).some(({ field }) =>
    decisive.includes(field),
  );
}

export default function Home() {
  const { work, left, lacksFacts } = useLoaderData<typeof loader>();
  const main = useRouteLoaderData<typeof mainLayoutLoader>('routes/main-layout');
  const { auth } = useAppState();
  if (work === null && left === null) {
    return main ? <RestrictedHome company={main.company} member={main.member} /> : null;
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Home</h1>
        {work?.canWork ? (
          <ButtonLink to="/clients/create" variant="primary">
            New client
          </ButtonLink>
        ) : null}
      </div>
      {lacksFacts ? (
        <p className="notice notice-warning mt-4">
          <strong className="font-semibold">Details of your company are missing.</strong> Until they are
          recorded, the stricter rule applies. <Link to="/settings?view=company">Record them</Link>
        </p>
      ) : null}
      {work ? <Work work={work} /> : <FirstSteps left={left ?? []} role={auth.member?.role ?? 'member'} />}
    </>
  );
}

type HomeWork = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['work']>;

function Work({ work }: { work: HomeWork }) {
  const { risk, verification, status, reviews, hasReviews } = work.figures;
  return (
    <>
      {work.canWork ? <Today work={work} /> : <ReadersNote />}
      <ListProblems problems={work.listProblems} />
      <DecidedByOne total={work.decidedByOne} />
      {work.lawChanges > 0 ? <LawChangesNotice count={work.lawChanges} /> : null}
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {work.canWork ? <Waiting work={work} /> : <RecentlyAdded work={work} />}
        <div className="grid gap-4">
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

/** The member's tasks by kind. */
function Waiting({ work }: { work: HomeWork }) {
  return (
    <div className="grid gap-4">
      <div id="alerts" className="scroll-mt-4 empty:hidden">
        <WaitingAlerts alerts={work.alerts} total={formatCount(work.alertsTotal)} />
      </div>
      <div id="requests" className="scroll-mt-4 empty:hidden">
        <SubmittedRequests requests={work.requests} total={work.requestsTotal} />
      </div>
      {work.kinds.map((kind) => (
        <WorkList key={kind.id} kind={kind} />
      ))}
      <ClientShortList
        title="Your clients in onboarding"
        about={onboardingClientsSummary(work.mineTotal)}
        clients={work.mine}
        all={{ to: '/clients?responsible=me&sort=oldest', label: 'All your clients' }}
        empty="All your clients are active or closed."
      />
    </div>
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

/** The number of tasks of each kind, each linking to its list. */
function Today({ work }: { work: HomeWork }) {
  const kinds = [
    { id: 'alerts', title: 'Alerts', count: work.alertsTotal.count, total: formatCount(work.alertsTotal) },
    {
      id: 'requests',
      title: 'Submitted documents',
      count: work.requestsTotal.count,
      total: formatCount(work.requestsTotal),
    },
    ...work.kinds.map((kind) => ({ ...kind, count: 1 })),
    {
      id: 'waiting-for-you-list',
      title: 'Onboarding',
      count: work.mineTotal.count,
      total: formatCount(work.mineTotal),
    },
  ].filter(({ count }) => count > 0);
  if (kinds.length === 0) {
    return <p className="mt-4 text-ink-soft">No tasks today.</p>;
  }
  return (
    <nav className="mt-4" aria-label="Your tasks">
      <ul className="flex flex-wrap gap-2">
        {kinds.map(({ id, title, total }) => (
          <li key={id}>
            <Card as="a" pad="tight" href={`#${id}`} className="block no-underline hover:border-line-strong">
              <span className="text-lg font-semibold text-ink tabular-nums">{total}</span>{' '}
              <span className="text-ink-soft">{title}</span>
            </Card>
          </li>
        ))}
      </ul>
    </nav>
  );
}
