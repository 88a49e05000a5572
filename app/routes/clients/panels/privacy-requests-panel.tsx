import { Link } from '@remix-run/react';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { listPrivacyRequests } from '#contract/privacy/requests.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { privacyDecisionLabels, privacyRequestKindLabels } from '#rules/privacy/requests.ts';
import { ButtonLink } from '../../../components/button.tsx';
import { Panel } from '../../../components/panel.tsx';

type Requests = EndpointResponse<typeof listPrivacyRequests>['requests'];

/** A client's requests for access and correction, for its page. */
export const toPrivacyRequestLines = (requests: Requests) =>
  requests.map(({ id, kind, receivedOn, dueOn, decided, statement, isOverdue }) => ({
    id,
    kind: privacyRequestKindLabels[kind],
    received: formatDate(receivedOn),
    state:
      decided === null
        ? `${isOverdue ? 'Overdue since' : 'To decide by'} ${formatDate(dueOn)}`
        : privacyDecisionLabels[decided.decision],
    isOverdue,
    statement: statement?.text ?? null,
  }));

/** Requests of the person, with the statements of corrections that were not made, which must be read with the record. */
export function PrivacyRequestsPanel({
  clientId,
  lines,
  mayRecord,
}: {
  clientId: string;
  lines: ReturnType<typeof toPrivacyRequestLines>;
  mayRecord: boolean;
}) {
  const recordHref = settingsUrl('privacy', { client: clientId });
  if (lines.length === 0) {
    return (
      <p id="privacy" className="hint">
        No requests for access and correction.{' '}
        {mayRecord ? (
          <Link to={recordHref} className="print:hidden">
            Record a request
          </Link>
        ) : null}
      </p>
    );
  }
  return (
    <Panel
      id="privacy"
      title="Requests for access and correction"
      action={mayRecord ? <ButtonLink to={recordHref}>Record a request</ButtonLink> : null}
    >
      <ul className="grid gap-3">
        {lines.map((line) => (
          <li key={line.id} className="[overflow-wrap:anywhere]">
            <p>
              <Link to={settingsUrl('privacy', { request: line.id })}>{line.kind}</Link>, received{' '}
              {line.received}:{' '}
              <span className={line.isOverdue ? 'text-danger' : undefined}>{line.state}</span>
            </p>
            {line.statement === null ? null : (
              <blockquote className="notice notice-warning mt-2">
                <p className="font-semibold">Statement of correction</p>
                <p className="whitespace-pre-line">{line.statement}</p>
              </blockquote>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
