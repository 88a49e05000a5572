import { Form, Link } from '@remix-run/react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { QuestionBox } from '../../../components/forms/question-box.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea } from '../../../components/forms/text-input.tsx';
import type { Asked, FundsResult, Panel } from './funds-form-data.ts';

const formId = 'funds-line';

const questions = {
  verify: {
    heading: 'Verify',
    text: 'You confirm that the documents support this line.',
    field: 'corroboration',
    label: 'Corroboration',
    maxLength: 2000,
    button: 'Verify line',
  },
  reject: {
    heading: 'Reject',
    text: 'The line stays on record with your reason and no longer counts.',
    field: 'reason',
    label: 'Reason',
    maxLength: 500,
    button: 'Reject line',
  },
  withdraw: {
    heading: 'Withdraw',
    text: 'For a line recorded by mistake. It leaves the list and stays in the history.',
    field: 'reason',
    label: 'Reason',
    maxLength: 500,
    button: 'Withdraw line',
  },
} as const;

/** Verifies, rejects or withdraws a line, with the evidence examined or the reason. */
export function DecideLine({
  panel,
  form,
  result,
  step,
}: {
  panel: Panel;
  form: Asked;
  result: FundsResult | undefined;
  step: keyof typeof questions;
}) {
  if (form.line === null) return null;
  const { id, version, name } = form.line;
  const question = questions[step];
  const field = plainFields(formId, result?.reply, step === 'verify' ? form.values : {});
  return (
    <QuestionBox
      about={`${id} ${step}`}
      labelledBy="funds-form-heading"
      isRejected={result !== undefined}
      className="max-w-form"
    >
      <h3 id="funds-form-heading" className="font-semibold">
        {question.heading} {name.toLowerCase()}?
      </h3>
      <p>{question.text}</p>
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      <Form method="post" id={formId} className="grid gap-3" preventScrollReset>
        <RequestKeyInput value={`${panel.requestKey}-funds-${step}`} />
        <input type="hidden" name="panel" value="funds" />
        <input type="hidden" name="intent" value={step} />
        <input type="hidden" name="lineId" value={id} />
        <input type="hidden" name="version" value={version} />
        <TextArea
          field={field(question.field)}
          label={question.label}
          rows={3}
          maxLength={question.maxLength}
        />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton variant={step === 'verify' ? 'primary' : 'danger'} busy="Saving…">
            {question.button}
          </SubmitButton>
          <Link to={clientSectionUrl(panel.clientId, 'funds')} preventScrollReset>
            Go back
          </Link>
        </div>
      </Form>
    </QuestionBox>
  );
}
