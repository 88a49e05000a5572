import { Form, Link } from '@remix-run/react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { Badge, openBadge, resolvedBadge } from '../../components/badge.tsx';
import { ButtonLink } from '../../components/button.tsx';
import { SectionMessage } from '../../components/flash-message.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { EmptyState } from '../../components/list-page/empty-state.tsx';
import { ListPages } from '../../components/list-page/pagination.tsx';
import { Panel } from '../../components/panel.tsx';
import { type Column, DataTable, formatShownOfTotal } from '../../components/table.tsx';
import type { MonitoringResult } from './actions.server.ts';
import type { loadWorklist, loadWorklists } from './worklists.server.ts';

type Worklists = Awaited<ReturnType<typeof loadWorklists>>;
type Worklist = Awaited<ReturnType<typeof loadWorklist>>;
type Run = Worklist['runs'][number];

function RunResult({ run }: { run: Run }) {
  const screened = run.screened === 1 ? '1 client' : `${run.screened} clients`;
  return (
    <>
      {run.isRunning ? <Badge by={openBadge}>Running</Badge> : <Badge by={resolvedBadge}>Completed</Badge>}:{' '}
      {screened}
      {run.matched > 0 ? `, ${run.matched} with new matches` : ', no new matches'}
      {run.failed > 0 ? `, ${run.failed} could not be screened` : ''}
    </>
  );
}

const worklistColumns: Column<Worklists['worklists'][number]>[] = [
  {
    title: 'Name',
    cell: ({ id, name, isDefault }) => (
      <>
        <a href={`/monitoring?view=worklists&worklist=${id}`}>{name}</a>
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

const enrolledColumns: Column<Worklist['rows'][number]>[] = [
  {
    title: 'Client',
    cell: ({ clientId, name }) => <a href={clientSectionUrl(clientId, 'screening')}>{name}</a>,
  },
  { title: 'Status', label: '', isWide: true, cell: ({ paused }) => paused ?? 'Active' },
  { title: 'Enrolled', isWhole: true, cell: ({ since }) => since },
  {
    title: 'Last screened',
    isWhole: true,
    cell: ({ last }) => last ?? <span className="text-ink-soft">Not yet</span>,
  },
];

/** All worklists with their checks, frequency and enrolled clients. */
export function WorklistsView({ page }: { page: Worklists }) {
  const { worklists, notEnrolled, canManage } = page;
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

/** One worklist: its runs and its enrolled clients. */
export function WorklistView({ page, result }: { page: Worklist; result?: MonitoringResult | undefined }) {
  const { name, runs, next } = page;
  return (
    <>
      <p className="mt-4 text-sm">
        <Link to="/monitoring?view=worklists">All worklists</Link>
      </p>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-3">
        <h2>{name}</h2>
        <p className="text-ink-soft">{next ? `Next run on ${next}` : 'Paused'}</p>
      </div>
      {result?.form === 'transitionEnrolment' ? (
        <div className="mt-4">
          <ErrorSummary formId="transitionEnrolment" errors={result.reply.error ?? {}} reply={result} />
        </div>
      ) : null}
      <RunsPanel runs={runs} />
      <EnrolledClients page={page} />
    </>
  );
}

function RunsPanel({ runs }: Pick<Worklist, 'runs'>) {
  return (
    <Panel headingId="runs-heading" title="Runs" level={3} className="mt-4">
      {runs.length === 0 ? (
        <p className="text-ink-soft">
          No runs yet. New enrolments are screened within minutes, then on schedule.
        </p>
      ) : (
        <ul className="grid gap-1.5">
          {runs.map((run) => (
            <li key={run.id}>
              {run.started} <span className="text-ink-soft">{run.kind}.</span> <RunResult run={run} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function EnrolledClients({ page }: { page: Worklist }) {
  const { name, rows, total, firstHref, nextHref } = page;
  return (
    <section id="watched" className="mt-6" aria-labelledby="watched-heading">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="watched-heading">Enrolled clients</h3>
        {page.mayWrite ? (
          <Link to={`/clients?select=1&worklist=${page.id}`}>Select clients to enrol</Link>
        ) : null}
      </div>
      <div className="mt-2 empty:hidden">
        <SectionMessage at="watched" />
      </div>
      {rows.length === 0 ? (
        <p className="mt-2 text-ink-soft">No clients enrolled.</p>
      ) : (
        <>
          <p className="mt-1 mb-2 text-sm text-ink-soft tabular-nums">
            {formatShownOfTotal(rows.length, total)}
          </p>
          <DataTable
            caption={`Clients enrolled in ${name}`}
            columns={[
              ...enrolledColumns,
              {
                title: 'Actions',
                label: '',
                cell: (row) =>
                  page.mayWrite ? <TransitionForm row={row} requestKey={page.requestKey} /> : null,
              },
            ]}
            rows={rows}
            rowKey={({ id }) => id}
          />
          <ListPages firstHref={firstHref} nextHref={nextHref} />
        </>
      )}
    </section>
  );
}

function TransitionForm({ row, requestKey }: { row: Worklist['rows'][number]; requestKey: string }) {
  return (
    <Form method="post" className="flex gap-2" preventScrollReset>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="enrolmentId" value={row.id} />
      <input type="hidden" name="version" value={row.version} />
      <input type="hidden" name="intent" value="transitionEnrolment" />
      <SubmitButton
        name="to"
        value={row.isPausedByHand ? 'active' : 'paused'}
        variant="secondary"
        size="small"
      >
        {row.isPausedByHand ? 'Resume' : 'Pause'}
        <span className="sr-only"> {row.name}</span>
      </SubmitButton>
      <SubmitButton name="to" value="ended" variant="secondary" size="small">
        End
        <span className="sr-only"> {row.name}</span>
      </SubmitButton>
    </Form>
  );
}
