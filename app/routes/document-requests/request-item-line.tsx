import { Form, Link } from '@remix-run/react';
import { DocumentLine } from '../../components/documents/document-line.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { IdentityDocumentFields } from './identity-document-fields.tsx';
import type { ShownRequest } from './panel.server.ts';
import { type RequestFrame, RequestInputs } from './request-frame.tsx';

type Item = ShownRequest['items'][number];

/** One thing that was asked for: what was given, how it stands, and the decision on it. */
export function RequestItemLine({
  item,
  request,
  answer: given,
  requestKey,
}: RequestFrame & { item: ShownRequest['items'][number] }) {
  const { label, asks, required, statusText, rejectReason, details, documents, givenText } = item;
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
      <ItemEvidence item={item} clientId={request.clientId} />
      {item.refusedDocuments.length > 0 ? (
        <details>
          <summary className="hint">Given before and not accepted: {item.refusedDocuments.length}</summary>
          <ul className="mt-2 grid gap-2">
            {item.refusedDocuments.map((document) => (
              <li key={document.id}>
                <DocumentLine document={document} details={`${document.sizeText} · ${document.addedText}`} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {mayDecide ? (
        <DecisionForm item={item} request={request} answer={given} requestKey={requestKey} />
      ) : null}
    </li>
  );
}

/** The verification that an accepted item is evidence of, and how what was given stands to the record. */
function ItemEvidence({ item: { evidence }, clientId }: { item: Item; clientId: string }) {
  if (evidence === null) return null;
  const { kind, verificationId, lines, hasDocumentRecord } = evidence;
  const folder = kind === 'individual' ? 'individual_verifications' : 'kyb_verifications';
  return (
    <p className="hint">
      <span className="text-settled">Evidence of </span>
      <Link to={`/clients/${clientId}/${folder}/${verificationId}#given`}>the verification</Link>
      {hasDocumentRecord ? '; the identity document is recorded there' : ''}
      {lines.length > 0 ? `. ${lines.join(' ')}` : ''}
    </p>
  );
}

function DecisionForm({ item, request, answer: given, requestKey }: RequestFrame & { item: Item }) {
  const { id, label, status, record } = item;
  const answer = given?.form === id ? given : undefined;
  const formId = `decide-${id}`;
  const field = plainFields(formId, answer?.reply, { document: record?.values });
  const isOpen = record !== null && status !== 'accepted';
  return (
    <Form
      method="post"
      id={formId}
      className="grid max-w-form gap-3 print:hidden"
      aria-label={`Decide on ${label}`}
      preventScrollReset
    >
      <RequestInputs request={request} requestKey={`${requestKey}-${id.slice(-12)}`} />
      <input type="hidden" name="itemId" value={id} />
      <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
      {isOpen ? <IdentityDocumentFields record={record} of={field} /> : null}
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
  );
}
