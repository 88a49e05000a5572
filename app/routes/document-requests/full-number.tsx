import { Form } from '@remix-run/react';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import type { DocumentRequestView } from './panel.server.ts';
import { type RequestFrame, RequestInputs } from './request-card.tsx';

/** The full document number of an item, for a reason that is recorded. It is on the page once and not stored. */
export function FullNumber({
  item: { id, label },
  request,
  result: panelResult,
  requestKey,
}: RequestFrame & { item: DocumentRequestView['items'][number] }) {
  const name = `number-${id}`;
  const result = panelResult?.form === name ? panelResult : undefined;
  const field = plainFields(name, result?.reply);
  if (result?.number !== undefined) {
    return (
      <p className="notice" role="status">
        Full document number: <strong className="tabular-nums">{result.number}</strong>
      </p>
    );
  }
  return (
    <details open={result !== undefined} className="print:hidden">
      <summary className="hint">
        Show the full number<span className="sr-only"> of {label}</span>
      </summary>
      <Form
        method="post"
        id={name}
        className="mt-2 grid max-w-form gap-3"
        aria-label={`Show the full number of ${label}`}
        preventScrollReset
      >
        <RequestInputs request={request} requestKey={`${requestKey}-n${id.slice(-11)}`} />
        <input type="hidden" name="itemId" value={id} />
        <ErrorSummary formId={name} errors={result?.reply.error ?? {}} reply={result} />
        <TextInput
          field={field('reason')}
          label="Reason"
          hint="Recorded in the audit log"
          maxLength={500}
          required
        />
        <p>
          <SubmitButton name="intent" value="number" variant="secondary" busy="Showing…">
            Show number
          </SubmitButton>
        </p>
      </Form>
    </details>
  );
}
