import { Form } from '@remix-run/react';
import { Fragment } from 'react';
import { AttentionBox } from '../../components/forms/attention-box.tsx';
import { Fieldset, RadioGroup } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { StaleRecord } from '../../components/forms/stale-record.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { OwnersChange } from './owners-change.tsx';
import type { answerPolicies, loadPolicies, PoliciesAnswer } from './policies.server.ts';
import { useAnswer, useShown } from './view-data.ts';

const formId = 'policies';

/** What the company decides for itself, within the law. */
export default function PoliciesView() {
  const { rows, mayWrite } = useShown<typeof loadPolicies>();
  if (mayWrite) return <PoliciesForm />;
  return (
    <section aria-labelledby="policies-heading" className="max-w-form">
      <h2 id="policies-heading">Policies</h2>
      <dl className="panel mt-3 grid gap-x-4 gap-y-2 p-4 sm:grid-cols-[1fr_1fr]">
        {rows.map(({ field, label, text }) => (
          <Fragment key={field}>
            <dt className="font-semibold">{label}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
      <OwnersChange what="policies" />
    </section>
  );
}

function PoliciesForm() {
  const shown = useShown<typeof loadPolicies>();
  const answer = useAnswer<typeof answerPolicies>();
  const field = plainFields(formId, answer?.reply, shown.values);
  const { legal, secondPeople } = shown;
  const figure = { inputMode: 'numeric', autoComplete: 'off', required: true, maxLength: 4 } as const;
  return (
    <Form method="post" className="grid max-w-form gap-6" preventScrollReset>
      <RequestKeyInput value={answer?.requestKey ?? shown.requestKey} />
      <input type="hidden" name="version" value={shown.version} />
      <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
      {answer?.stale ? (
        <StaleRecord {...answer.stale} keptBy="Somebody else" reloadHref="/settings?view=policies" />
      ) : null}
      {answer?.preview ? <Preview preview={answer.preview} /> : null}
      <Fieldset
        legend="Reviews"
        hint="Months from an approval to the next review, where the template of the assessment has none of its own."
      >
        <div className="grid grid-cols-3 gap-4">
          <TextInput field={field('reviewMonths.low')} label="Low risk" {...figure} />
          <TextInput field={field('reviewMonths.medium')} label="Medium risk" {...figure} />
          <TextInput field={field('reviewMonths.high')} label="High risk" {...figure} />
        </div>
      </Fieldset>
      <Fieldset legend="Keeping records">
        <TextInput
          field={field('retentionYears')}
          label="Years of keeping"
          hint={`From the end of the relationship. The law wants at least ${legal.years} (${legal.provision}); after the years have passed, records are to be destroyed.`}
          {...figure}
        />
      </Fieldset>
      <Fieldset legend="Approvals">
        <RadioGroup
          field={field('fourEyes')}
          label="A second person approves (four eyes)"
          hint={
            secondPeople.length === 0
              ? 'Needs two people who may approve high risk: compliance officers or senior managers. There is nobody yet.'
              : `Needs two people who may approve high risk. Now: ${secondPeople.join(', ')}.`
          }
          choices={shown.fourEyesChoices}
          required
        />
        <TextInput
          field={field('overrideMaxMonths')}
          label="Most months for which a level of risk may be overridden"
          {...figure}
        />
      </Fieldset>
      <Fieldset legend="Days">
        <TextInput
          field={field('idExpiryAlertDays')}
          label="Days of warning before an identity document expires"
          hint="Up to five numbers, such as 90, 60, 30"
          autoComplete="off"
          required
        />
        <TextInput
          field={field('requestExpiryDays')}
          label="Days that the link of a document request is open"
          {...figure}
        />
        <TextInput
          field={field('dormantAfterBusinessDays')}
          label="Business days after which a client counts as quiet"
          {...figure}
        />
      </Fieldset>
      <div className="flex flex-wrap items-center gap-4 border-t border-line pt-4">
        <SubmitButton busy="Looking…">See what changes</SubmitButton>
        <span className="hint">Nothing is saved yet. Last changed {shown.changed}</span>
      </div>
    </Form>
  );
}

/** What the policies as typed would change and touch, with the button that saves them. */
function Preview({ preview }: { preview: NonNullable<PoliciesAnswer['preview']> }) {
  const { changes, checked } = preview;
  if (changes.length === 0) {
    return (
      <AttentionBox id="preview" kind="attention" heading="Nothing would change" reply={preview}>
        <p>The policies as you left them are those that are kept.</p>
      </AttentionBox>
    );
  }
  return (
    <AttentionBox
      id="preview"
      kind="attention"
      heading={changes.length === 1 ? 'This would change' : `These ${changes.length} would change`}
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
          Save these policies
        </SubmitButton>
      </p>
    </AttentionBox>
  );
}
