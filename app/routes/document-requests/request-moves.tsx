import { Form, Link } from '@remix-run/react';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { type RequestFrame, RequestInputs } from './request-frame.tsx';

/** What can be done with a request as a whole. */
export function RequestMoves({ request, answer: given, requestKey }: RequestFrame) {
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
      {moves.includes('edit') ? (
        <p>
          <Link
            to={`/clients/${clientId}?request=${request.id}&edit=1#requests`}
            className="button"
            preventScrollReset
          >
            Change the draft
          </Link>
        </p>
      ) : null}
      {moves.includes('requestChanges') ? (
        <Form method="post" id="request-changes" preventScrollReset>
          <RequestInputs request={request} intent="changes" requestKey={`${requestKey}-changes`} />
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
          <RequestInputs request={request} intent="remind" requestKey={`${requestKey}-remind`} />
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
            <RequestInputs request={request} intent={sending} requestKey={`${requestKey}-send`} />
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
            <RequestInputs request={request} intent="cancel" requestKey={`${requestKey}-cancel`} />
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
