import { Form, Link } from '@remix-run/react';
import { activityTypeLabels, activityTypes } from '#rules/activity-types.ts';
import { AddressFields } from '../../components/address-fields.tsx';
import { AttentionBox } from '../../components/forms/attention-box.tsx';
import { Checkbox, Fieldset, Select } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { StaleRecord } from '../../components/forms/stale-record.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { addressRow } from '../onboard/address-row.ts';
import { CountriesSection } from './activity-form-countries.tsx';
import { PartiesSection } from './activity-form-parties.tsx';
import type { ActivityFormAnswer, ActivityFormValues } from './activity-form-values.ts';

interface MemberChoice {
  id: string;
  name: string;
}

const formId = 'activity';
const typeChoices = activityTypes.map((value) => ({ value, label: activityTypeLabels[value] }));
const currencyChoices = [
  { value: 'NZD', label: 'NZD, New Zealand dollars' },
  { value: 'AUD', label: 'AUD, Australian dollars' },
];

/** The form of an activity, to create and to edit one. */
export function ActivityForm({
  values,
  answer,
  members,
  requestKey,
  defaultCountry,
  mayDelay,
  save,
  cancelHref,
  version,
}: {
  values: ActivityFormValues;
  answer?: ActivityFormAnswer;
  members: readonly MemberChoice[];
  requestKey: string;
  /** Of a new address. */
  defaultCountry: string;
  /** Whether a law of the company lets due diligence on another party come later. */
  mayDelay: boolean;
  /** Words on the button that saves, and while it does. */
  save: { label: string; busy: string };
  cancelHref: string;
  /** Of the activity that is edited. */
  version?: number;
}) {
  const field = plainFields(formId, answer?.reply, values.texts);
  // The version that was opened, not the one that the page was made with after a post without script.
  const opened = answer?.reply.initialValue?.version ?? version;
  return (
    <Form method="post" id={formId} className="grid max-w-form gap-8" preventScrollReset>
      {/* Enter in a text field presses the first button of a form; without this one that would be another's. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        {save.label}
      </button>
      <RequestKeyInput value={answer?.requestKey ?? requestKey} />
      {version === undefined ? null : <input type="hidden" name="version" value={String(opened)} />}
      <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
      {answer?.sentBefore ? <SentBefore {...answer.sentBefore} save={save.label} /> : null}
      {answer?.stale ? <StaleRecord {...answer.stale} reloadHref="" /> : null}
      <AboutSection field={field} />
      <PartiesSection field={field} initial={values.parties} answer={answer} />
      <MoneySection field={field} values={values} answer={answer} />
      <Fieldset
        legend="Address"
        field={field(addressRow)}
        hint="Of the property or of the place of work, where there is one"
      >
        <AddressFields
          name={addressRow}
          field={(part) => field(`${addressRow}.${part}`)}
          defaultCountry={defaultCountry}
          found={answer?.found}
        />
      </Fieldset>
      <DatesSection field={field} mayDelay={mayDelay || values.texts.delayedCddGround !== undefined} />
      <PeopleSection field={field} members={members} />
      <div className="flex flex-wrap items-center gap-4 border-t border-line pt-4">
        <SubmitButton busy={save.busy}>{save.label}</SubmitButton>
        <Link to={cancelHref}>Cancel</Link>
      </div>
    </Form>
  );
}

type FieldOf = (name: string) => FormField;

function AboutSection({ field }: { field: FieldOf }) {
  return (
    <Fieldset legend="What it is">
      <TextInput field={field('name')} label="Name" maxLength={120} autoComplete="off" />
      <Select field={field('activityType')} label="Type" choices={typeChoices} empty="Choose a type" />
      <TextInput
        field={field('capturedService')}
        label="Captured activity or designated service"
        hint="As the law names it: item 54 of table 1, or acting for a client in the sale of a business"
        optional
        maxLength={120}
        autoComplete="off"
      />
      <TextArea
        field={field('nature')}
        label="Nature"
        hint="What is done, for how long and how"
        optional
        maxLength={500}
      />
      <TextArea
        field={field('purpose')}
        label="Purpose"
        hint="Why the client wants it"
        optional
        maxLength={500}
      />
    </Fieldset>
  );
}

function MoneySection({
  field,
  values,
  answer,
}: {
  field: FieldOf;
  values: ActivityFormValues;
  answer?: ActivityFormAnswer;
}) {
  return (
    <Fieldset legend="Money">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          field={field('maxTransactionValue')}
          label="Largest transaction"
          hint="Such as 12,500 or 12,500.50"
          optional
          inputMode="decimal"
          autoComplete="off"
        />
        <Select field={field('currency')} label="Currency" hint="Of that amount" choices={currencyChoices} />
      </div>
      <Checkbox field={field('cashExpected')} label="Cash is expected" />
      <TextArea field={field('sourceOfFunds')} label="Source of funds" optional maxLength={500} />
      <CountriesSection field={field} initial={values.countries} answer={answer} />
    </Fieldset>
  );
}

function DatesSection({ field, mayDelay }: { field: FieldOf; mayDelay: boolean }) {
  return (
    <Fieldset legend="Dates">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput field={field('exchangeOn')} label="Exchange" optional type="date" />
        <TextInput field={field('settlementOn')} label="Settlement" optional type="date" />
      </div>
      {mayDelay ? (
        <TextArea
          field={field('delayedCddGround')}
          label="Ground for doing due diligence on the other party later"
          hint="Only for a sale or purchase of property, where it could not reasonably be done before exchange. The day by which it is due is worked out from the dates above. Anti-Money Laundering and Counter-Terrorism Financing Rules 2025 (Australia), 6-15 and 6-32."
          optional
          maxLength={500}
        />
      ) : null}
    </Fieldset>
  );
}

function PeopleSection({ field, members }: { field: FieldOf; members: readonly MemberChoice[] }) {
  const choices = members.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Fieldset legend="People and reference">
      <Select
        field={field('assigneeMemberId')}
        label="Assigned to"
        optional
        empty="Nobody yet"
        choices={choices}
      />
      <Select
        field={field('reviewerMemberId')}
        label="Reviewer"
        optional
        empty="Nobody yet"
        choices={choices}
      />
      <TextInput
        field={field('externalId')}
        label="Your reference"
        hint="As your other systems know it"
        optional
        maxLength={64}
        autoComplete="off"
      />
    </Fieldset>
  );
}

function SentBefore({ id, name, save }: { id: string; name: string; save: string }) {
  return (
    <AttentionBox
      id="sent-before"
      kind="attention"
      heading="This form was already saved with other details"
      reply={id}
    >
      <p>
        What was saved is{' '}
        <a href={`/activities/${id}`} target="_blank" rel="noreferrer">
          {name}
          <span className="sr-only"> (opens in a new tab)</span>
        </a>
        . What you typed since is in the form below and is not saved. Open it to see how it is now, then
        choose {save} again to save what is below.
      </p>
    </AttentionBox>
  );
}
