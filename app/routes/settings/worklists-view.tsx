import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { monitoringUrl } from '#rules/pages/monitoring-pages.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import {
  birthDateMatchingLabels,
  birthDateMatchings,
  monitoringCheckHints,
  monitoringCheckLabels,
  monitoringChecks,
  worklistFrequencies,
  worklistFrequencyLabels,
} from '#rules/worklists/worklist-settings.ts';
import { ButtonLink } from '../../components/button.tsx';
import { ErrorInLayout } from '../../components/error-page.tsx';
import { CheckboxList, Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { Card, Panel } from '../../components/panel.tsx';
import { asMember } from '../../session/session.server.ts';
import { settingsMeta } from './settings-meta.ts';
import { settingsLoader } from './settings-route.server.ts';
import { handleWorklistAction, loadWorklistSettings, type WorklistResult } from './worklists.server.ts';

export const meta = settingsMeta('worklists');

export const loader = settingsLoader('worklists', loadWorklistSettings);

export const action = asMember(handleWorklistAction);

export const ErrorBoundary = ErrorInLayout;

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

const checkChoices = monitoringChecks.map((check) => ({
  value: check,
  label: monitoringCheckLabels[check],
  hint: monitoringCheckHints[check],
}));

/** All monitoring worklists, and the form of the one being edited. */
export default function WorklistsSettings() {
  const view = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { rows, edited, isNew } = view;
  const ofList = result && result.form !== 'form' ? result : undefined;
  const ofForm = result?.form === 'form' ? result : undefined;
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-form text-ink-soft">
          A worklist sets which checks its clients get and how often. See enrolled clients under{' '}
          <Link to={monitoringUrl('worklists')}>Monitoring</Link>.
        </p>
        {isNew ? null : (
          <ButtonLink to={settingsUrl('worklists', { worklist: 'new' })}>New worklist</ButtonLink>
        )}
      </div>
      <ErrorSummary formId="worklists" errors={ofList?.reply.error ?? {}} reply={ofList} />
      <ul className="grid gap-3">
        {rows.map((row) => (
          <WorklistCard key={row.id} row={row} requestKey={view.requestKey} />
        ))}
      </ul>
      {edited || isNew ? <WorklistForm key={edited?.id ?? 'new'} view={view} result={ofForm} /> : null}
    </div>
  );
}

function WorklistCard({ row, requestKey }: { row: Shown['rows'][number]; requestKey: string }) {
  return (
    <Card as="li" className="grid gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base">
          {row.name}
          {row.isDefault ? (
            <span className="font-normal text-ink-soft"> · default for new clients</span>
          ) : null}
        </h2>
        <span className="text-ink-soft tabular-nums">{row.enrolled} clients</span>
      </div>
      <p>
        {row.checks}. {row.frequency}
        {row.next ? `, next on ${row.next}` : ''}.
      </p>
      <p className="hint">
        Match threshold {row.threshold}%. {row.dob}.
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={settingsUrl('worklists', { worklist: row.id })}>
          Edit<span className="sr-only"> {row.name}</span>
        </ButtonLink>
        {row.isDefault ? null : (
          <RowForm row={row} requestKey={requestKey} intent="default" button="Set as default" />
        )}
        {row.isDefault || !row.isEmpty ? null : (
          <RowForm row={row} requestKey={requestKey} intent="archive" button="Archive" />
        )}
      </div>
    </Card>
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
    <Form method="post" action={settingsUrl('worklists')}>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="worklistId" value={row.id} />
      <input type="hidden" name="version" value={row.version} />
      <SubmitButton name="intent" value={intent} variant="secondary">
        {button}
        <span className="sr-only"> {row.name}</span>
      </SubmitButton>
    </Form>
  );
}

function WorklistForm({ view, result }: { view: Shown; result: WorklistResult | undefined }) {
  const { edited, newValues, requestKey } = view;
  const field = plainFields('worklist', result?.reply, edited?.values ?? newValues);
  return (
    <Panel
      headingId="worklist-heading"
      title={edited ? `Edit ${edited.values.name}` : 'New worklist'}
      className="max-w-form"
    >
      <Form method="post" className="grid gap-4">
        <RequestKeyInput value={requestKey} />
        <input type="hidden" name="worklistId" value={edited?.id ?? ''} />
        <input type="hidden" name="version" value={result?.kept?.version ?? edited?.version ?? ''} />
        <ErrorSummary formId="worklist" errors={result?.reply.error ?? {}} reply={result} />
        {result?.kept ? (
          <p className="notice notice-warning">
            Someone else changed {result.kept.name}. Your changes are below: save to overwrite theirs, or{' '}
            <a href={settingsUrl('worklists', { worklist: edited?.id ?? '' })}>discard yours</a>.
          </p>
        ) : null}
        <TextInput field={field('name')} label="Name" maxLength={100} autoComplete="off" required />
        <CheckboxList label="Checks" choices={checkChoices} field={field('checks')} />
        <MatchingFields field={field} />
        <ScheduleFields field={field} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton name="intent" value="save" busy="Saving…">
            {edited ? 'Save changes' : 'Create worklist'}
          </SubmitButton>
          <Link to={settingsUrl('worklists')}>Cancel</Link>
        </div>
      </Form>
    </Panel>
  );
}

function MatchingFields({ field }: { field: (name: string) => FormField }) {
  return (
    <>
      <TextInput
        field={field('threshold')}
        label="Match threshold (0–100)"
        hint="Lower values return more matches and more false positives. 70 is recommended. Identical names on sanctions lists are always raised"
        type="number"
        min={0}
        max={100}
      />
      <Select
        field={field('dobMatching')}
        label="Date of birth matching"
        hint="Many list entries only have a year of birth"
        choices={labelled(birthDateMatchingLabels, birthDateMatchings)}
      />
    </>
  );
}

/** Frequency and day. Each frequency uses some of the day fields. */
function ScheduleFields({ field }: { field: (name: string) => FormField }) {
  return (
    <>
      <Select
        field={field('frequency')}
        label="Frequency"
        hint="A changed list is screened within minutes, regardless of frequency"
        choices={labelled(worklistFrequencyLabels, worklistFrequencies)}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <Select
          field={field('dayOfWeek')}
          label="Day of the week"
          hint="For weekly"
          empty="–"
          choices={numbered(weekdays)}
        />
        <TextInput
          field={field('dayOfMonth')}
          label="Day of the month"
          hint="For monthly or longer"
          type="number"
          min={1}
          max={31}
        />
        <Select
          field={field('month')}
          label="Month"
          hint="For half-yearly or yearly"
          empty="–"
          choices={numbered(months)}
        />
      </div>
    </>
  );
}
