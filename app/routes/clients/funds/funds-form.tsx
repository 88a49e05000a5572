import { Form, Link } from '@remix-run/react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import {
  fundsCurrencies,
  fundsKindLabels,
  fundsKinds,
  fundsPurposeLabels,
  fundsPurposes,
} from '#rules/source-of-funds/funds-lines.ts';
import { Fieldset, RadioGroup, Select, Tick } from '../../../components/forms/choices.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import type { FormField } from '../../../components/forms/field.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import { VersionConflict } from '../../../components/forms/version-conflict.tsx';
import { DecideLine } from './funds-decision.tsx';
import type { Asked, FundsResult, Panel } from './funds-form-data.ts';

type FieldGetter = (name: string) => FormField;

const formId = 'funds-line';

interface Props {
  panel: Panel;
  form: Asked;
  result: FundsResult | undefined;
}

/** The form that the URL requests: a line’s details, or the decision about it. */
export function FundsForm(props: Props) {
  const { step } = props.form;
  return step === 'add' || step === 'edit' ? (
    <LineDetails {...props} />
  ) : (
    <DecideLine {...props} step={step} />
  );
}

const getChoices = <Value extends string>(values: readonly Value[], labels: Record<Value, string>) =>
  values.map((value) => ({ value, label: labels[value] }));

function LineDetails({ panel, form, result }: Props) {
  const { line } = form;
  const field = plainFields(formId, result?.reply, { currency: panel.currency, ...form.values });
  const save = line === null ? 'Add line' : 'Save line';
  return (
    <section className="grid max-w-form gap-4 border-t border-line pt-3" aria-labelledby="funds-form-heading">
      <h3 id="funds-form-heading" className="font-semibold">
        {line === null ? 'New line' : `Edit ${line.name.toLowerCase()}`}
      </h3>
      {line === null ? null : <p className="hint">A changed line must be verified again.</p>}
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      <Form method="post" id={formId} className="grid gap-5" preventScrollReset>
        <RequestKeyInput value={`${panel.requestKey}-funds`} />
        <input type="hidden" name="panel" value="funds" />
        <input type="hidden" name="intent" value="save" />
        {line === null ? null : (
          <>
            <input type="hidden" name="lineId" value={line.id} />
            <input type="hidden" name="version" value={line.version} />
          </>
        )}
        {result?.stale && line ? (
          <VersionConflict
            rows={result.stale.rows}
            keptBy="Someone else"
            savedAt="a moment ago"
            savedVersion={result.stale.savedVersion}
            reloadHref={clientSectionUrl(panel.clientId, 'funds', { funds: line.id })}
          />
        ) : null}
        <SourceFields field={field} />
        {line === null ? <ActivityField field={field} activities={panel.activities} /> : null}
        <DocumentTicks field={field('documentIds')} panel={panel} form={form} />
        <TextArea
          field={field('corroboration')}
          label="Corroboration"
          hint="What the documents show, and what you compared them with"
          optional
          rows={3}
          maxLength={2000}
        />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton busy="Saving…">{save}</SubmitButton>
          <Link to={clientSectionUrl(panel.clientId, 'funds')} preventScrollReset>
            Cancel
          </Link>
        </div>
      </Form>
    </section>
  );
}

/** The source's kind, amount, provider and date. */
function SourceFields({ field }: { field: FieldGetter }) {
  return (
    <>
      <RadioGroup
        field={field('of')}
        label="Source of wealth or funds"
        choices={getChoices(fundsPurposes, fundsPurposeLabels)}
      />
      <Select
        field={field('kind')}
        label="Source type"
        empty="Select a type"
        choices={getChoices(fundsKinds, fundsKindLabels)}
      />
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <TextInput
          field={field('amount')}
          label="Amount"
          hint="Such as 12,500 or 12,500.50"
          inputMode="decimal"
          autoComplete="off"
        />
        <Select
          field={field('currency')}
          label="Currency"
          choices={fundsCurrencies.map((value) => ({ value, label: value }))}
        />
      </div>
      <TextArea
        field={field('from')}
        label="From"
        hint="For example the employer, the property sold or the estate"
        rows={2}
        maxLength={300}
      />
      <TextInput
        field={field('period')}
        label="Period"
        hint="When it was earned or received"
        optional
        maxLength={120}
        autoComplete="off"
      />
    </>
  );
}

/** The activity whose funds the line explains. */
function ActivityField({ field, activities }: { field: FieldGetter; activities: Panel['activities'] }) {
  if (activities.length === 0) return null;
  return (
    <Select
      field={field('activityId')}
      label="Transaction"
      hint="If the line explains the funds of one alone"
      optional
      empty="The client as a whole"
      choices={activities.map(({ id, reference, name }) => ({ value: id, label: `${reference} ${name}` }))}
    />
  );
}

/** Documents that the line rests on; those of the line stay on offer though there are newer ones. */
function DocumentTicks({ field, panel, form }: { field: FormField; panel: Panel; form: Asked }) {
  const chosen = [field.initialValue ?? []].flat();
  const others = panel.documents.filter(({ id }) => !form.documents.some((own) => own.id === id));
  const choices = [
    ...form.documents.map(({ id, fileName, isRemoved }) => ({
      id,
      label: isRemoved ? `${fileName} (removed)` : fileName,
    })),
    ...others.map(({ id, fileName, from }) => ({ id, label: `${fileName} (${from})` })),
  ];
  return (
    <Fieldset
      legend="Documents"
      field={field}
      hint="Documents on record, and what was accepted from document requests. Add others under Documents first"
      quiet
    >
      {choices.length === 0 ? <p className="text-ink-soft">No documents are on record.</p> : null}
      {choices.map(({ id, label }) => (
        <Tick key={id} name="documentIds" value={id} defaultChecked={chosen.includes(id)}>
          {label}
        </Tick>
      ))}
    </Fieldset>
  );
}
