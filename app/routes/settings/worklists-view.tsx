import { Form, Link } from '@remix-run/react';
import {
  birthDateMatchingLabels,
  birthDateMatchings,
  monitoringCheckHints,
  monitoringCheckLabels,
  monitoringChecks,
  worklistFrequencies,
  worklistFrequencyLabels,
} from '#rules/monitoring/worklist-settings.ts';
import { Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { FieldErrors, type FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { useAnswer, useShown } from './view-data.ts';
import type { answerWorklistSettings, loadWorklistSettings, WorklistAnswer } from './worklists.server.ts';

type Shown = Awaited<ReturnType<typeof loadWorklistSettings>>;

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const numbered = (labels: readonly string[]) =>
  labels.map((label, index) => ({ value: String(index + 1), label }));
const labelled = <Value extends string>(labels: Record<Value, string>, values: readonly Value[]) =>
  values.map((value) => ({ value, label: labels[value] }));

/** What clients are watched for and how often: every worklist, and the form of one. */
export default function WorklistsSettings() {
  const shown = useShown<typeof loadWorklistSettings>();
  const answer = useAnswer<typeof answerWorklistSettings>() as WorklistAnswer | undefined;
  const { rows, edited, isNew } = shown;
  const ofList = answer && answer.form !== 'form' ? answer : undefined;
  const ofForm = answer?.form === 'form' ? answer : undefined;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-form text-ink-soft">
          A worklist says what its clients are watched for and how often. Whom each watches stands under{' '}
          <Link to="/monitoring?view=worklists">Monitoring</Link>.
        </p>
        {isNew ? null : (
          <Link to="/settings?view=worklists&worklist=new" className="button">
            New worklist
          </Link>
        )}
      </div>
      <ErrorSummary formId="worklists" errors={ofList?.reply.error ?? {}} reply={ofList} />
      <ul className="grid gap-3">
        {rows.map((row) => (
          <li key={row.id} className="panel grid gap-2 p-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 className="text-base">
                {row.name}
                {row.isDefault ? (
                  <span className="font-normal text-ink-soft"> · new clients go here</span>
                ) : null}
              </h2>
              <span className="text-ink-soft tabular-nums">{row.enrolled} clients</span>
            </div>
            <p>
              {row.checks}. {row.frequency}
              {row.next ? `, next on ${row.next}` : ''}.
            </p>
            <p className="hint">
              From {row.threshold} of 100 on. {row.dob}.
            </p>
            <div className="flex flex-wrap gap-2">
              <Link to={`/settings?view=worklists&worklist=${row.id}`} className="button">
                Change<span className="sr-only"> {row.name}</span>
              </Link>
              {row.isDefault ? null : (
                <RowForm
                  row={row}
                  requestKey={shown.requestKey}
                  intent="default"
                  button="Make it the default"
                />
              )}
              {row.isDefault || !row.isEmpty ? null : (
                <RowForm row={row} requestKey={shown.requestKey} intent="archive" button="Archive" />
              )}
            </div>
          </li>
        ))}
      </ul>
      {edited || isNew ? <WorklistForm key={edited?.id ?? 'new'} shown={shown} answer={ofForm} /> : null}
    </div>
  );
}

function RowForm({
  row,
  requestKey,
  intent,
  button,
}: {
  row: Shown['rows'][number];
  requestKey: string;
  intent: string;
  button: string;
}) {
  return (
    <Form method="post" action="/settings?view=worklists">
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="worklistId" value={row.id} />
      <input type="hidden" name="version" value={row.version} />
      <SubmitButton name="intent" value={intent} look="secondary">
        {button}
        <span className="sr-only"> {row.name}</span>
      </SubmitButton>
    </Form>
  );
}

function WorklistForm({ shown, answer }: { shown: Shown; answer: WorklistAnswer | undefined }) {
  const { edited, newValues, requestKey } = shown;
  const field = plainFields('worklist', answer?.reply, edited?.values ?? newValues);
  return (
    <section className="panel max-w-form p-4" aria-labelledby="worklist-heading">
      <h2 id="worklist-heading">{edited ? `Change ${edited.values.name}` : 'New worklist'}</h2>
      <Form method="post" className="mt-3 grid gap-4">
        <RequestKeyInput value={requestKey} />
        <input type="hidden" name="worklistId" value={edited?.id ?? ''} />
        <input type="hidden" name="version" value={answer?.kept?.version ?? edited?.version ?? ''} />
        <ErrorSummary formId="worklist" errors={answer?.reply.error ?? {}} reply={answer} />
        {answer?.kept ? (
          <p className="notice notice-attention">
            Somebody else saved {answer.kept.name} after you opened it. What you typed is below: save again to
            put it in place of theirs, or{' '}
            <a href={`/settings?view=worklists&worklist=${edited?.id ?? ''}`}>start from theirs</a>.
          </p>
        ) : null}
        <TextInput field={field('name')} label="Name" maxLength={100} autoComplete="off" required />
        <Checks field={field('checks')} />
        <TextInput
          field={field('threshold')}
          label="Likeness from which somebody is asked, of 100"
          hint="Lower finds more, and more who are somebody else. 70 is a good start"
          type="number"
          min={0}
          max={100}
        />
        <Select
          field={field('dobMatching')}
          label="Dates of birth"
          hint="Lists often know the year alone"
          choices={labelled(birthDateMatchingLabels, birthDateMatchings)}
        />
        <Select
          field={field('frequency')}
          label="How often"
          hint="When a list changes, everybody is compared with what changed at once, whatever you choose here"
          choices={labelled(worklistFrequencyLabels, worklistFrequencies)}
        />
        <div className="grid gap-4 sm:grid-cols-3">
          <Select
            field={field('dayOfWeek')}
            label="Day of the week"
            hint="For every week"
            empty="–"
            choices={numbered(weekdays)}
          />
          <TextInput
            field={field('dayOfMonth')}
            label="Day of the month"
            hint="For every month and more"
            type="number"
            min={1}
            max={31}
          />
          <Select
            field={field('month')}
            label="Month"
            hint="For once or twice a year"
            empty="–"
            choices={numbered(months)}
          />
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton name="intent" value="save" busy="Saving…">
            {edited ? 'Save changes' : 'Make the worklist'}
          </SubmitButton>
          <Link to="/settings?view=worklists">Leave it</Link>
        </div>
      </Form>
    </section>
  );
}

function Checks({ field }: { field: FormField }) {
  const given = [field.initialValue ?? []].flat();
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1">What it watches for</legend>
      {monitoringChecks.map((check, index) => (
        <label key={check} className="grid grid-cols-[18px_1fr] items-start gap-2 py-0.5 font-normal">
          <input
            type="checkbox"
            id={index === 0 ? field.id : undefined}
            name={field.name}
            value={check}
            defaultChecked={given.includes(check)}
            aria-invalid={field.errors ? true : undefined}
          />
          <span>
            {monitoringCheckLabels[check]}
            <span className="hint block">{monitoringCheckHints[check]}</span>
          </span>
        </label>
      ))}
      <FieldErrors field={field} />
    </fieldset>
  );
}
