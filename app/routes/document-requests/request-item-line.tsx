import { Form, Link } from '@remix-run/react';
import { businessVerificationPageTabs } from '#rules/verification-pages/business-tabs.ts';
import { identityVerificationPageTabs } from '#rules/verification-pages/identity-tabs.ts';
import { DescriptionList } from '../../components/description-list.tsx';
import { DocumentLine } from '../../components/documents/document-line.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { FullNumber } from './full-number.tsx';
import { IdentityDocumentFields } from './identity-document-fields.tsx';
import type { DocumentRequestView } from './panel.server.ts';
import { type RequestFrame, RequestInputs } from './request-card.tsx';

type Item = DocumentRequestView['items'][number];

/** One requested item: its files and details, its status, and the decision on it. */
export function RequestItemLine({
  item,
  request,
  result: panelResult,
  requestKey,
}: RequestFrame & { item: Item }) {
  const { label, asks, required, statusText, rejectReason, details, documents, givenLabel } = item;
  const canDecide = request.actions.includes('decide') && item.status !== 'requested';
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
          {givenLabel ? <span className="hint"> {givenLabel}</span> : null}
        </span>
      </p>
      {rejectReason ? <p className="notice notice-warning whitespace-pre-line">{rejectReason}</p> : null}
      {details.length > 0 ? (
        <DescriptionList facts={details.map(({ label: name, text }) => ({ label: name, value: text }))} />
      ) : null}
      {item.canShowNumber ? (
        <FullNumber item={item} request={request} result={panelResult} requestKey={requestKey} />
      ) : null}
      {documents.length > 0 ? <ItemDocuments documents={documents} /> : null}
      <ItemEvidence item={item} clientId={request.clientId} />
      {item.rejectedDocuments.length > 0 ? (
        <details>
          <summary className="hint">Previously rejected: {item.rejectedDocuments.length}</summary>
          <ItemDocuments documents={item.rejectedDocuments} className="mt-2" />
        </details>
      ) : null}
      {canDecide ? (
        <DecisionForm item={item} request={request} result={panelResult} requestKey={requestKey} />
      ) : null}
    </li>
  );
}

function ItemDocuments({ documents, className = '' }: { documents: Item['documents']; className?: string }) {
  return (
    <ul className={`grid gap-2 ${className}`.trim()}>
      {documents.map((document) => (
        <li key={document.id}>
          <DocumentLine document={document} details={`${document.sizeLabel} · ${document.addedLabel}`} />
        </li>
      ))}
    </ul>
  );
}

/** The verification that an accepted item is evidence for, and how it compares with the client's record. */
function ItemEvidence({ item: { evidence }, clientId }: { item: Item; clientId: string }) {
  if (evidence === null) return null;
  const { kind, verificationId, lines, hasDocumentRecord } = evidence;
  const page = kind === 'individual' ? identityVerificationPageTabs : businessVerificationPageTabs;
  return (
    <p className="hint">
      <span className="text-success">Evidence of </span>
      <Link to={page.sectionUrl({ clientId, id: verificationId }, 'given')}>the verification</Link>
      {hasDocumentRecord ? '; the identity document is recorded there' : ''}
      {lines.length > 0 ? `. ${lines.join(' ')}` : ''}
    </p>
  );
}

function DecisionForm({ item, request, result: panelResult, requestKey }: RequestFrame & { item: Item }) {
  const { id, label, status, record } = item;
  const result = panelResult?.form === id ? panelResult : undefined;
  const formId = `decide-${id}`;
  const field = plainFields(formId, result?.reply, { document: record?.values });
  const isOpen = record !== null && status !== 'accepted';
  return (
    <Form
      method="post"
      id={formId}
      className="grid max-w-form gap-3 print:hidden"
      aria-label={`Review ${label}`}
      preventScrollReset
    >
      <RequestInputs request={request} requestKey={`${requestKey}-${id.slice(-12)}`} />
      <input type="hidden" name="itemId" value={id} />
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      {isOpen ? <IdentityDocumentFields record={record} of={field} /> : null}
      <TextArea
        field={field('reason')}
        label="Reason for rejection"
        hint={`Required to reject. Shown to ${request.recipientName}`}
        optional
        rows={2}
        maxLength={500}
      />
      <p className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="accept" variant="secondary" busy="Accepting…">
          Accept<span className="sr-only"> {label}</span>
        </SubmitButton>
        <SubmitButton name="intent" value="reject" variant="secondary" busy="Rejecting…">
          Reject<span className="sr-only"> {label}</span>
        </SubmitButton>
      </p>
    </Form>
  );
}
