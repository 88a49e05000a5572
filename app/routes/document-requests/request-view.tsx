import { Link } from '@remix-run/react';
import type { ShownRequest } from './panel.server.ts';
import type { RequestFrame } from './request-frame.tsx';
import { RequestItemLine } from './request-item-line.tsx';
import { RequestMoves } from './request-moves.tsx';
import { RequestStatusMark } from './status-mark.tsx';

/** A request whole: how it stands, its items to decide, what can be done, its mails and its timeline. */
export function RequestView({ request, answer, requestKey }: RequestFrame) {
  const { recipientName, recipientEmail, statusText, status, dueText, endText, submittedText, consentText } =
    request;
  return (
    <section className="grid gap-4 rounded border border-line p-4" aria-labelledby="request-heading">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="request-heading" className="font-semibold">
          Asked of {recipientName}
        </h3>
        <RequestStatusMark status={status} text={statusText} />
      </div>
      <p className="hint">
        {recipientEmail ?? 'No email address'} · due {dueText}
        {endText ? ` · link until ${endText}` : ''}
        {submittedText ? ` · sent in ${submittedText}` : ''}
        {consentText ? ` · agreed to its use ${consentText}` : ''}
      </p>
      {request.message ? <p className="whitespace-pre-line">{request.message}</p> : null}
      {request.link ? (
        <div className="notice notice-attention grid gap-1">
          <p>Hand this link to {recipientName} and nobody else:</p>
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
            answer={answer}
            requestKey={requestKey}
          />
        ))}
      </ol>
      <RequestMoves request={request} answer={answer} requestKey={requestKey} />
      <details>
        <summary>Mails and timeline</summary>
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
    </section>
  );
}

/** What becomes of what is accepted. */
function EvidenceTarget({ request: { verification, clientId } }: { request: ShownRequest }) {
  if (verification === null) return null;
  const { id, kind, text, isOpen } = verification;
  const link = (
    <Link to={`/clients/${clientId}/${kind === 'individual' ? 'individual' : 'kyb'}_verifications/${id}`}>
      {text}
    </Link>
  );
  return isOpen ? (
    <p className="hint">What you accept becomes evidence of: {link}.</p>
  ) : (
    <p className="hint">
      {link} is decided or over, so what you accept is kept here alone. Begin another verification to have it
      as evidence.
    </p>
  );
}
