import { Form, Link } from '@remix-run/react';
import {
  type VerificationMethod,
  verificationMethodLabels,
  verificationMethods,
} from '#rules/identity-verification/evidence.ts';
import { Button } from '../../components/button.tsx';
import { RadioGroup } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { ChannelFields, ConsentFields, SourceFields } from './action-fields.tsx';
import { AccreditedServiceFields, ExceptionFields, RelianceFields } from './method-fields.tsx';
import type { StartResult } from './panel.server.ts';
import type { VerificationsPanelData } from './panel-data.ts';

const formId = 'verify';

const methodHints: Record<VerificationMethod, string> = {
  electronicRemote: 'The person photographs their ID and takes a selfie. Sources are checked after consent',
  electronicInPerson: 'You enter the document details. Issuers and data sources are checked immediately',
  documentSighted: 'You sight originals with the person present',
  documentCertified: 'Copies certified by a trusted referee',
  distf:
    'A service accredited under the Digital Identity Services Trust Framework (NZ) confirmed the identity',
  reliance: 'Another regulated business verified the person. You remain responsible',
  exception: 'No standard method is possible. Requires exception approval',
};

/** Step 1: the verification method. Each method has its own fields. */
export function ChooseMethod({
  here,
  activityId,
  regulatedIn,
}: {
  here: string;
  activityId: string | null;
  regulatedIn: readonly string[];
}) {
  // The framework of accredited services is New Zealand’s.
  const offered = verificationMethods.filter((method) => method !== 'distf' || regulatedIn.includes('NZL'));
  return (
    <Form method="get" action={`${here}#verifications`} className="grid max-w-form gap-4" preventScrollReset>
      {activityId ? <input type="hidden" name="activity" value={activityId} /> : null}
      <RadioGroup
        field={{ id: 'verify-method', name: 'verify', initialValue: 'electronicInPerson' }}
        label="Verification method"
        choices={offered.map((value) => ({
          value,
          label: verificationMethodLabels[value],
          hint: methodHints[value],
        }))}
      />
      <div className="flex flex-wrap items-center gap-4">
        <Button>Continue</Button>
        <Link to={here} preventScrollReset>
          Cancel
        </Link>
      </div>
    </Form>
  );
}

interface FieldsProps {
  of: (name: string) => FormField;
  /** Countries whose data sources are offered. */
  regulatedIn: readonly string[];
}

function MethodFields({ method, of, regulatedIn }: FieldsProps & { method: VerificationMethod }) {
  switch (method) {
    case 'electronicRemote':
      return <RemoteFields of={of} regulatedIn={regulatedIn} />;
    case 'electronicInPerson':
      return (
        <>
          <ConsentFields of={of} prefix="consent." />
          <SourceFields countries={regulatedIn} chosen={[]} />
        </>
      );
    case 'distf':
      return <AccreditedServiceFields of={of} />;
    case 'reliance':
      return <RelianceFields of={of} regulatedIn={regulatedIn} />;
    case 'exception':
      return <ExceptionFields of={of} />;
    default:
      return <p>Add the documents on the next page.</p>;
  }
}

function RemoteFields({ of, regulatedIn }: FieldsProps) {
  return (
    <>
      <ChannelFields of={of} />
      <TextArea field={of('message')} label="Message" optional rows={2} maxLength={500} />
      <TextInput
        field={of('expiresInDays')}
        label="Link expires after (days)"
        hint="1 to 14"
        inputMode="numeric"
        className="max-w-40"
      />
      <SourceFields countries={regulatedIn} chosen={[]} isRemote />
    </>
  );
}

/** Step 2: the details that the chosen method needs. */
export function StartForm({
  method,
  panel,
  result,
  here,
}: {
  method: VerificationMethod;
  panel: VerificationsPanelData;
  result: StartResult | undefined;
  here: string;
}) {
  const of = plainFields(formId, result?.reply, { expiresInDays: '7' });
  return (
    <section className="grid max-w-form gap-3" aria-labelledby="verify-heading">
      <h3 id="verify-heading" className="font-semibold">
        {verificationMethodLabels[method]}
      </h3>
      <p className="hint">
        {methodHints[method]}. <Link to="?verify=new#verifications">Change method</Link>
      </p>
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      <Form method="post" id={formId} className="grid gap-4" preventScrollReset>
        <RequestKeyInput value={`${panel.requestKey}-verify`} />
        <input type="hidden" name="panel" value="verification" />
        <input type="hidden" name="method" value={method} />
        {panel.activityId ? <input type="hidden" name="activityId" value={panel.activityId} /> : null}
        <MethodFields method={method} of={of} regulatedIn={panel.regulatedIn} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton busy="Starting…">
            {method === 'electronicRemote' ? 'Send the link' : 'Start the verification'}
          </SubmitButton>
          <Link to={here} preventScrollReset>
            Cancel
          </Link>
        </div>
      </Form>
    </section>
  );
}
