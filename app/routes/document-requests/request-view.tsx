import { Link } from '@remix-run/react';
import type { DocumentRequestView } from './panel.server.ts';
import { RequestActions } from './request-actions.tsx';
import type { RequestFrame } from './request-card.tsx';
import { RequestItemLine } from './request-item-line.tsx';
import { RequestStatusBadge } from './status-badge.tsx';

/** One request: status, items, actions, emails and timeline. */
export function RequestView({ request, result, requestKey }: RequestFrame) {
  const {
    recipientName,
    recipientEmail,
    statusText,
    status,
    dueLabel,
    endLabel,
    submittedText,
    consentText,
  } = request;
  return (
    <section className="grid gap-4 rounded border border-line p-4" aria-labelledby="request-heading">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="request-heading" className="font-semibold">
          Request to {recipientName}
        </h3>
        <RequestStatusBadge status={status} text={statusText} />
      </div>
      <p className="hint">
        {recipientEmail ?? 'No email address'} · due {dueLabel}
        {endLabel ? ` · link until ${endLabel}` : ''}
        {submittedText ? ` · sent in ${submittedText}` : ''}
        {consentText ? ` · agreed to its use ${consentText}` : ''}
      </p>
      {request.message ? <p className="whitespace-pre-line">{request.message}</p> : null}
      {request.link ? (
        <div className="notice notice-warning grid gap-1">
          <p>Share this link only with {recipientName}:</p>
          <p className="[overflow-wrap:anywhere] select-all">{request.link}</p>
        </div>
      ) : null}
      <EvidenceTarget request={request} />
      <ol className="grid gap-4">
        {request.items.map((item) => (
          <RequestItemLine
            key={item.id}
            item={item}
            request={request}
            result={result}
            requestKey={requestKey}
          />
        ))}
      </ol>
      <RequestActions request={request} result={result} requestKey={requestKey} />
      <RequestHistory request={request} />
    </section>
  );
}

function RequestHistory({ request }: { request: DocumentRequestView }) {
  return (
    <details>
      <summary>Emails and timeline</summary>
      <ul className="mt-2 grid gap-1">
        {request.mails.map(({ id, text, at, isFailed }) => (
          <li key={id} className={isFailed ? 'text-danger' : undefined}>
            {text} <span className="hint">{at}</span>
          </li>
        ))}
      </ul>
      <ol className="mt-3 grid gap-2">
        {request.timeline.map(({ seq, at, who, what, changes }) => (
          <li key={seq} className="border-l-2 border-line pl-3">
            <span className="font-semibold">{what}</span> <span className="hint">{`${who} · ${at}`}</span>
            {changes.map(({ label, after }) => (
              <p key={label} className="hint whitespace-pre-line">
                {label}: {after}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** Verification that accepted items become evidence for. */
function EvidenceTarget({ request: { verification, clientId } }: { request: DocumentRequestView }) {
  if (verification === null) return null;
  const { id, kind, text, isOpen } = verification;
  const link = (
    <Link to={`/clients/${clientId}/${kind === 'individual' ? 'individual' : 'kyb'}_verifications/${id}`}>
      {text}
    </Link>
  );
  return isOpen ? (
    <p className="hint">Accepted items become evidence for {link}.</p>
  ) : (
    <p className="hint">
      {link} is closed, so accepted items are stored with this request only. Start a new verification to use
      them as evidence.
    </p>
  );
}
