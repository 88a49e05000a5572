import { Link } from '@remix-run/react';
import { PanelPages } from '../../components/panel-pages.tsx';
import type { RequestPanelAnswer } from './answers.server.ts';
import type { RequestsPanelData } from './panel.server.ts';
import { RequestForm } from './request-form.tsx';
import { RequestView } from './request-view.tsx';
import { RequestStatusMark } from './status-mark.tsx';

/** Document requests of a client: those that were sent, one of them whole, and the form that starts one. */
export function RequestsPanel({
  panel,
  answer,
}: {
  panel: RequestsPanelData;
  answer: RequestPanelAnswer | undefined;
}) {
  const { clientId, lines, shown, form, sendRefusal, isAuditor, nextBefore, isFirstPage, requestKey } = panel;
  return (
    <section
      id="requests"
      className="panel mt-6 grid scroll-mt-4 gap-4 p-4"
      aria-labelledby="requests-heading"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="requests-heading">Document requests</h2>
        {sendRefusal === null && form === null ? (
          <Link to="?request=new#requests" className="button print:hidden" preventScrollReset>
            Ask for documents
          </Link>
        ) : null}
      </div>
      {sendRefusal !== null && !isAuditor ? (
        <p className="hint">
          {sendRefusal} <Link to="/settings?view=billing">Go to billing</Link>
        </p>
      ) : null}
      {form ? <RequestForm clientId={clientId} form={form} answer={answer} requestKey={requestKey} /> : null}
      {shown ? <RequestView request={shown} answer={answer} requestKey={requestKey} /> : null}
      {lines.length === 0 ? (
        <p className="text-ink-soft">Nothing was asked for yet.</p>
      ) : (
        <ul className="grid gap-3">
          {lines.map((line) => (
            <li key={line.id} className="grid gap-1 border-t border-line pt-3 first:border-t-0 first:pt-0">
              <p className="flex flex-wrap items-baseline justify-between gap-x-4">
                <Link
                  to={`?request=${line.id}#requests`}
                  className="font-semibold"
                  preventScrollReset
                  aria-current={shown?.id === line.id ? 'true' : undefined}
                >
                  {line.recipientName}, {line.sentText ?? 'not sent'}
                </Link>
                <RequestStatusMark status={line.status} text={line.statusText} />
              </p>
              <p className="hint">
                {line.items.given} of {line.items.total} given, {line.items.accepted} accepted · due{' '}
                {line.dueText}
                {line.isOverdue ? <span className="text-danger"> · overdue</span> : null}
              </p>
            </li>
          ))}
        </ul>
      )}
      <PanelPages
        newestHref={isFirstPage ? null : `/clients/${clientId}#requests`}
        earlierHref={nextBefore === null ? null : `?requestsBefore=${nextBefore}#requests`}
      />
    </section>
  );
}
