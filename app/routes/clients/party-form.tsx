import { Form, Link } from '@remix-run/react';
import { partyRoleLabels } from '#rules/client-parties.ts';
import { clientKindOf, clientTypeLabels, clientTypes } from '#rules/client-types.ts';
import { countryChoices } from '../../components/address-fields.tsx';
import { Checkbox, Fieldset, RadioGroup, Select } from '../../components/forms/choices.tsx';
import { ConfirmationQuestions } from '../../components/forms/confirmation-questions.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { StaleRecord } from '../../components/forms/stale-record.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import type { answerParty, readPartiesPanel } from './parties.server.ts';
import { roleGroups } from './party-choices.ts';

type Panel = Awaited<ReturnType<typeof readPartiesPanel>>;
type Asked = NonNullable<Panel['form']>;
export type PartyAnswer = Exclude<Awaited<ReturnType<typeof answerParty>>, Response>['data'];

const formId = 'party';

/** The form that the address asks for, in steps that work without script: find or name the party, then say what it is. */
export function PartyForm({
  panel,
  form,
  answer,
}: {
  panel: Panel;
  form: Asked;
  answer: PartyAnswer | undefined;
}) {
  switch (form.step) {
    case 'find':
      return <FindParty clientId={panel.clientId} form={form} />;
    case 'end':
      return <EndParty panel={panel} form={form} answer={answer} />;
    default:
      return <PartyDetails panel={panel} form={form} answer={answer} />;
  }
}

function FindParty({ clientId, form }: { clientId: string; form: Extract<Asked, { step: 'find' }> }) {
  const { q, matches, problem } = form;
  return (
    <section className="grid max-w-form gap-4 border-t border-line pt-3" aria-labelledby="party-heading">
      <h3 id="party-heading" className="font-semibold">
        Who belongs to this client?
      </h3>
      <Form method="get" action={`/clients/${clientId}#parties`} className="grid gap-1" preventScrollReset>
        <input type="hidden" name="party" value="new" />
        <label htmlFor="party-q">Find them among your clients</label>
        <p id="party-q-hint" className="hint">
          A name, a number or a reference
        </p>
        <div className="flex items-start gap-2">
          <input
            id="party-q"
            type="search"
            name="q"
            defaultValue={q}
            maxLength={200}
            className="min-w-0 grow"
            aria-describedby="party-q-hint"
          />
          <button type="submit" className="button">
            Find
          </button>
        </div>
      </Form>
      {problem ? (
        <p className="field-error" role="alert">
          {problem}
        </p>
      ) : null}
      {q !== '' && !problem && matches.length === 0 ? (
        <p role="status">No client found. Try fewer words, or enter somebody new.</p>
      ) : null}
      {matches.length > 0 ? (
        <ul className="panel grid gap-2 p-3">
          {matches.map(({ id, name, detail }) => (
            <li key={id}>
              <Link to={`?party=new&with=${id}#parties`} preventScrollReset>
                {name}
              </Link>{' '}
              <span className="hint">{detail}</span>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="flex flex-wrap gap-x-4 gap-y-2">
        <Link to="?party=new&with=person#parties" className="button" preventScrollReset>
          Enter a new person
        </Link>
        <Link to="?party=new&with=business#parties" className="button" preventScrollReset>
          Enter a new business
        </Link>
        <Link to={`/clients/${clientId}#parties`} className="self-center" preventScrollReset>
          Cancel
        </Link>
      </p>
    </section>
  );
}

/** What stands in the form: what was typed last, else what is kept. */
function fieldsFor(answer: PartyAnswer | undefined, values: Record<string, unknown>) {
  return plainFields(formId, answer?.reply, values);
}

function PartyDetails({
  panel,
  form,
  answer,
}: {
  panel: Panel;
  form: Extract<Asked, { step: 'add' | 'edit' }>;
  answer: PartyAnswer | undefined;
}) {
  const isEdit = form.step === 'edit';
  const field = fieldsFor(answer, isEdit ? form.values : { beneficiallyHeld: 'unknown' });
  const heading = isEdit
    ? `What ${form.name} is to this client`
    : form.chosen
      ? `What ${form.chosen.name} is to this client`
      : form.new === 'person'
        ? 'A new person who belongs to this client'
        : 'A new business that belongs to this client';
  const save = isEdit ? 'Save party' : 'Add party';
  return (
    <section className="grid max-w-form gap-4 border-t border-line pt-3" aria-labelledby="party-heading">
      <h3 id="party-heading" className="font-semibold">
        {heading}
      </h3>
      <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
      <Form method="post" id={formId} className="grid gap-5" preventScrollReset>
        <RequestKeyInput value={`${panel.requestKey}-party`} />
        <input type="hidden" name="panel" value="party" />
        {isEdit ? (
          <>
            <input type="hidden" name="partyId" value={form.partyId} />
            <input type="hidden" name="version" value={form.version} />
          </>
        ) : null}
        {answer?.stale ? (
          <StaleRecord
            rows={answer.stale.rows}
            keptBy="Somebody else"
            keptAt="a moment ago"
            keptVersion={answer.stale.keptVersion}
            reloadHref={`/clients/${panel.clientId}?party=${isEdit ? form.partyId : 'new'}#parties`}
          />
        ) : null}
        <ConfirmationQuestions
          formId={formId}
          questions={answer?.questions ?? []}
          agreed={[answer?.reply.initialValue?.confirmations ?? []].flat().map(String)}
          recordHref={(id) => `/clients/${id}`}
          saveLabel={save}
        />
        {!isEdit && form.chosen ? <input type="hidden" name="partyClientId" value={form.chosen.id} /> : null}
        {!isEdit && form.new === 'person' ? <NewPerson field={field} /> : null}
        {!isEdit && form.new === 'business' ? (
          <NewBusiness field={field} country={panel.defaultCountry} />
        ) : null}
        <Roles field={field('roles')} />
        <Fieldset legend="Share" quiet>
          <TextInput
            field={field('directPercent')}
            label="Share in percent"
            hint="What is held directly, such as 33.3333"
            optional
            inputMode="decimal"
            maxLength={40}
          />
          <Checkbox
            field={field('joint')}
            label="Held jointly"
            hint="Each of those who hold it together is credited with the whole of it"
          />
          <RadioGroup
            field={field('beneficiallyHeld')}
            label="Held for their own benefit"
            choices={[
              { value: 'yes', label: 'Yes' },
              { value: 'no', label: 'No, for somebody else' },
              { value: 'unknown', label: 'Not known yet' },
            ]}
          />
        </Fieldset>
        <TextArea
          field={field('controlBasis')}
          label="How they control the client"
          hint="By votes, an agreement, family, or the power to appoint"
          optional
          rows={2}
          maxLength={300}
        />
        <TextArea
          field={field('authority')}
          label="Authority to act"
          hint="What gives it and how you saw it, of whoever acts for the client"
          optional
          rows={2}
          maxLength={300}
        />
        <TextArea
          field={field('mustVerifyReason')}
          label="Verify for another reason"
          hint="Whom the law wants verified is worked out from roles and shares. Say here why you want it anyway"
          optional
          rows={2}
          maxLength={300}
        />
        <TextInput
          field={field('validFrom')}
          label="Since"
          hint="Today, when you leave it blank"
          optional
          type="date"
        />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton busy="Saving…">{save}</SubmitButton>
          <Link to={`/clients/${panel.clientId}#parties`} preventScrollReset>
            Cancel
          </Link>
        </div>
      </Form>
    </section>
  );
}

function Roles({ field }: { field: FormField }) {
  const chosen = [field.initialValue ?? []].flat();
  return (
    <Fieldset legend="Roles" field={field} hint="Choose everything that they are" quiet>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {roleGroups.map(({ legend, roles }) => (
          <fieldset key={legend} className="grid content-start gap-0.5">
            <legend className="mb-1 text-sm text-ink-soft">{legend}</legend>
            {roles.map((role) => (
              <label key={role} className="grid grid-cols-[18px_1fr] items-start gap-2 py-0.5 font-normal">
                <input type="checkbox" name="roles" value={role} defaultChecked={chosen.includes(role)} />
                <span>{partyRoleLabels[role]}</span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </Fieldset>
  );
}

type FieldOf = (name: string) => FormField;

function NewPerson({ field }: { field: FieldOf }) {
  return (
    <>
      <input type="hidden" name="newClient.clientType" value="individual" />
      <TextInput
        field={field('newClient.individual.givenNames')}
        label="Given names"
        autoComplete="off"
        maxLength={120}
      />
      <TextInput
        field={field('newClient.individual.familyName')}
        label="Family name"
        autoComplete="off"
        maxLength={120}
      />
      <Checkbox
        field={field('newClient.individual.hasOneName')}
        label="This person has one name only"
        hint="Enter it as the family name"
      />
      <TextInput
        field={field('newClient.individual.dateOfBirth')}
        label="Date of birth"
        optional
        type="date"
        autoComplete="off"
      />
      <Select
        field={field('newClient.individual.residenceCountry')}
        label="Country of residence"
        optional
        empty="Choose a country"
        choices={countryChoices}
        autoComplete="off"
      />
    </>
  );
}

const businessTypes = clientTypes
  .filter((type) => clientKindOf(type) === 'business')
  .map((value) => ({ value, label: clientTypeLabels[value] }));

function NewBusiness({ field, country }: { field: FieldOf; country: string }) {
  const registered = field('newClient.business.registrationCountry');
  return (
    <>
      <Select field={field('newClient.clientType')} label="Kind of client" choices={businessTypes} />
      <TextInput
        field={field('newClient.business.legalName')}
        label="Legal name"
        autoComplete="off"
        maxLength={200}
      />
      <Select
        field={{ ...registered, initialValue: registered.initialValue ?? country }}
        label="Country of registration or formation"
        choices={countryChoices}
        autoComplete="off"
      />
    </>
  );
}

function EndParty({
  panel,
  form,
  answer,
}: {
  panel: Panel;
  form: Extract<Asked, { step: 'end' }>;
  answer: PartyAnswer | undefined;
}) {
  const field = fieldsFor(answer, {});
  return (
    <section className="notice notice-attention grid max-w-form gap-3" aria-labelledby="party-heading">
      <h3 id="party-heading" className="font-semibold">
        Does {form.name} no longer belong to this client?
      </h3>
      <p>The party stays on record, as one that belonged to the client from {form.since} to the last day.</p>
      <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
      <Form method="post" id={formId} className="grid gap-3" preventScrollReset>
        <RequestKeyInput value={`${panel.requestKey}-party-end`} />
        <input type="hidden" name="panel" value="party" />
        <input type="hidden" name="intent" value="end" />
        <input type="hidden" name="partyId" value={form.partyId} />
        <input type="hidden" name="version" value={form.version} />
        <TextInput
          field={field('endedOn')}
          label="Last day"
          hint="Today, when you leave it blank"
          optional
          type="date"
        />
        <TextArea field={field('reason')} label="Reason" optional rows={2} maxLength={300} />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton look="danger" busy="Saving…">
            Record the end
          </SubmitButton>
          <Link to={`/clients/${panel.clientId}#parties`} preventScrollReset>
            Leave it as it is
          </Link>
        </div>
      </Form>
    </section>
  );
}
