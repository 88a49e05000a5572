import { Form, Link } from '@remix-run/react';
import { Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { Marked, type MarkProps } from '../../components/mark.tsx';
import { PanelPages } from '../../components/panel-pages.tsx';
import type { ScreeningPanelAnswer, ScreeningPanelData } from './screening-panel.server.ts';

const statusMarks: Record<ScreeningPanelData['lines'][number]['status'], MarkProps> = {
  queued: { className: 'mark mark-quiet', 'data-mark': '○' },
  noMatch: { className: 'mark mark-settled', 'data-mark': '✓' },
  needsReview: { className: 'mark mark-attention', 'data-mark': '◐' },
  resolved: { className: 'mark mark-settled', 'data-mark': '●' },
  error: { className: 'mark mark-danger', 'data-mark': '×' },
};

/** How the client is watched and what its screenings came to. */
export function ScreeningPanel({
  panel,
  answer,
}: {
  panel: ScreeningPanelData;
  answer: ScreeningPanelAnswer | undefined;
}) {
  const { clientId, enrolment, lines, undecided, screenRefusal, isReader, isFirstPage, nextBefore } = panel;
  return (
    <section
      id="screening"
      className="panel mt-6 grid scroll-mt-4 gap-4 p-4"
      aria-labelledby="screening-heading"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="screening-heading">Screening</h2>
        {screenRefusal === null ? (
          <Form method="post" className="print:hidden" preventScrollReset>
            <RequestKeyInput value={panel.requestKey} />
            <input type="hidden" name="panel" value="screening" />
            <SubmitButton name="intent" value="screen" look="secondary" busy="Screening…">
              Screen now
            </SubmitButton>
          </Form>
        ) : null}
      </div>
      <ErrorSummary formId="screening" errors={answer?.reply.error ?? {}} reply={answer} />
      {screenRefusal !== null && !isReader ? (
        <p className="hint">
          {screenRefusal} <Link to="/settings?view=billing">Go to billing</Link>
        </p>
      ) : null}
      {undecided > 0 ? (
        <p className="notice notice-attention">
          {undecided === 1 ? 'A match waits' : `${undecided} matches wait`} for a decision, of the client or
          of somebody who belongs to it. Nobody can be taken on before.
        </p>
      ) : null}
      <Watched panel={panel} />
      {lines.length === 0 ? (
        <p className="text-ink-soft">
          {enrolment ? 'Not screened yet: it happens within minutes.' : 'Not screened yet.'}
        </p>
      ) : (
        <ul className="grid gap-3">
          {lines.map((line) => (
            <li key={line.id} className="grid gap-0.5 border-t border-line pt-3 first:border-t-0 first:pt-0">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <span>
                  {line.alertHref ? (
                    <Link to={line.alertHref} className="font-semibold">
                      {line.at}
                    </Link>
                  ) : (
                    line.at
                  )}{' '}
                  <span className="hint">{line.how}</span>
                </span>
                <Marked by={statusMarks[line.status]}>{line.statusText}</Marked>
              </p>
              <p className="hint">
                {line.error ?? `Searched for ${line.searched}, ${line.settings}, in ${line.lists}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      <PanelPages
        newestHref={isFirstPage ? null : `/clients/${clientId}#screening`}
        earlierHref={nextBefore === null ? null : `?screeningsBefore=${nextBefore}#screening`}
      />
    </section>
  );
}

/** Which worklist watches the client, with what can be done about it. */
function Watched({ panel }: { panel: ScreeningPanelData }) {
  const { enrolment, worklists, isReader, requestKey } = panel;
  const field = plainFields('enrol', undefined, { worklistId: enrolment?.worklistId });
  const hidden = (
    <>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="panel" value="screening" />
    </>
  );
  return (
    <div className="grid gap-2">
      <p>
        {enrolment ? (
          <>
            Watched by{' '}
            <Link to={`/monitoring?view=worklists&worklist=${enrolment.worklistId}`}>
              {enrolment.worklistName}
            </Link>
            {enrolment.paused ? `, ${enrolment.paused}` : enrolment.next ? `, next on ${enrolment.next}` : ''}
            .
          </>
        ) : (
          'No worklist watches this client.'
        )}
      </p>
      {isReader || worklists.length === 0 ? null : (
        <details className="print:hidden">
          <summary>{enrolment ? 'Change how it is watched' : 'Have it watched'}</summary>
          <div className="mt-3 flex flex-wrap items-end gap-3">
            <Form method="post" className="flex flex-wrap items-end gap-3" preventScrollReset>
              {hidden}
              <Select field={field('worklistId')} label="Worklist" choices={worklists} />
              <SubmitButton name="intent" value="enrol" look="secondary">
                {enrolment ? 'Move to it' : 'Enrol'}
              </SubmitButton>
            </Form>
            {enrolment ? (
              <Form method="post" className="flex gap-2" preventScrollReset>
                {hidden}
                <input type="hidden" name="enrolmentId" value={enrolment.id} />
                <input type="hidden" name="version" value={enrolment.version} />
                <SubmitButton
                  name="intent"
                  value={enrolment.isPausedByHand ? 'active' : 'paused'}
                  look="secondary"
                >
                  {enrolment.isPausedByHand ? 'Resume' : 'Pause'}
                </SubmitButton>
                <SubmitButton name="intent" value="ended" look="secondary">
                  End
                </SubmitButton>
              </Form>
            ) : null}
          </div>
        </details>
      )}
    </div>
  );
}
