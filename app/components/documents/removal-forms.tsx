import { Form, Link } from '@remix-run/react';
import { RequestKeyInput, SubmitButton } from '../forms/submit.tsx';
import { TextArea } from '../forms/text-input.tsx';
import { useConfirmationFocus } from '../layout/landing.ts';
import type { PanelDocument } from './document-views.server.ts';

interface Asked {
  document: PanelDocument;
  requestKey: string;
}

/** Confirms the removal of a document: immediate for a draft, else requested by one person and confirmed by another. */
export function RemovalForm({ document, requestKey }: Asked) {
  const { id, fileName, version, needsSecondConfirmation, removal } = document;
  const isRequest = removal === null && needsSecondConfirmation;
  const form = useConfirmationFocus<HTMLFormElement>(id);
  return (
    <Form
      ref={form}
      tabIndex={-1}
      data-question
      method="post"
      action={`/documents/${id}/removal`}
      className="notice notice-warning grid max-w-form gap-3"
      aria-label={`${isRequest ? 'Request removal of' : 'Remove'} ${fileName}`}
    >
      {removal ? <p className="[overflow-wrap:anywhere]">{removal.text}</p> : null}
      <p>
        {isRequest
          ? 'Another owner or compliance officer must confirm. The file is then permanently deleted. Its name stays on record with both your names and the reason.'
          : removal
            ? 'You are the second person. The file is permanently deleted. Its name stays on record with both your names and the reason.'
            : 'The file is permanently deleted. Its name stays on record with your name and the reason.'}
      </p>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="version" value={version} />
      {removal === null ? (
        <TextArea
          field={{ id: 'removal-reason', name: 'reason' }}
          label="Reason"
          rows={2}
          maxLength={500}
          required
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        {isRequest ? (
          <SubmitButton name="intent" value="remove" busy="Requesting…">
            Request removal
          </SubmitButton>
        ) : (
          <SubmitButton
            variant="danger"
            name="intent"
            value={removal === null ? 'remove' : 'confirm'}
            busy="Removing…"
          >
            Remove document
          </SubmitButton>
        )}
        <Link to="?#documents" preventScrollReset>
          Go back
        </Link>
      </div>
    </Form>
  );
}

/** A removal that awaits a second person, with this member's options. */
export function RequestedRemoval({ document, requestKey }: Asked) {
  const { id, fileName, version, removal } = document;
  if (removal === null) return null;
  return (
    <div className="notice flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="min-w-0 [overflow-wrap:anywhere]">{removal.text}</p>
      <div className="flex flex-wrap items-center gap-4 print:hidden">
        {removal.mayConfirm ? (
          <Link to={`?remove=${id}#documents`} preventScrollReset>
            Confirm removal<span className="sr-only"> of {fileName}</span>
          </Link>
        ) : null}
        {removal.mayWithdraw ? (
          <Form method="post" action={`/documents/${id}/removal`}>
            <RequestKeyInput value={requestKey} />
            <input type="hidden" name="version" value={version} />
            <SubmitButton variant="secondary" name="intent" value="withdraw" busy="Withdrawing…">
              Withdraw request<span className="sr-only"> to remove {fileName}</span>
            </SubmitButton>
          </Form>
        ) : null}
      </div>
    </div>
  );
}
