import { Form, Link } from '@remix-run/react';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { ListPages } from '../../components/list-page/list-pages.tsx';
import { Marked, openMark, settledMark } from '../../components/mark.tsx';
import { RecordTable, shownText } from '../../components/table.tsx';
import type { MonitoringAnswer } from './answers.server.ts';
import type { loadWorklist, loadWorklists } from './worklists.server.ts';

type Worklists = Awaited<ReturnType<typeof loadWorklists>>;
type Worklist = Awaited<ReturnType<typeof loadWorklist>>;
type Run = Worklist['runs'][number];

function Came({ run }: { run: Run }) {
  const screened = run.screened === 1 ? '1 client' : `${run.screened} clients`;
  return (
    <>
      {run.isRunning ? <Marked by={openMark}>Running</Marked> : <Marked by={settledMark}>Done</Marked>}:{' '}
      {screened}
      {run.matched > 0 ? `, ${run.matched} with something to decide` : ', nothing new'}
      {run.failed > 0 ? `, ${run.failed} could not be screened` : ''}
    </>
  );
}

/** Worklists with whom they watch, and the way to what each does. */
export function WorklistsView({ shown }: { shown: Worklists }) {
  const { worklists, notEnrolled, mayManage } = shown;
  return (
    <>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-form text-ink-soft">
          A worklist says what its clients are watched for and how often. New clients go to the default one.
        </p>
        {mayManage ? (
          <Link to="/settings?view=worklists" className="button">
            Set up worklists
          </Link>
        ) : null}
      </div>
      {notEnrolled ? (
        <p className="notice notice-attention mt-4">
          {notEnrolled}{' '}
          {notEnrolled === '1' ? 'client that you deal with is' : 'clients that you deal with are'} watched by
          no worklist. <Link to="/clients?select=1">Choose clients to enrol</Link>
        </p>
      ) : null}
      {worklists.length === 0 ? (
        <div className="panel mt-4 px-6 py-10">
          <h2>No worklist yet</h2>
          <p className="mt-2 text-ink-soft">
            Nobody is watched until there is one. An owner or compliance officer makes it.
          </p>
        </div>
      ) : (
        <div className="mt-4">
          <RecordTable
            caption="Worklists"
            columns={[
              { label: 'Name' },
              { label: 'Watches for' },
              { label: 'How often' },
              { label: 'Clients', isFigure: true },
              { label: 'Last run' },
              { label: 'Next' },
            ]}
          >
            {worklists.map((worklist) => (
              <tr key={worklist.id}>
                <td>
                  <Link to={`/monitoring?view=worklists&worklist=${worklist.id}`}>{worklist.name}</Link>
                  {worklist.isDefault ? <span className="font-normal text-ink-soft"> default</span> : null}
                </td>
                <td className="max-md:col-span-2">
                  {worklist.checks}; from {worklist.threshold} of 100 on
                </td>
                <td data-label="How often">{worklist.frequency}</td>
                <td data-label="Clients" className="md:text-right tabular-nums">
                  {worklist.enrolled}
                </td>
                <td data-label="Last run" className="max-md:col-span-2">
                  {worklist.last ? (
                    <span>
                      {worklist.last.kind}, {worklist.last.started}. <Came run={worklist.last} />
                    </span>
                  ) : (
                    <span className="text-ink-soft">Not yet</span>
                  )}
                </td>
                <td data-label="Next" className="whole">
                  {worklist.next ?? <span className="text-ink-soft">Paused</span>}
                </td>
              </tr>
            ))}
          </RecordTable>
        </div>
      )}
    </>
  );
}

/** One worklist: its runs, and whom it watches since when. */
export function WorklistView({ shown, answer }: { shown: Worklist; answer?: MonitoringAnswer | undefined }) {
  const { name, runs, rows, total, next, firstHref, nextHref } = shown;
  return (
    <>
      <p className="mt-4 text-sm">
        <Link to="/monitoring?view=worklists">All worklists</Link>
      </p>
      <div className="mt-2 flex flex-wrap items-baseline justify-between gap-3">
        <h2>{name}</h2>
        <p className="text-ink-soft">{next ? `Next run on ${next}` : 'No run while paused'}</p>
      </div>
      {answer?.form === 'moveEnrolment' ? (
        <div className="mt-4">
          <ErrorSummary formId="moveEnrolment" errors={answer.reply.error ?? {}} reply={answer} />
        </div>
      ) : null}
      <section className="panel mt-4 p-4" aria-labelledby="runs-heading">
        <h3 id="runs-heading">Runs</h3>
        {runs.length === 0 ? (
          <p className="mt-2 text-ink-soft">
            None yet. Who is enrolled is screened within minutes, and then by the calendar.
          </p>
        ) : (
          <ul className="mt-2 grid gap-1.5">
            {runs.map((run) => (
              <li key={run.id}>
                {run.started} <span className="text-ink-soft">{run.kind}.</span> <Came run={run} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="mt-6" aria-labelledby="watched-heading">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 id="watched-heading">Whom it watches</h3>
          {shown.mayWrite ? (
            <Link to={`/clients?select=1&worklist=${shown.id}`}>Choose clients to enrol</Link>
          ) : null}
        </div>
        {rows.length === 0 ? (
          <p className="mt-2 text-ink-soft">Nobody yet.</p>
        ) : (
          <>
            <p className="mt-1 mb-2 text-sm text-ink-soft tabular-nums">{shownText(rows.length, total)}</p>
            <RecordTable
              caption={`Clients that ${name} watches`}
              columns={[
                { label: 'Client' },
                { label: 'Standing' },
                { label: 'Enrolled' },
                { label: 'Last screened' },
                { label: 'Change' },
              ]}
            >
              {rows.map((row) => (
                <tr key={row.id}>
                  <td>
                    <Link to={`/clients/${row.clientId}#screening`}>{row.name}</Link>
                  </td>
                  <td className="max-md:col-span-2">{row.paused ?? 'Watched'}</td>
                  <td data-label="Enrolled" className="whole">
                    {row.since}
                  </td>
                  <td data-label="Last screened" className="whole">
                    {row.last ?? <span className="text-ink-soft">Not yet</span>}
                  </td>
                  <td>{shown.mayWrite ? <MoveEnrolment row={row} requestKey={shown.requestKey} /> : null}</td>
                </tr>
              ))}
            </RecordTable>
            <ListPages firstHref={firstHref} nextHref={nextHref} />
          </>
        )}
      </section>
    </>
  );
}

function MoveEnrolment({ row, requestKey }: { row: Worklist['rows'][number]; requestKey: string }) {
  return (
    <Form method="post" className="flex gap-2" preventScrollReset>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="enrolmentId" value={row.id} />
      <input type="hidden" name="version" value={row.version} />
      <input type="hidden" name="intent" value="moveEnrolment" />
      <SubmitButton name="to" value={row.isPausedByHand ? 'active' : 'paused'} look="secondary">
        {row.isPausedByHand ? 'Resume' : 'Pause'}
        <span className="sr-only"> {row.name}</span>
      </SubmitButton>
      <SubmitButton name="to" value="ended" look="secondary">
        End
        <span className="sr-only"> {row.name}</span>
      </SubmitButton>
    </Form>
  );
}
