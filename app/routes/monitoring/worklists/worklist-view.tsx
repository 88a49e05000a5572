import type { MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { monitoringUrl } from '#rules/pages/monitoring-pages.ts';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { SectionMessage } from '../../../components/flash-message.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { ListPages } from '../../../components/list-page/pagination.tsx';
import { Panel } from '../../../components/panel.tsx';
import { type Column, DataTable, formatShownOfTotal } from '../../../components/table.tsx';
import { asMember } from '../../../session/session.server.ts';
import { handleWorklistAction } from '../actions.server.ts';
import { monitoringTitle } from '../monitoring-title.ts';
import { RunResult } from './run-result.tsx';
import { loadWorklist } from './worklists.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data, error }) => monitoringTitle(error, data?.name);

export const loader = asMember(loadWorklist);

export const action = asMember(handleWorklistAction);

export const ErrorBoundary = ErrorInLayout;

type Worklist = Awaited<ReturnType<typeof loadWorklist>>;

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

/** One worklist: its runs and its enrolled clients. */
export default function WorklistView() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { name, runs, next } = page;
  return (
    <>
      <p className="mt-4 text-sm">
        <Link to={monitoringUrl('worklists')}>All worklists</Link>
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
