import { Form, Link } from '@remix-run/react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { ButtonLink } from '../../components/button.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { type RequestFrame, RequestInputs } from './request-card.tsx';

/** The actions on a request as a whole. */
export function RequestActions(frame: RequestFrame) {
  const { actions, clientId, id } = frame.request;
  const sending = actions.includes('send') ? 'send' : actions.includes('sendAgain') ? 'sendAgain' : undefined;
  return (
    <div className="grid gap-3 border-t border-line pt-4 print:hidden">
      {actions.includes('edit') ? (
        <p>
          <ButtonLink
            to={clientSectionUrl(clientId, 'requests', { request: id, edit: '1' })}
            preventScrollReset
          >
            Edit draft
          </ButtonLink>
        </p>
      ) : null}
      {actions.includes('requestChanges') ? <ChangesForm {...frame} /> : null}
      {actions.includes('remind') ? <ReminderForm {...frame} /> : null}
      {sending ? <SendForm {...frame} intent={sending} /> : null}
      {actions.includes('cancel') ? <CancelForm {...frame} /> : null}
      <p>
        <Link to={clientSectionUrl(clientId, 'requests')} preventScrollReset>
          Close
        </Link>
      </p>
    </div>
  );
}

/** The action's result, if it belongs to the form of this intent. */
const getResult = ({ result }: RequestFrame, intent: string) =>
  result?.form === intent ? result : undefined;

function ChangesForm(frame: RequestFrame) {
  const { request, result, requestKey } = frame;
  return (
    <Form method="post" id="request-changes" preventScrollReset>
      <RequestInputs request={request} intent="changes" requestKey={`${requestKey}-changes`} />
      <ErrorSummary
        formId="request-changes"
        errors={getResult(frame, 'changes')?.reply.error ?? {}}
        reply={result}
      />
      <SubmitButton busy="Requesting…">Request changes</SubmitButton>
    </Form>
  );
}

function ReminderForm(frame: RequestFrame) {
  const { request, result, requestKey } = frame;
  return (
    <Form method="post" id="request-remind" className="grid gap-2" preventScrollReset>
      <RequestInputs request={request} intent="remind" requestKey={`${requestKey}-remind`} />
      <ErrorSummary
        formId="request-remind"
        errors={getResult(frame, 'remind')?.reply.error ?? {}}
        reply={result}
      />
      <p>
        <SubmitButton variant="secondary" busy="Reminding…">
          Send reminder
        </SubmitButton>
      </p>
    </Form>
  );
}

/** Sends the draft, or sends the request again with a new link. */
function SendForm({ intent, ...frame }: RequestFrame & { intent: 'send' | 'sendAgain' }) {
  const { request, requestKey } = frame;
  const result = getResult(frame, intent);
  const field = plainFields('request-send', result?.reply, {
    dueOn: request.nextDueOn,
    recipientEmail: request.recipientEmail ?? '',
  });
  return (
    <details open={result !== undefined || intent === 'send' || request.status === 'expired'}>
      <summary>{intent === 'send' ? 'Send it' : 'Resend with a new link'}</summary>
      <Form method="post" id="request-send" className="mt-3 grid max-w-form gap-3" preventScrollReset>
        <RequestInputs request={request} intent={intent} requestKey={`${requestKey}-send`} />
        <ErrorSummary formId="request-send" errors={result?.reply.error ?? {}} reply={result} />
        {intent === 'sendAgain' ? (
          <p className="hint">
            The previous link stops working immediately. Submitted items are not affected.
          </p>
        ) : null}
        <TextInput field={field('dueOn')} label="Due date" type="date" required className="sm:max-w-60" />
        <TextInput field={field('recipientEmail')} label="Email address" inputMode="email" optional />
        <p>
          <SubmitButton variant="secondary" busy="Sending…">
            {intent === 'send' ? 'Send request' : 'Send a new link'}
          </SubmitButton>
        </p>
      </Form>
    </details>
  );
}

function CancelForm(frame: RequestFrame) {
  const { request, requestKey } = frame;
  const result = getResult(frame, 'cancel');
  const field = plainFields('request-cancel', result?.reply);
  return (
    <details open={result !== undefined}>
      <summary>Cancel the request</summary>
      <Form method="post" id="request-cancel" className="mt-3 grid max-w-form gap-3" preventScrollReset>
        <RequestInputs request={request} intent="cancel" requestKey={`${requestKey}-cancel`} />
        <ErrorSummary formId="request-cancel" errors={result?.reply.error ?? {}} reply={result} />
        <TextArea field={field('reason')} label="Reason" rows={2} maxLength={500} required />
        <p>
          <SubmitButton variant="danger" busy="Cancelling…">
            Cancel the request
          </SubmitButton>
        </p>
      </Form>
    </details>
  );
}
