import { Form, Link } from '@remix-run/react';
import { activityFields } from '#rules/activity-record/activity-fields.ts';
import { activityTypeLabels, activityTypes } from '#rules/activity-types.ts';
import type { DelayBasis } from '#rules/firm/cdd-delay.ts';
import { AddressFields } from '../../../components/address/address-fields.tsx';
import { addressRow } from '../../../components/address/address-row.ts';
import { EnterButton } from '../../../components/button.tsx';
import { type ChoiceGroup, Fieldset, Select } from '../../../components/forms/choices.tsx';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import type { FormField } from '../../../components/forms/field.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { MergedVersions } from '../../../components/forms/merged-versions.tsx';
import { OpenedInput } from '../../../components/forms/opened-input.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextInput } from '../../../components/forms/text-input.tsx';
import { WarningBox } from '../../../components/forms/warning-box.tsx';
import type { MemberChoice } from '../../../components/team/member-choices.ts';
import { CountriesSection } from './activity-form-countries.tsx';
import { PartiesSection } from './activity-form-parties.tsx';
import {
  type ActivityFormResult,
  type ActivityFormValues,
  getActivityEntries,
} from './activity-form-values.ts';
import { DelayFields } from './delay-fields.tsx';
import { GroupInputs } from './group-inputs.tsx';

const formId = 'activity';
const typeChoices = activityTypes.map((value) => ({ value, label: activityTypeLabels[value] }));
const currencyChoices = [
  { value: 'NZD', label: 'NZD, New Zealand dollars' },
  { value: 'AUD', label: 'AUD, Australian dollars' },
];

/** Options of the selects of captured services and of the grounds why there is none; absent for a country whose law does not apply. */
export type ServiceChoices = Partial<
  Record<'NZL' | 'AUS', { services: ChoiceGroup[]; grounds: { value: string; label: string }[] }>
>;

/** The form of an activity, to create and to edit one. */
export function ActivityForm({
  values,
  result,
  members,
  requestKey,
  defaultCountry,
  delayBases,
  services,
  save,
  cancelHref,
  version,
  hasStarted = false,
}: {
  values: ActivityFormValues;
  result?: ActivityFormResult;
  members: readonly MemberChoice[];
  requestKey: string;
  /** Of a new address. */
  defaultCountry: string;
  /** Possible bases of delayed CDD; empty if no law permits it. */
  delayBases: readonly DelayBasis[];
  /** Options of captured services, by country; none for a country whose law does not apply to the company. */
  services: ServiceChoices;
  /** Labels of the save button, at rest and while saving. */
  save: { label: string; busy: string };
  cancelHref: string;
  /** Of the activity that is edited. */
  version?: number;
  /** Whether its work has started. */
  hasStarted?: boolean;
}) {
  const field = plainFields(formId, result?.reply, values.texts);
  // The version that was opened, not the one rendered after a post without script.
  const opened = result?.reply.initialValue?.version ?? version;
  return (
    <Form method="post" id={formId} className="grid max-w-form gap-8" preventScrollReset data-refreshable>
      <EnterButton>{save.label}</EnterButton>
      <RequestKeyInput value={result?.requestKey ?? requestKey} />
      {version === undefined ? null : (
        <>
          <input type="hidden" name="version" value={String(opened)} />
          <OpenedInput entries={getActivityEntries(values)} posted={result?.reply.initialValue?.opened} />
        </>
      )}
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      {result?.sentBefore ? <SentBefore {...result.sentBefore} save={save.label} /> : null}
      {result?.stale ? <MergedVersions {...result.stale} reloadHref="" /> : null}
      <AboutSection field={field} services={services} />
      <PartiesSection field={field} initial={values.parties} result={result} hasStarted={hasStarted} />
      <MoneySection field={field} values={values} result={result} />
      <Fieldset
        legend={activityFields.address.label}
        field={field(addressRow)}
        hint={activityFields.address.hint}
      >
        <AddressFields
          name={addressRow}
          field={(part) => field(`${addressRow}.${part}`)}
          defaultCountry={defaultCountry}
          found={result?.found}
        />
      </Fieldset>
      <DatesSection field={field} bases={delayBases} />
      <PeopleSection field={field} members={members} />
      <div className="flex flex-wrap items-center gap-4 border-t border-line pt-4">
        <SubmitButton busy={save.busy}>{save.label}</SubmitButton>
        <Link to={cancelHref}>Cancel</Link>
      </div>
    </Form>
  );
}

type FieldGetter = (name: string) => FormField;

function AboutSection({ field, services }: { field: FieldGetter; services: ServiceChoices }) {
  return (
    <Fieldset legend="Details">
      <TextInput field={field('name')} label={activityFields.name.label} autoComplete="off" />
      <Select
        field={field('activityType')}
        label={activityFields.activityType.label}
        choices={typeChoices}
        empty="Select a type"
      />
      {services.NZL ? (
        <Select
          field={field('capturedActivityNz')}
          label={activityFields.capturedActivityNz.label}
          choices={services.NZL.services}
          empty="None, or not known yet"
          optional
        />
      ) : null}
      {services.AUS ? (
        <Select
          field={field('designatedServiceAu')}
          label={activityFields.designatedServiceAu.label}
          hint={activityFields.designatedServiceAu.hint}
          choices={services.AUS.services}
          empty="None, or not known yet"
          optional
        />
      ) : null}
      {services.NZL || services.AUS ? <ScopeFields field={field} services={services} /> : null}
      <GroupInputs group="details" field={field} />
    </Fieldset>
  );
}

/** Why the work is outside the law, open where something is recorded or refused. */
function ScopeFields({ field, services }: { field: FieldGetter; services: ServiceChoices }) {
  const grounds = [
    ...(services.NZL ? [['outsideScopeNz', services.NZL.grounds] as const] : []),
    ...(services.AUS ? [['outsideScopeAu', services.AUS.grounds] as const] : []),
  ];
  const fields = [...grounds.map(([name]) => field(name)), field('noServiceReason')];
  const isOpen = fields.some(({ initialValue, errors }) => initialValue || errors?.length);
  return (
    <details open={isOpen}>
      <summary>Work outside the law</summary>
      <div className="mt-2 grid gap-4">
        <p className="hint">
          Only if the Act does not capture the work. An owner, compliance officer or senior manager records
          it, with the ground under each law (NZ s6(4), AU s6). CDD is not required for it then; sanctions
          still apply.
        </p>
        {grounds.map(([name, choices]) => (
          <Select
            key={name}
            field={field(name)}
            label={activityFields[name].label}
            choices={choices}
            empty="Captured, or not known yet"
            optional
          />
        ))}
        <GroupInputs group="scope" field={field} />
      </div>
    </details>
  );
}

function MoneySection({
  field,
  values,
  result,
}: {
  field: FieldGetter;
  values: ActivityFormValues;
  result?: ActivityFormResult;
}) {
  return (
    <Fieldset legend="Money">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          field={field('maxTransactionValue')}
          label={activityFields.maxTransactionValue.label}
          hint={activityFields.maxTransactionValue.hint}
          optional
          inputMode="decimal"
          autoComplete="off"
        />
        <Select
          field={field('currency')}
          label={activityFields.currency.label}
          hint={activityFields.currency.hint}
          choices={currencyChoices}
        />
      </div>
      <GroupInputs group="money" field={field} />
      <CountriesSection field={field} initial={values.countries} result={result} />
    </Fieldset>
  );
}

function DatesSection({ field, bases }: { field: FieldGetter; bases: readonly DelayBasis[] }) {
  return (
    <Fieldset legend="Dates">
      <div className="grid gap-4 sm:grid-cols-2">
        <GroupInputs group="dates" field={field} />
      </div>
      {bases.length > 0 ? <DelayFields field={field} bases={bases} /> : null}
    </Fieldset>
  );
}

function PeopleSection({ field, members }: { field: FieldGetter; members: readonly MemberChoice[] }) {
  const choices = members.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Fieldset legend="People and reference">
      <Select
        field={field('assigneeMemberId')}
        label={activityFields.assigneeMemberId.label}
        optional
        empty="Unassigned"
        choices={choices}
      />
      <Select
        field={field('reviewerMemberId')}
        label={activityFields.reviewerMemberId.label}
        optional
        empty="Unassigned"
        choices={choices}
      />
      <GroupInputs group="reference" field={field} />
    </Fieldset>
  );
}

function SentBefore({ id, name, save }: { id: string; name: string; save: string }) {
  return (
    <WarningBox
      id="sent-before"
      kind="warning"
      heading="You already saved this form with different details"
      reply={id}
    >
      <p>
        Saved as{' '}
        <a href={`/activities/${id}`} target="_blank" rel="noreferrer">
          {name}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        . Your later changes are below and not saved. To save them, open the saved record, then select {save}{' '}
        again.
      </p>
    </WarningBox>
  );
}
