import { Form, Link } from '@remix-run/react';
import {
  type VerificationMethod,
  verificationMethodLabels,
  verificationMethods,
} from '#rules/verification/evidence.ts';
import { Checkbox, RadioGroup } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { ChannelFields, ConsentFields, SourceFields } from './acts.tsx';
import type { StartAnswer } from './panel.server.ts';
import type { VerificationsPanelData } from './panel.tsx';

const formId = 'verify';

const methodHints: Record<VerificationMethod, string> = {
  electronicRemote:
    'The person photographs a document and their face; issuers and sources are asked after they agree',
  electronicInPerson: 'You enter the documents; their issuers and other sources are asked at once',
  documentSighted: 'You look at originals with the person in front of you',
  documentCertified: 'Copies that a trusted referee certified',
  reliance: 'Somebody else who is regulated has verified the person; the duty stays yours',
  exception: 'None of the usual ways can be gone; somebody who may grant exceptions has to approve',
};

/** The first step: how the person is verified. Each way has questions of its own. */
export function ChooseMethod({ here, activityId }: { here: string; activityId: string | null }) {
  return (
    <Form method="get" action={`${here}#verifications`} className="grid max-w-form gap-4" preventScrollReset>
      {activityId ? <input type="hidden" name="activity" value={activityId} /> : null}
      <RadioGroup
        field={{ id: 'verify-method', name: 'verify', initialValue: 'electronicInPerson' }}
        label="How the person is verified"
        choices={verificationMethods.map((value) => ({
          value,
          label: verificationMethodLabels[value],
          hint: methodHints[value],
        }))}
      />
      <div className="flex flex-wrap items-center gap-4">
        <button type="submit" className="button">
          Go on
        </button>
        <Link to={here} preventScrollReset>
          Not now
        </Link>
      </div>
    </Form>
  );
}

function MethodFields({
  method,
  of,
  regulatedIn,
}: {
  method: VerificationMethod;
  of: (name: string) => FormField;
  regulatedIn: readonly string[];
}) {
  switch (method) {
    case 'electronicRemote':
      return (
        <>
          <ChannelFields of={of} />
          <TextArea field={of('message')} label="Words to go along" optional rows={2} maxLength={500} />
          <TextInput
            field={of('expiresInDays')}
            label="Days that the link works"
            hint="1 to 14"
            inputMode="numeric"
            className="max-w-40"
          />
          <SourceFields countries={regulatedIn} chosen={[]} />
        </>
      );
    case 'electronicInPerson':
      return (
        <>
          <ConsentFields of={of} prefix="consent." />
          <SourceFields countries={regulatedIn} chosen={[]} />
        </>
      );
    case 'reliance':
      return (
        <>
          <TextInput field={of('reliance.partyName')} label="Name of the other business" maxLength={200} />
          <TextInput
            field={of('reliance.supervisor')}
            label="Who supervises it"
            hint="DIA, FMA, Reserve Bank or AUSTRAC"
            maxLength={200}
          />
          <TextInput
            field={of('reliance.verifiedOn')}
            label="Day on which they verified the person"
            type="date"
          />
          <Checkbox field={of('reliance.agreedInWriting')} label="They agreed in writing to be relied on" />
          <Checkbox
            field={of('reliance.identityInformationReceived')}
            label="We received the identity information from them"
          />
          <Checkbox
            field={of('reliance.evidenceOnRequest')}
            label="They hand over the evidence on request, within five working days"
          />
        </>
      );
    case 'exception':
      return (
        <>
          <TextArea
            field={of('exception.reason')}
            label="Why the usual ways cannot be gone"
            maxLength={1000}
          />
          <TextArea
            field={of('exception.alternativeEvidence')}
            label="Which other evidence there is"
            maxLength={2000}
          />
          <TextInput
            field={of('exception.endsOn')}
            label="Last day of the exception"
            hint="After it the person is verified again"
            type="date"
          />
        </>
      );
    default:
      return <p>Add the documents on the next page.</p>;
  }
}

/** The second step: what goes with the way that was chosen. */
export function StartForm({
  method,
  panel,
  answer,
  here,
}: {
  method: VerificationMethod;
  panel: VerificationsPanelData;
  answer: StartAnswer | undefined;
  here: string;
}) {
  const of = plainFields(formId, answer?.reply, { expiresInDays: '7' });
  return (
    <section className="grid max-w-form gap-3" aria-labelledby="verify-heading">
      <h3 id="verify-heading" className="font-semibold">
        {verificationMethodLabels[method]}
      </h3>
      <p className="hint">
        {methodHints[method]}. <Link to="?verify=new#verifications">Choose another way</Link>
      </p>
      <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
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
            Not now
          </Link>
        </div>
      </Form>
    </section>
  );
}
