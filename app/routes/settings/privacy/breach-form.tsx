import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import {
  breachedInformation,
  breachedInformationLabels,
  breachKindLabels,
  breachKinds,
} from '#rules/privacy/breaches.ts';
import { CheckboxList } from '../../../components/forms/choices.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import type { FormField } from '../../../components/forms/field.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import { Panel } from '../../../components/panel.tsx';
import type { loadPrivacy } from './privacy.server.ts';
import type { handlePrivacyAction } from './privacy-actions.server.ts';

const kindChoices = breachKinds.map((value) => ({ value, label: breachKindLabels[value] }));
const informationChoices = breachedInformation.map((value) => ({
  value,
  label: breachedInformationLabels[value],
}));

/** Fields of the facts of a breach. */
export function BreachFields({ field }: { field: (name: string) => FormField }) {
  return (
    <>
      <TextInput field={field('summary')} label="Summary" maxLength={200} autoComplete="off" required />
      <TextArea
        field={field('description')}
        label="Description, and how it was noticed"
        hint="Do not name the people affected."
        maxLength={5000}
        required
      />
      <CheckboxList field={field('kinds')} label="Kind of breach" choices={kindChoices} />
      <CheckboxList field={field('information')} label="Information concerned" choices={informationChoices} />
      <TextInput
        field={field('people')}
        label="Number of people affected"
        inputMode="numeric"
        autoComplete="off"
        className="max-w-48"
        optional
      />
      <TextArea field={field('contained')} label="What was done to contain it" maxLength={2000} optional />
    </>
  );
}

/** Records a breach. */
export function NewBreachForm() {
  const { today, requestKey } = useLoaderData<typeof loadPrivacy>();
  const answer = useActionData<typeof handlePrivacyAction>();
  const result = answer?.form === 'recordBreach' ? answer : undefined;
  const field = plainFields('breach', result?.reply, { awareOn: today });
  return (
    <Panel headingId="new-breach-heading" title="Record a privacy breach" className="max-w-form">
      <Form method="post" className="grid gap-4" preventScrollReset>
        <RequestKeyInput value={requestKey} />
        <ErrorSummary formId="breach" errors={result?.reply.error ?? {}} reply={result} />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput field={field('awareOn')} label="Became aware on" type="date" max={today} required />
          <TextInput
            field={field('awareTime')}
            label="At"
            type="time"
            hint="In your company’s time zone"
            required
          />
        </div>
        <BreachFields field={field} />
        <p className="flex flex-wrap items-center gap-4">
          <SubmitButton name="intent" value="recordBreach" busy="Recording…">
            Record breach
          </SubmitButton>
          <Link to={settingsUrl('privacy')}>Cancel</Link>
        </p>
      </Form>
    </Panel>
  );
}
