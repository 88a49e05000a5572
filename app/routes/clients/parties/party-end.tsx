import { Form, Link } from '@remix-run/react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { QuestionBox } from '../../../components/forms/question-box.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import { fieldsFor, formId } from './party-fields.tsx';
import type { Asked, Panel, PartyResult } from './party-form-data.ts';

/** Confirms that a party's role ends. */
export function EndParty({
  panel,
  form,
  result,
}: {
  panel: Panel;
  form: Extract<Asked, { step: 'end' }>;
  result: PartyResult | undefined;
}) {
  const field = fieldsFor(result, {});
  return (
    <QuestionBox
      about={form.partyId}
      labelledBy="party-heading"
      isRejected={result !== undefined}
      className="max-w-form"
    >
      <h3 id="party-heading" className="font-semibold">
        End {form.name}’s role?
      </h3>
      <p>They stay on record as a former related party from {form.since} to the end date.</p>
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      <Form method="post" id={formId} className="grid gap-3" preventScrollReset>
        <RequestKeyInput value={`${panel.requestKey}-party-end`} />
        <input type="hidden" name="panel" value="party" />
        <input type="hidden" name="intent" value="end" />
        <input type="hidden" name="partyId" value={form.partyId} />
        <input type="hidden" name="version" value={form.version} />
        <TextInput
          field={field('endedOn')}
          label="End date"
          hint="Leave blank for today"
          optional
          type="date"
        />
        <TextArea field={field('reason')} label="Reason" optional rows={2} maxLength={300} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton variant="danger" busy="Saving…">
            End role
          </SubmitButton>
          <Link to={clientSectionUrl(panel.clientId, 'parties')} preventScrollReset>
            Go back
          </Link>
        </div>
      </Form>
    </QuestionBox>
  );
}
