import { type PartyRole, partyRoleLabels, rolesFor } from '#rules/clients/client-parties.ts';
import {
  type ClientType,
  clientTypeLabels,
  clientTypes,
  getClientKind,
} from '#rules/clients/client-types.ts';
import { Checkbox, Fieldset, RadioGroup, Select, Tick } from '../../../components/forms/choices.tsx';
import { countryChoices } from '../../../components/forms/country-choices.ts';
import type { FormField } from '../../../components/forms/field.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { TextInput } from '../../../components/forms/text-input.tsx';
import { roleGroups } from './party-choices.ts';
import type { PartyResult } from './party-form-data.ts';

/** Of the one form that the panel of related parties shows at a time. */
export const formId = 'party';

/** Fields of the form, with the values that were submitted last, else the saved ones. */
export function fieldsFor(result: PartyResult | undefined, values: Record<string, unknown>) {
  return plainFields(formId, result?.reply, values);
}

/** The party’s roles that suit the client's type, in groups. */
export function Roles({ field, clientType }: { field: FormField; clientType: ClientType }) {
  const chosen = [field.initialValue ?? []].flat();
  const offered = (role: PartyRole) => rolesFor(clientType).includes(role) || chosen.includes(role);
  const groups = roleGroups
    .map(({ legend, roles }) => ({ legend, roles: roles.filter(offered) }))
    .filter(({ roles }) => roles.length > 0);
  return (
    <Fieldset legend="Roles" field={field} hint="Select all that apply" quiet>
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {groups.map(({ legend, roles }) => (
          <fieldset key={legend} className="grid content-start gap-0.5">
            <legend className="mb-1 text-sm text-ink-soft">{legend}</legend>
            {roles.map((role) => (
              <Tick key={role} name="roles" value={role} defaultChecked={chosen.includes(role)}>
                {partyRoleLabels[role]}
              </Tick>
            ))}
          </fieldset>
        ))}
      </div>
    </Fieldset>
  );
}

export type FieldGetter = (name: string) => FormField;

/** An individual who is not a client yet. */
export function NewPerson({ field }: { field: FieldGetter }) {
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
        label="This person has a single name"
        hint="Enter a single name as the family name"
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
        empty="Select a country"
        choices={countryChoices}
        autoComplete="off"
      />
    </>
  );
}

const businessTypes = clientTypes
  .filter((type) => getClientKind(type) === 'business')
  .map((value) => ({ value, label: clientTypeLabels[value] }));

/** A business that is not a client yet. @param props.country default country of registration */
export function NewBusiness({ field, country }: { field: FieldGetter; country: string }) {
  const registered = field('newClient.business.registrationCountry');
  return (
    <>
      <Select field={field('newClient.clientType')} label="Client type" choices={businessTypes} />
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

/** The party's share of the client, and whether it is held beneficially. */
export function ShareFields({ field }: { field: FieldGetter }) {
  return (
    <Fieldset legend="Share" quiet>
      <TextInput
        field={field('directPercent')}
        label="Ownership %"
        hint="Direct holding only, for example 33.3333"
        optional
        inputMode="decimal"
        maxLength={40}
      />
      <Checkbox
        field={field('joint')}
        label="Held jointly"
        hint="Each joint holder is credited with the full holding"
      />
      <RadioGroup
        field={field('beneficiallyHeld')}
        label="Beneficially held"
        choices={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No – held as nominee' },
          { value: 'unknown', label: 'Not known yet' },
        ]}
      />
    </Fieldset>
  );
}
