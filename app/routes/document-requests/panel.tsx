import { Link } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { ButtonLink } from '../../components/button.tsx';
import { SectionMessage } from '../../components/flash-message.tsx';
import { Panel } from '../../components/panel.tsx';
import { PanelPages } from '../../components/panel-pagination.tsx';
import type { RequestPanelResult } from './actions.server.ts';
import type { RequestsPanelData } from './panel.server.ts';
import { RequestStatusBadge } from './status-badge.tsx';

/** They load when a request is opened: their fields are heavy, and few visits need them. */
const RequestForm = lazy(async () => ({ default: (await import('./request-form.tsx')).RequestForm }));
const RequestView = lazy(async () => ({ default: (await import('./request-view.tsx')).RequestView }));

/** A client's document requests: the list, the open one, and the form of a new one. */
export function RequestsPanel({
  panel,
  result,
}: {
  panel: RequestsPanelData;
  result: RequestPanelResult | undefined;
}) {
  const { clientId, lines, shown, form, sendDenialReason, isAuditor, nextBefore, isFirstPage, requestKey } =
    panel;
  return (
    <Panel
      id="requests"
      title="Document requests"
      action={
        sendDenialReason === null && form === null ? (
          <ButtonLink to="?request=new#requests" preventScrollReset>
            New document request
          </ButtonLink>
        ) : null
      }
      className="mt-5"
    >
      <SectionMessage at="requests" />
      {sendDenialReason !== null && !isAuditor ? (
        <p className="hint">
          {sendDenialReason} <Link to={settingsUrl('billing')}>Go to billing</Link>
        </p>
      ) : null}
      <Suspense>
        {form ? (
          <RequestForm clientId={clientId} form={form} result={result} requestKey={requestKey} />
        ) : null}
        {shown ? <RequestView request={shown} result={result} requestKey={requestKey} /> : null}
      </Suspense>
      {lines.length === 0 ? (
        <p className="text-ink-soft">No document requests</p>
      ) : (
        <ul className="grid gap-3">
          {lines.map((line) => (
            <RequestLine key={line.id} line={line} isOpen={shown?.id === line.id} />
          ))}
        </ul>
      )}
      <PanelPages
        newestHref={isFirstPage ? null : clientSectionUrl(clientId, 'requests')}
        earlierHref={nextBefore === null ? null : `?requestsBefore=${nextBefore}#requests`}
      />
    </Panel>
  );
}

function RequestLine({ line, isOpen }: { line: RequestsPanelData['lines'][number]; isOpen: boolean }) {
  return (
    <li className="grid gap-1 border-t border-line pt-3 first:border-t-0 first:pt-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link
          to={`?request=${line.id}#requests`}
          className="font-semibold"
          preventScrollReset
          aria-current={isOpen ? 'true' : undefined}
        >
          {line.recipientName}, {line.sentLabel ?? 'not sent'}
        </Link>
        <RequestStatusBadge status={line.status} text={line.statusText} />
      </p>
      <p className="hint">
        {line.itemsText} · due {line.dueLabel}
        {line.isOverdue ? <span className="text-danger"> · overdue</span> : null}
      </p>
    </li>
  );
}
