import { pepStatuses, pepStatusLabels } from '#rules/clients/client-types.ts';
import { fundsCurrencies } from '#rules/source-of-funds/funds-lines.ts';
import { Checkbox, RadioGroup, Select } from '../../../components/forms/choices.tsx';
import { countryChoices } from '../../../components/forms/country-choices.ts';
import type { FormField } from '../../../components/forms/field.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import { earlierCddLabels, pepOfLabels } from './finding-labels.ts';

export type FieldGetter = (name: string) => FormField;

/** Props of a longer text. */
export const area = { rows: 3, maxLength: 2000 };

export const getChoices = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const exposures = pepStatuses
  .filter((status) => status !== 'notChecked')
  .map((value) => ({ value, label: pepStatusLabels[value] }));

export function EarlierCddFields({ field }: { field: FieldGetter }) {
  return (
    <>
      <RadioGroup field={field('ground')} label="Ground" choices={getChoices(earlierCddLabels)} />
      <TextInput
        field={field('doneBy')}
        label="Done by"
        hint="Your company, the group member or the former business"
        maxLength={200}
        autoComplete="off"
      />
      <TextInput field={field('doneOn')} label="Done on" type="date" />
      <TextInput
        field={field('procedure')}
        label="Class of customers"
        hint="As named in your policies, where a former procedure is the ground"
        optional
        maxLength={100}
        autoComplete="off"
      />
      <TextArea
        field={field('basis')}
        label="What was done"
        hint="What was collected and verified, and where the records are held"
        {...area}
      />
    </>
  );
}

export function ExposureFields({ field }: { field: FieldGetter }) {
  return (
    <>
      <RadioGroup field={field('pepStatus')} label="Finding" choices={exposures} />
      <Select
        field={field('pepOf')}
        label="Connected to"
        hint="Relatives and close associates only. If unknown, treated as connected to a foreign PEP"
        optional
        empty="Not known"
        choices={getChoices(pepOfLabels)}
      />
      <TextInput
        field={field('office')}
        label="Office"
        hint="Of the PEP: the position held, or of the person they are connected to"
        optional
        maxLength={200}
        autoComplete="off"
      />
      <Select
        field={field('officeCountry')}
        label="Country of the office"
        hint="Decides whether the office is foreign or domestic under each law. Leave blank for an international organisation"
        optional
        empty="Not known"
        choices={countryChoices}
      />
      <TextInput
        field={field('officeEndedOn')}
        label="Left office on"
        hint="Leave blank while the office is held"
        optional
        type="date"
      />
      <TextArea field={field('basis')} label="How established" hint="Sources checked and date" {...area} />
    </>
  );
}

export function SourceValueFields({ field }: { field: FieldGetter }) {
  return (
    <>
      <TextInput field={field('wealth')} label="Value of the wealth" optional inputMode="decimal" />
      <TextInput field={field('funds')} label="Value of the funds" optional inputMode="decimal" />
      <Select
        field={field('currency')}
        label="Currency"
        choices={fundsCurrencies.map((value) => ({ value, label: value }))}
      />
      <TextArea field={field('basis')} label="How estimated" {...area} />
    </>
  );
}

export function StructureFields({ field }: { field: FieldGetter }) {
  return (
    <>
      <Checkbox
        field={field('holdsPersonalAssets')}
        label="Personal asset-holding vehicle"
        hint="Such as a company whose business is to hold a family’s wealth. Trusts count by their type"
      />
      <TextInput
        field={field('beneficiaryCount')}
        label="Number of beneficiaries"
        hint="Total, including those not recorded as related parties"
        optional
        inputMode="numeric"
        maxLength={6}
      />
    </>
  );
}
