import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { worklistUrl } from '#rules/pages/monitoring-pages.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { EmptyState } from '../../../components/list-page/empty-state.tsx';
import { type Column, DataTable } from '../../../components/table.tsx';
import { asMember } from '../../../session/session.server.ts';
import { monitoringTitle } from '../monitoring-title.ts';
import { RunResult } from './run-result.tsx';
import { loadWorklists } from './worklists.server.ts';

export const meta: MetaFunction<typeof loader> = ({ error }) => monitoringTitle(error, 'Worklists');

export const loader = asMember(loadWorklists);

export const ErrorBoundary = ErrorInLayout;

type Worklists = Awaited<ReturnType<typeof loadWorklists>>;

const worklistColumns: Column<Worklists['worklists'][number]>[] = [
  {
    title: 'Name',
    cell: ({ id, name, isDefault }) => (
      <>
        <a href={worklistUrl(id)}>{name}</a>
        {isDefault ? <span className="font-normal text-ink-soft"> default</span> : null}
      </>
    ),
  },
  {
    title: 'Checks',
    label: '',
    isWide: true,
    cell: ({ checks, threshold }) => `${checks}; match threshold ${threshold}%`,
  },
  { title: 'Frequency', cell: ({ frequency }) => frequency },
  { title: 'Clients', isFigure: true, cell: ({ enrolled }) => enrolled },
  {
    title: 'Last run',
    isWide: true,
    cell: ({ last }) =>
      last ? (
        <span>
          {last.kind}, {last.started}. <RunResult run={last} />
        </span>
      ) : (
        <span className="text-ink-soft">Not yet</span>
      ),
  },
  { title: 'Next', isWhole: true, cell: ({ next }) => next ?? <span className="text-ink-soft">Paused</span> },
];

/** All worklists with their checks, frequency and enrolled clients. */
export default function WorklistsView() {
  const { worklists, notEnrolled, canManage } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-form text-ink-soft">
          A worklist sets which checks its clients get and how often. New clients are enrolled in the default
          worklist.
        </p>
        {canManage ? <ButtonLink to={settingsUrl('worklists')}>Set up worklists</ButtonLink> : null}
      </div>
      {notEnrolled ? (
        <p className="notice notice-warning mt-4">
          {notEnrolled} {notEnrolled === '1' ? 'client' : 'clients'} not enrolled in monitoring.{' '}
          <Link to="/clients?select=1">Enrol clients</Link>
        </p>
      ) : null}
      {worklists.length === 0 ? (
        <EmptyState title="No worklist yet">
          <p className="text-ink-soft">
            Clients are not monitored until a worklist exists. Ask an owner or compliance officer to create
            one.
          </p>
        </EmptyState>
      ) : (
        <div className="mt-4">
          <DataTable caption="Worklists" columns={worklistColumns} rows={worklists} rowKey={({ id }) => id} />
        </div>
      )}
    </>
  );
}
