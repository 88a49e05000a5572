import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import type { ClientListItem } from '#contract/clients.ts';
import { readHome } from '#contract/home.ts';
import { readOnboarding } from '#contract/onboarding.ts';
import { alertLine } from '../../components/alert-lines.server.ts';
import { WaitingAlerts } from '../../components/alert-lines.tsx';
import { BarTable } from '../../components/charts/bar-table.tsx';
import { MonthColumns } from '../../components/charts/month-columns.tsx';
import { countText } from '../../components/table.tsx';
import { may } from '../../rights.server.ts';
import { asMember } from '../../session.server.ts';
import { useAppState } from '../../state.ts';
import { dayText } from '../clients/instant-text.server.ts';
import type { loader as mainLayoutLoader } from '../main-layout.tsx';
import { ClientShortList, type ShortListRow } from './client-short-list.tsx';
import { figuresOf } from './figures.server.ts';
import { FirstSteps } from './first-steps.tsx';
import { RestrictedHome } from './restricted-home.tsx';
import { SubmittedRequests } from './submitted-requests.tsx';
import { waitingWork } from './work.server.ts';
import { WorkList } from './work-list.tsx';

export const meta: MetaFunction = () => [{ title: 'Home – Assay' }];

export const loader = asMember(async ({ api, me }) => {
  // A restricted company's records are closed, and the API's refusal leads here.
  const { company, member } = await me();
  if (company.accessRestricted) return { work: null, left: null };
  const home = await api.call(readHome, {});
  const { timeZone } = company;
  const hasClients = home.clientsByStatus.some(({ total }) => total.count > 0);
  if (!hasClients) return { work: null, left: (await api.call(readOnboarding, {})).left };
  const rows = (clients: ClientListItem[]): ShortListRow[] =>
    clients.map(({ id, displayName, clientType, status, createdAt }) => ({
      id,
      displayName,
      clientType,
      status,
      added: dayText(createdAt, timeZone),
    }));
  const { requests, mineTotal } = home;
  const work = {
    alerts: home.alerts.map((alert) => alertLine(alert, timeZone)),
    alertsTotal: home.alertsTotal,
    kinds: waitingWork(home, timeZone),
    requests: requests.items.map(({ id, clientId, clientName, recipientName, submittedAt, createdAt }) => ({
      id,
      href: `/clients/${clientId}?request=${id}#requests`,
      clientName,
      recipientName,
      submitted: dayText(submittedAt ?? createdAt, timeZone),
    })),
    requestsTotal: requests.total,
    mine: rows(home.mine),
    mineTotal,
    recentlyAdded: rows(home.recentlyAdded),
    figures: figuresOf(home),
    // What waits is work; somebody who only reads is told where to read instead.
    mayWork: may({ member, company }, 'records.write'),
  };
  return { work, left: null };
});

export default function Home() {
  const { work, left } = useLoaderData<typeof loader>();
  const main = useRouteLoaderData<typeof mainLayoutLoader>('routes/main-layout');
  const { auth } = useAppState();
  if (work === null && left === null) {
    return main ? <RestrictedHome company={main.company} member={main.member} /> : null;
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Home</h1>
        {work?.mayWork ? (
          <Link to="/clients/create" className="button button-primary">
            New client
          </Link>
        ) : null}
      </div>
      {work ? <Work work={work} /> : <FirstSteps left={left ?? []} role={auth.member?.role ?? 'member'} />}
    </>
  );
}

type HomeWork = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['work']>;

function Work({ work }: { work: HomeWork }) {
  const { risk, verification, status, reviews, hasReviews } = work.figures;
  return (
    <>
      {work.mayWork ? <Today work={work} /> : <ReadersNote />}
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {work.mayWork ? <Waiting work={work} /> : <RecentlyAdded work={work} />}
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
            about="How far due diligence on them has come."
            what="Due diligence"
            rows={verification}
          />
          {hasReviews ? (
            <MonthColumns
              id="by-review"
              title="Reviews due by month"
              about="When the next review of each of them falls due."
              columns={reviews}
            />
          ) : null}
          <BarTable id="status-counts" title="Clients by status" what="Status" rows={status} />
          {work.mayWork ? <RecentlyAdded work={work} isNarrow /> : null}
        </div>
      </div>
    </>
  );
}

/** What the person has to do, kind by kind. */
function Waiting({ work }: { work: HomeWork }) {
  return (
    <div className="grid gap-4">
      <div id="alerts" className="scroll-mt-4 empty:hidden">
        <WaitingAlerts alerts={work.alerts} total={countText(work.alertsTotal)} />
      </div>
      <div id="requests" className="scroll-mt-4 empty:hidden">
        <SubmittedRequests requests={work.requests} total={countText(work.requestsTotal)} />
      </div>
      {work.kinds.map((kind) => (
        <WorkList key={kind.id} kind={kind} />
      ))}
      <ClientShortList
        title="Waiting for you"
        about={`Clients you are responsible for that are not active yet: ${countText(work.mineTotal)}, oldest first.`}
        clients={work.mine}
        all={{ to: '/clients?responsible=me&sort=oldest', label: 'All your clients' }}
        empty="Nothing waits for you: every client you are responsible for is active or closed."
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
      empty="No client was added yet."
      isNarrow={isNarrow ?? false}
    />
  );
}

/** Where somebody who changes nothing finds what there is to read. */
function ReadersNote() {
  return (
    <p className="notice mt-4">
      You read everything here and change nothing. Alerts, runs and reviews stand under{' '}
      <Link to="/monitoring">Monitoring</Link>, who did what under{' '}
      <Link to="/settings?view=audit">the audit log</Link>; each client’s page has its evidence pack.
    </p>
  );
}

/** The day in one line: how much of each kind waits, each number a way to it. */
function Today({ work }: { work: HomeWork }) {
  const kinds = [
    { id: 'alerts', title: 'Alerts', count: work.alertsTotal.count, total: countText(work.alertsTotal) },
    {
      id: 'requests',
      title: 'Documents to look at',
      count: work.requestsTotal.count,
      total: countText(work.requestsTotal),
    },
    ...work.kinds.map((kind) => ({ ...kind, count: 1 })),
    {
      id: 'waiting-for-you-list',
      title: 'Clients to take on',
      count: work.mineTotal.count,
      total: countText(work.mineTotal),
    },
  ].filter(({ count }) => count > 0);
  if (kinds.length === 0) {
    return <p className="mt-4 text-ink-soft">Nothing waits for you today.</p>;
  }
  return (
    <nav className="mt-4" aria-label="What waits for you">
      <ul className="flex flex-wrap gap-2">
        {kinds.map(({ id, title, total }) => (
          <li key={id}>
            <a href={`#${id}`} className="panel block px-3 py-2 no-underline hover:border-line-strong">
              <span className="text-lg font-semibold text-ink tabular-nums">{total}</span>{' '}
              <span className="text-ink-soft">{title}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
