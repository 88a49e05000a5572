import { useState } from 'react';
import { fieldsOf, registrationCountryLabel } from '#rules/client-fields.ts';
import { type ClientType, type TrustType, trustTypeLabels, trustTypes } from '#rules/client-types.ts';
import { clientIdentifierHints, clientIdentifierLabels, clientIdentifierTypes } from '#rules/identifiers.ts';
import { countryChoices } from '../../components/address-fields.tsx';
import { Checkbox, Fieldset, Select } from '../../components/forms/choices.tsx';
import { fieldFrom, OptionalMark } from '../../components/forms/field.tsx';
import { useScripted } from '../../components/forms/scripted.ts';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import type { MemberChoice } from './client-form.tsx';
import { type ClientFields, type ClientFormMetadata, type PartField, rowKey } from './client-form-values.ts';

const trustChoices = trustTypes.map((value: TrustType) => ({ value, label: trustTypeLabels[value] }));
const mostCitizenships = 5;

export function IndividualSection({
  form,
  individual,
  type,
}: {
  form: ClientFormMetadata;
  individual: PartField<'individual'>;
  type: ClientType;
}) {
  const fields = individual.getFieldset();
  const citizenships = fields.citizenships.getFieldList();
  return (
    <Fieldset legend="Person" field={fieldFrom(individual)}>
      <TextInput field={fieldFrom(fields.givenNames)} label="Given names" autoComplete="off" />
      <TextInput field={fieldFrom(fields.middleNames)} label="Middle names" optional autoComplete="off" />
      <TextInput field={fieldFrom(fields.familyName)} label="Family name" required autoComplete="off" />
      <Checkbox
        field={fieldFrom(fields.hasOneName)}
        label="This person has one name only"
        hint="Write it under Family name, as a passport does, and leave Given names and Middle names blank"
      />
      <TextArea
        field={fieldFrom(fields.otherNames)}
        label="Other names"
        hint="Former, preferred or other names, one a line"
        optional
        rows={2}
      />
      <TextInput
        className="[&_input]:max-w-52"
        field={fieldFrom(fields.dateOfBirth)}
        label="Date of birth"
        optional
        type="date"
      />
      <Fieldset
        legend={
          <>
            Citizenship
            <OptionalMark />
          </>
        }
        field={fieldFrom(fields.citizenships)}
        quiet
      >
        {citizenships.map((row, index) => (
          <div key={rowKey(row.key, index, citizenships.length)} className="flex items-end gap-3">
            <Select
              className="grow"
              field={fieldFrom(row)}
              label={
                <span className={index === 0 ? 'sr-only' : undefined}>
                  Country of citizenship {index + 1}
                </span>
              }
              choices={countryChoices}
              empty="Not given"
            />
            {citizenships.length > 1 ? (
              <button
                {...form.remove.getButtonProps({ name: fields.citizenships.name, index })}
                className="button"
              >
                Remove<span className="sr-only"> citizenship {index + 1}</span>
              </button>
            ) : null}
          </div>
        ))}
        {citizenships.length < mostCitizenships ? (
          <div>
            <button
              {...form.insert.getButtonProps({ name: fields.citizenships.name, defaultValue: '' })}
              className="button button-plain"
            >
              Add another citizenship
            </button>
          </div>
        ) : null}
      </Fieldset>
      <Select
        field={fieldFrom(fields.residenceCountry)}
        label="Country of residence"
        optional
        choices={countryChoices}
        empty="Not given"
      />
      <TextInput field={fieldFrom(fields.occupation)} label="Occupation" optional autoComplete="off" />
      <TradeFields fields={fields} type={type} />
    </Fieldset>
  );
}

/** What a sole trader trades as, and the business's numbers; elsewhere only what holds something or is wrong. */
function TradeFields({
  fields,
  type,
}: {
  fields: ReturnType<PartField<'individual'>['getFieldset']>;
  type: ClientType;
}) {
  const residence = fields.residenceCountry.initialValue;
  const applies = new Set<string>(fieldsOf(type, typeof residence === 'string' ? residence : ''));
  const shows = (name: 'tradingNames' | 'nzbn' | 'abn') =>
    applies.has(name) || Boolean(fields[name].initialValue) || fields[name].errors !== undefined;
  return (
    <>
      {shows('tradingNames') ? (
        <TextArea
          field={fieldFrom(fields.tradingNames)}
          label="Trading names"
          hint="One a line, where they differ from the person’s own name"
          optional
          rows={2}
        />
      ) : null}
      {(['nzbn', 'abn'] as const).filter(shows).map((name) => (
        <TextInput
          key={name}
          className="[&_input]:max-w-52"
          field={fieldFrom(fields[name])}
          label={clientIdentifierLabels[name]}
          hint={clientIdentifierHints[name]}
          optional
          inputMode="numeric"
          autoComplete="off"
        />
      ))}
    </>
  );
}

export function BusinessSection({ business, type }: { business: PartField<'business'>; type: ClientType }) {
  const fields = business.getFieldset();
  const isScripted = useScripted();
  const given = fields.registrationCountry.initialValue;
  const [country, setCountry] = useState(typeof given === 'string' ? given : '');
  const applies = new Set<string>(fieldsOf(type, country));
  // What holds something or is wrong stays in sight, whether or not it applies.
  const shows = (name: keyof typeof fields) =>
    applies.has(name) || Boolean(fields[name].initialValue) || fields[name].errors !== undefined;
  return (
    <Fieldset legend="Business" field={fieldFrom(business)}>
      <TextInput field={fieldFrom(fields.legalName)} label="Legal name" required autoComplete="off" />
      <TextArea
        field={fieldFrom(fields.tradingNames)}
        label="Trading names"
        hint="One a line, where they differ from the legal name"
        optional
        rows={2}
      />
      <div className="flex items-end gap-2">
        <Select
          className="grow"
          field={fieldFrom(fields.registrationCountry)}
          label={registrationCountryLabel(type)}
          choices={countryChoices}
          empty="Choose a country"
          required
          onChange={(event) => setCountry(event.currentTarget.value)}
        />
        {isScripted ? null : (
          <button type="submit" className="button" name="intent" value="refresh" formNoValidate>
            Change country
          </button>
        )}
      </div>
      {clientIdentifierTypes.filter(shows).map((name) => (
        <TextInput
          key={name}
          className="[&_input]:max-w-52"
          field={fieldFrom(fields[name])}
          label={clientIdentifierLabels[name]}
          hint={clientIdentifierHints[name]}
          optional
          inputMode="numeric"
          autoComplete="off"
        />
      ))}
      {shows('trustType') ? (
        <Select
          field={fieldFrom(fields.trustType)}
          label="Kind of trust"
          optional
          choices={trustChoices}
          empty="Not given"
        />
      ) : null}
      {shows('beneficiaryClassDescription') ? (
        <TextArea
          field={fieldFrom(fields.beneficiaryClassDescription)}
          label="Who the beneficiaries are"
          hint="Describe the class where they are not named, such as the settlor’s grandchildren"
          optional
        />
      ) : null}
      {shows('incorporatedOn') ? (
        <TextInput
          className="[&_input]:max-w-52"
          field={fieldFrom(fields.incorporatedOn)}
          label="Date of formation"
          optional
          type="date"
        />
      ) : null}
      {shows('hasNomineeShareholders') ? (
        <Checkbox field={fieldFrom(fields.hasNomineeShareholders)} label="It has nominee shareholders" />
      ) : null}
      {shows('hasBearerShares') ? (
        <Checkbox field={fieldFrom(fields.hasBearerShares)} label="It has shares in bearer form" />
      ) : null}
    </Fieldset>
  );
}

export function RelationshipSection({
  fields,
  members,
}: {
  fields: ClientFields;
  members: readonly MemberChoice[];
}) {
  return (
    <Fieldset legend="Relationship">
      <Select
        field={fieldFrom(fields.responsibleMemberId)}
        label="Responsible"
        optional
        choices={members.map(({ id, name }) => ({ value: id, label: name }))}
        empty="Nobody yet"
      />
      <TextArea
        field={fieldFrom(fields.relationshipPurpose)}
        label="Nature and purpose of the relationship"
        hint="What the client wants from you, and why"
        optional
      />
      <TextInput
        className="[&_input]:max-w-52"
        field={fieldFrom(fields.relationshipStartedOn)}
        label="Client since"
        optional
        type="date"
      />
      <Checkbox
        field={fieldFrom(fields.preCommencement)}
        label="A client since before the law applied to your company"
      />
      <TextInput
        field={fieldFrom(fields.externalId)}
        label="Your reference"
        hint="The number or code by which your other systems know this client; no two clients share one"
        optional
        autoComplete="off"
      />
      <TextArea field={fieldFrom(fields.tags)} label="Tags" hint="One a line" optional rows={2} />
    </Fieldset>
  );
}
