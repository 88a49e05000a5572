import { Form, Link } from '@remix-run/react';
import { DocumentLine } from '../../components/documents/document-line.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import type { RequestPanelAnswer } from './answers.server.ts';
import type { ShownRequest } from './panel.server.ts';
import { RequestStatusMark } from './status-mark.tsx';

interface Frame {
  request: ShownRequest;
  answer: RequestPanelAnswer | undefined;
  requestKey: string;
}

/** A request whole: how it stands, its items to decide, what can be done, its mails and its timeline. */
export function RequestView({ request, answer, requestKey }: Frame) {
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
      <ol className="grid gap-4">
        {request.items.map((item) => (
          <ItemLine key={item.id} item={item} request={request} answer={answer} requestKey={requestKey} />
        ))}
      </ol>
      <Moves request={request} answer={answer} requestKey={requestKey} />
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

function Hidden({
  request,
  intent,
  requestKey,
}: {
  request: ShownRequest;
  intent?: string;
  requestKey: string;
}) {
  return (
    <>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="panel" value="request" />
      <input type="hidden" name="requestId" value={request.id} />
      <input type="hidden" name="version" value={request.version} />
      {intent ? <input type="hidden" name="intent" value={intent} /> : null}
    </>
  );
}

function ItemLine({
  item,
  request,
  answer: given,
  requestKey,
}: Frame & { item: ShownRequest['items'][number] }) {
  const { id, label, asks, required, statusText, rejectReason, details, documents, givenText } = item;
  const answer = given?.form === id ? given : undefined;
  const formId = `decide-${id}`;
  const field = plainFields(formId, answer?.reply);
  const mayDecide = request.moves.includes('decide') && item.status !== 'requested';
  return (
    <li className="grid gap-2 border-t border-line pt-3 first:border-t-0 first:pt-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <span className="font-semibold">{label}</span>{' '}
          <span className="hint">
            {asks}
            {required ? '' : ', optional'}
          </span>
        </span>
        <span className={item.status === 'rejected' ? 'text-danger' : 'text-ink-soft'}>
          {statusText}
          {givenText ? <span className="hint"> {givenText}</span> : null}
        </span>
      </p>
      {rejectReason ? <p className="notice notice-attention whitespace-pre-line">{rejectReason}</p> : null}
      {details.length > 0 ? (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {details.map(({ label: name, text }) => (
            <div key={name} className="contents">
              <dt className="text-ink-soft">{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {documents.length > 0 ? (
        <ul className="grid gap-2">
          {documents.map((document) => (
            <li key={document.id}>
              <DocumentLine document={document} details={`${document.sizeText} · ${document.addedText}`} />
            </li>
          ))}
        </ul>
      ) : null}
      {mayDecide ? (
        <Form
          method="post"
          id={formId}
          className="grid max-w-form gap-3 print:hidden"
          aria-label={`Decide on ${label}`}
          preventScrollReset
        >
          <Hidden request={request} requestKey={`${requestKey}-${id.slice(-12)}`} />
          <input type="hidden" name="itemId" value={id} />
          <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
          <TextArea
            field={field('reason')}
            label="What is wrong with it"
            hint={`Only if you do not accept it. ${request.recipientName} reads it`}
            optional
            rows={2}
            maxLength={500}
          />
          <p className="flex flex-wrap gap-3">
            <SubmitButton name="intent" value="accept" look="secondary" busy="Accepting…">
              Accept<span className="sr-only"> {label}</span>
            </SubmitButton>
            <SubmitButton name="intent" value="reject" look="secondary" busy="Noting…">
              Do not accept<span className="sr-only"> {label}</span>
            </SubmitButton>
          </p>
        </Form>
      ) : null}
    </li>
  );
}

function Moves({ request, answer: given, requestKey }: Frame) {
  const { moves, clientId } = request;
  const answerOf = (intent: string) => (given?.form === intent ? given : undefined);
  const sending = moves.includes('send') ? 'send' : moves.includes('sendAgain') ? 'sendAgain' : undefined;
  const sendAnswer = sending ? answerOf(sending) : undefined;
  const sendField = plainFields('request-send', sendAnswer?.reply, {
    dueOn: request.nextDueOn,
    recipientEmail: request.recipientEmail ?? '',
  });
  const cancelField = plainFields('request-cancel', answerOf('cancel')?.reply);
  return (
    <div className="grid gap-3 border-t border-line pt-4 print:hidden">
      {moves.includes('requestChanges') ? (
        <Form method="post" id="request-changes" preventScrollReset>
          <Hidden request={request} intent="changes" requestKey={`${requestKey}-changes`} />
          <ErrorSummary
            formId="request-changes"
            errors={answerOf('changes')?.reply.error ?? {}}
            reply={given}
          />
          <SubmitButton busy="Asking…">Ask again for what was not accepted</SubmitButton>
        </Form>
      ) : null}
      {moves.includes('remind') ? (
        <Form method="post" id="request-remind" className="grid gap-2" preventScrollReset>
          <Hidden request={request} intent="remind" requestKey={`${requestKey}-remind`} />
          <ErrorSummary
            formId="request-remind"
            errors={answerOf('remind')?.reply.error ?? {}}
            reply={given}
          />
          <p>
            <SubmitButton look="secondary" busy="Reminding…">
              Remind now
            </SubmitButton>
          </p>
        </Form>
      ) : null}
      {sending ? (
        <details open={sendAnswer !== undefined || sending === 'send' || request.status === 'expired'}>
          <summary>{sending === 'send' ? 'Send it' : 'Send again with a new link'}</summary>
          <Form method="post" id="request-send" className="mt-3 grid max-w-form gap-3" preventScrollReset>
            <Hidden request={request} intent={sending} requestKey={`${requestKey}-send`} />
            <ErrorSummary formId="request-send" errors={sendAnswer?.reply.error ?? {}} reply={sendAnswer} />
            {sending === 'sendAgain' ? (
              <p className="hint">
                The link that was sent before stops working at once. What was given stays.
              </p>
            ) : null}
            <TextInput
              field={sendField('dueOn')}
              label="Due on"
              type="date"
              required
              className="sm:max-w-60"
            />
            <TextInput field={sendField('recipientEmail')} label="Email address" type="email" optional />
            <p>
              <SubmitButton look="secondary" busy="Sending…">
                {sending === 'send' ? 'Send request' : 'Send a new link'}
              </SubmitButton>
            </p>
          </Form>
        </details>
      ) : null}
      {moves.includes('cancel') ? (
        <details open={answerOf('cancel') !== undefined}>
          <summary>Cancel the request</summary>
          <Form method="post" id="request-cancel" className="mt-3 grid max-w-form gap-3" preventScrollReset>
            <Hidden request={request} intent="cancel" requestKey={`${requestKey}-cancel`} />
            <ErrorSummary
              formId="request-cancel"
              errors={answerOf('cancel')?.reply.error ?? {}}
              reply={answerOf('cancel')}
            />
            <TextArea field={cancelField('reason')} label="Reason" rows={2} maxLength={500} required />
            <p>
              <SubmitButton look="danger" busy="Cancelling…">
                Cancel the request
              </SubmitButton>
            </p>
          </Form>
        </details>
      ) : null}
      <p>
        <Link to={`/clients/${clientId}#requests`} preventScrollReset>
          Close
        </Link>
      </p>
    </div>
  );
}
