import { Form } from '@remix-run/react';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import type { FormResult } from '../../components/forms/form-result.server.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';

/** What the page of a record that replaces CDD on a party posts with each form. */
interface PartyRecordPage {
  activity: { version: number };
  party: { id: string };
  requestKey: string;
}

/** Hidden fields of both forms: the request key, the activity's version and the party. */
export function PartyRecordInputs({
  page: { activity, party, requestKey },
  of,
}: {
  page: PartyRecordPage;
  of: 'record' | 'withdraw';
}) {
  return (
    <>
      <RequestKeyInput value={`${requestKey}-${of}`} />
      <input type="hidden" name="version" value={activity.version} />
      <input type="hidden" name="clientId" value={party.id} />
    </>
  );
}

/** Withdraws the record, with a reason. `label`: text of the button. */
export function WithdrawRecordForm({
  page,
  result,
  label,
}: {
  page: PartyRecordPage;
  result: FormResult | undefined;
  label: string;
}) {
  const field = plainFields('withdrawal', result?.reply);
  return (
    <Form method="post" id="withdrawal" className="grid gap-3 border-t border-line pt-4 print:hidden">
      <PartyRecordInputs page={page} of="withdraw" />
      <ErrorSummary formId="withdrawal" errors={result?.reply.error ?? {}} reply={result} />
      <TextArea field={field('reason')} label="Reason to withdraw" rows={2} maxLength={500} required />
      <p>
        <SubmitButton name="intent" value="withdraw" variant="danger" busy="Withdrawing…">
          {label}
        </SubmitButton>
      </p>
    </Form>
  );
}
