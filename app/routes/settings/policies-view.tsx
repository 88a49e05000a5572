import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { DescriptionList } from '../../components/description-list.tsx';
import { ErrorInLayout } from '../../components/error-page.tsx';
import { Fieldset, RadioGroup } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { VersionConflict } from '../../components/forms/version-conflict.tsx';
import { WarningBox } from '../../components/forms/warning-box.tsx';
import { asMember } from '../../session/session.server.ts';
import { OwnersChange } from './owner-only-note.tsx';
import { handlePoliciesAction, loadPolicies, type PoliciesResult } from './policies.server.ts';
import { settingsMeta } from './settings-meta.ts';
import { settingsLoader } from './settings-route.server.ts';

export const meta = settingsMeta('policies');

export const loader = settingsLoader('policies', loadPolicies);

export const action = asMember(handlePoliciesAction);

export const ErrorBoundary = ErrorInLayout;

const formId = 'policies';

/** The company's policies, within the legal limits. */
export default function PoliciesView() {
  const { rows, mayWrite } = useLoaderData<typeof loader>();
  if (mayWrite) return <PoliciesForm />;
  return (
    <section aria-labelledby="policies-heading" className="max-w-form">
      <h2 id="policies-heading">Policies</h2>
      <DescriptionList
        card
        layout="halves"
        className="mt-3"
        facts={rows.map(({ label, text }) => ({ label, value: text }))}
      />
      <OwnersChange what="policies" />
    </section>
  );
}

const figure = { inputMode: 'numeric', autoComplete: 'off', required: true, maxLength: 4 } as const;

function PoliciesForm() {
  const view = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const field = plainFields(formId, result?.reply, view.values);
  const { legal, secondPeople } = view;
  return (
    <Form method="post" className="grid max-w-form gap-6" preventScrollReset>
      <RequestKeyInput value={result?.requestKey ?? view.requestKey} />
      <input type="hidden" name="version" value={view.version} />
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      {result?.stale ? (
        <VersionConflict {...result.stale} keptBy="Someone else" reloadHref={settingsUrl('policies')} />
      ) : null}
      {result?.preview ? <Preview preview={result.preview} /> : null}
      <Fieldset
        legend="Reviews"
        hint="Months from approval to next review, unless the template sets its own."
      >
        <div className="grid grid-cols-3 gap-4">
          <TextInput field={field('reviewMonths.low')} label="Low risk" {...figure} />
          <TextInput field={field('reviewMonths.medium')} label="Medium risk" {...figure} />
          <TextInput field={field('reviewMonths.high')} label="High risk" {...figure} />
        </div>
      </Fieldset>
      <Fieldset legend="Record retention">
        <TextInput
          field={field('retentionYears')}
          label="Retention period (years)"
          hint={`From the end of the relationship. Legal minimum ${legal.years} (${legal.provision}). Records must then be destroyed.`}
          {...figure}
        />
      </Fieldset>
      <ApprovalFields field={field} secondPeople={secondPeople} choices={view.fourEyesChoices} />
      <Fieldset legend="Time limits">
        <TextInput
          field={field('idExpiryAlertDays')}
          label="ID document expiry alerts (days before)"
          hint="Up to five numbers, such as 90, 60, 30"
          autoComplete="off"
          required
        />
        <TextInput
          field={field('requestExpiryDays')}
          label="Document request link expires after (days)"
          {...figure}
        />
        <TextInput
          field={field('dormantAfterBusinessDays')}
          label="Inactive after (business days)"
          {...figure}
        />
        <TextInput
          field={field('delayMaxDays')}
          label="Longest delay of CDD by your own day (days)"
          hint="From the start of the service, where the law fixes no day. From 1 to 90"
          {...figure}
        />
      </Fieldset>
      <Fieldset legend="Source of funds and wealth">
        <TextInput
          field={field('sourceTolerancePercent')}
          label="Source of funds tolerance (%)"
          hint="How far verified lines may fall short of the value to be evidenced"
          {...figure}
        />
      </Fieldset>
      {view.isAustralian ? (
        <Fieldset legend="Former identification procedures">
          <TextArea
            field={field('formerProcedures')}
            label="Classes of customers, Australia"
            hint="A class a line with its last day, up to 20, no day after 2029-03-30. Such as: Term deposits; 2028-12-31"
            optional
            rows={4}
          />
        </Fieldset>
      ) : null}
      <Fieldset legend="Sessions">
        <TextInput
          field={field('sessionIdleMinutes')}
          label="Sign out after inactivity (minutes)"
          hint="From 5 to 480"
          {...figure}
        />
        <TextInput
          field={field('sessionMaxHours')}
          label="Sign out after (hours)"
          hint="From the sign-in, active or not. From 1 to 24"
          {...figure}
        />
        <RadioGroup
          field={field('secondFactor')}
          label="Second factor"
          hint="An authenticator app or a passkey, besides the password. Owners always need one, except in the sandbox."
          choices={view.secondFactorChoices}
          required
        />
      </Fieldset>
      <div className="flex flex-wrap items-center gap-4 border-t border-line pt-4">
        <SubmitButton busy="Loading…">Preview changes</SubmitButton>
        <span className="hint">Nothing is saved yet. Last changed {view.changed}</span>
      </div>
    </Form>
  );
}

/** Hint with the eligible second persons of a maker-checker approval. */
function fourEyesHint(people: readonly string[]): string {
  if (people.length === 0) {
    return 'Requires two people who can approve high risk (compliance officers or senior managers). None yet.';
  }
  const alone =
    people.length === 1 ? ' Until there is a second, approvals are marked “Decided by one person”.' : '';
  return `Requires two people who can approve high risk. Now: ${people.join(', ')}.${alone}`;
}

function ApprovalFields({
  field,
  secondPeople,
  choices,
}: {
  field: (name: string) => FormField;
  secondPeople: readonly string[];
  choices: Awaited<ReturnType<typeof loadPolicies>>['fourEyesChoices'];
}) {
  return (
    <Fieldset legend="Approvals">
      <RadioGroup
        field={field('fourEyes')}
        label="Maker-checker (four-eyes) approval"
        hint={fourEyesHint(secondPeople)}
        choices={choices}
        required
      />
      <TextInput field={field('overrideMaxMonths')} label="Maximum override period (months)" {...figure} />
    </Fieldset>
  );
}

/** Effects of the new policies, with the button that saves them. */
function Preview({ preview }: { preview: NonNullable<PoliciesResult['preview']> }) {
  const { changes, checked } = preview;
  if (changes.length === 0) {
    return (
      <WarningBox id="preview" kind="warning" heading="Nothing would change" reply={preview}>
        <p>Your policies are unchanged.</p>
      </WarningBox>
    );
  }
  return (
    <WarningBox
      id="preview"
      kind="warning"
      heading={changes.length === 1 ? 'Change to confirm' : `${changes.length} changes to confirm`}
      reply={preview}
    >
      <ul className="grid gap-3">
        {changes.map(({ label, before, after, touches }) => (
          <li key={label}>
            <p>
              <span className="font-semibold">{label}:</span> {before} <span aria-hidden="true">→</span>
              <span className="sr-only">becomes</span> {after}
            </p>
            <p className="text-sm">{touches}</p>
          </li>
        ))}
      </ul>
      <p>
        <SubmitButton name="checked" value={checked} busy="Saving…">
          Save policies
        </SubmitButton>
      </p>
    </WarningBox>
  );
}
