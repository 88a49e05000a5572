import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData, useRouteLoaderData } from '@remix-run/react';
import type { ClientListItem } from '#contract/clients.ts';
import { listSubmittedRequests } from '#contract/document-requests.ts';
import { readHome } from '#contract/home.ts';
import { alertLine } from '../../components/alert-lines.server.ts';
import { WaitingAlerts } from '../../components/alert-lines.tsx';
import { countText } from '../../components/table.tsx';
import { asMember } from '../../session.server.ts';
import { useAppState } from '../../state.ts';
import { dayText } from '../clients/instant-text.server.ts';
import type { loader as mainLayoutLoader } from '../main-layout.tsx';
import { ClientShortList, type ShortListRow } from './client-short-list.tsx';
import { RestrictedHome } from './restricted-home.tsx';
import { StatusCounts } from './status-counts.tsx';
import { SubmittedRequests } from './submitted-requests.tsx';

export const meta: MetaFunction = () => [{ title: 'Home – Assay' }];

export const loader = asMember(async ({ api, me }) => {
  // A restricted company's records are closed, and the API's refusal leads here.
  const { company } = await me();
  if (company.accessRestricted) return { work: null };
  const [home, submitted] = await Promise.all([
    api.call(readHome, {}),
    api.call(listSubmittedRequests, { query: {} }),
  ]);
  const { mine, recentlyAdded, alerts, alertsTotal, ...counts } = home;
  const rows = (clients: ClientListItem[]): ShortListRow[] =>
    clients.map(({ id, displayName, clientType, status, createdAt }) => ({
      id,
      displayName,
      clientType,
      status,
      added: dayText(createdAt, company.timeZone),
    }));
  const waiting = {
    alerts: alerts.map((alert) => alertLine(alert, company.timeZone)),
    alertsTotal: countText(alertsTotal),
    requests: submitted.items.map(({ id, clientId, clientName, recipientName, submittedAt, createdAt }) => ({
      id,
      href: `/clients/${clientId}?request=${id}#requests`,
      clientName,
      recipientName,
      submitted: dayText(submittedAt ?? createdAt, company.timeZone),
    })),
    requestsTotal: countText(submitted.total),
  };
  return { work: { ...counts, ...waiting, mine: rows(mine), recentlyAdded: rows(recentlyAdded) } };
});

export default function Home() {
  const { work } = useLoaderData<typeof loader>();
  const main = useRouteLoaderData<typeof mainLayoutLoader>('routes/main-layout');
  const { auth } = useAppState();
  if (work === null) return main ? <RestrictedHome company={main.company} member={main.member} /> : null;
  const hasClients = work.clientsByStatus.some(({ total }) => total.count > 0);
  const mayWrite = auth.member?.role !== 'auditor';
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1>Home</h1>
        {mayWrite && hasClients ? (
          <Link to="/clients/create" className="button button-primary">
            New client
          </Link>
        ) : null}
      </div>
      {hasClients ? <Work work={work} /> : <NoClients mayWrite={mayWrite} />}
    </>
  );
}

type HomeWork = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>['work']>;

function Work({ work }: { work: HomeWork }) {
  return (
    <div className="mt-4 grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <div className="grid gap-4">
        <WaitingAlerts alerts={work.alerts} total={work.alertsTotal} />
        <SubmittedRequests requests={work.requests} total={work.requestsTotal} />
        <ClientShortList
          title="Waiting for you"
          about={`Clients you are responsible for that are not active yet: ${countText(work.mineTotal)}, oldest first.`}
          clients={work.mine}
          all={{ to: '/clients?responsible=me&sort=oldest', label: 'All your clients' }}
          empty="Nothing waits for you: every client you are responsible for is active or closed."
        />
      </div>
      <div className="grid gap-4">
        <StatusCounts counts={work.clientsByStatus} unassigned={work.unassignedTotal} />
        <ClientShortList
          title="Recently added"
          clients={work.recentlyAdded}
          all={{ to: '/clients?sort=newest', label: 'Newest first' }}
          empty="No client was added yet."
          isNarrow
        />
      </div>
    </div>
  );
}

function NoClients({ mayWrite }: { mayWrite: boolean }) {
  return (
    <section className="panel mt-4 max-w-form px-6 py-8">
      <h2>No clients yet</h2>
      <p className="mt-2">
        A client is an individual or a business that your company must know before it acts for them. Once
        there are some, this page shows what waits for you.
      </p>
      {mayWrite ? (
        <p className="mt-4">
          <Link to="/clients/create" className="button button-primary">
            Add your first client
          </Link>
        </p>
      ) : (
        <p className="mt-2">Your role reads only: somebody else in your company adds clients.</p>
      )}
    </section>
  );
}
