import type { EntityPart } from '#rules/cdd-rule-packs/entity-information.ts';
import { type FindingSubject, listedClassLabels } from '#rules/cdd-rule-packs/findings.ts';
import { pepStatuses, pepStatusLabels } from '#rules/clients/client-types.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { fundsCurrencies } from '#rules/source-of-funds/funds-lines.ts';
import { countryChoices } from '../../../components/address/address-fields.tsx';
import { Checkbox, RadioGroup, Select } from '../../../components/forms/choices.tsx';
import type { FormField } from '../../../components/forms/field.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import { EntityFields } from './entity-fields.tsx';
import {
  earlierCddLabels,
  ownersDeemedLabels,
  ownershipOutcomeLabels,
  pepOfLabels,
  sourceOfLabels,
} from './finding-labels.ts';

type FieldOf = (name: string) => FormField;

const maxLength = 2000;
const exposures = pepStatuses
  .filter((status) => status !== 'notChecked')
  .map((value) => ({ value, label: pepStatusLabels[value] }));
const getChoices = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

const area = { rows: 3, maxLength };

/** The fields of one subject of findings. */
export function FindingFields({
  subject,
  field,
  entityParts,
  laws,
}: {
  subject: FindingSubject;
  field: FieldOf;
  entityParts: readonly EntityPart[];
  laws: readonly Jurisdiction[];
}) {
  switch (subject) {
    case 'politicalExposure':
      return <ExposureFields field={field} />;
    case 'sourceOfWealthOrFunds':
      return null;
    case 'structure':
      return <StructureFields field={field} />;
    case 'entity':
      return <EntityFields field={field} parts={entityParts} />;
    case 'ownership':
      return (
        <>
          <RadioGroup field={field('outcome')} label="Outcome" choices={getChoices(ownershipOutcomeLabels)} />
          <TextArea
            field={field('basis')}
            label="Steps taken"
            hint="Sources checked, what they showed, and any difficulties"
            {...area}
          />
        </>
      );
    case 'ownersDeemed':
      return (
        <>
          <RadioGroup field={field('ground')} label="Ground" choices={getChoices(ownersDeemedLabels)} />
          <TextArea field={field('basis')} label="How established" hint="Recorded for audit" {...area} />
        </>
      );
    case 'addressVerified':
      return (
        <TextArea
          field={field('basis')}
          label="How verified"
          hint="Document or source, its date, and when you saw it"
          {...area}
        />
      );
    case 'addressExcused':
      return <TextArea field={field('reason')} label="Reason" hint="Recorded for audit" {...area} />;
    case 'unusual':
      return <UnusualFields field={field} />;
    case 'significantChange':
      return <TextArea field={field('what')} label="What has changed" {...area} />;
    case 'nestedServices':
      return <TextArea field={field('what')} label="Customers served through your services" {...area} />;
    case 'newTechnology':
      return <MeasuresFields field={field} label="Technology or product" />;
    case 'furtherMeasures':
      return <MeasuresFields field={field} label="Why enhanced measures do not manage the risk" />;
    case 'anonymousAccount':
      return (
        <>
          <TextArea field={field('what')} label="Account" {...area} />
          <TextArea
            field={field('ended')}
            label="How it came into the client’s own name"
            hint="It can follow later"
            optional
            {...area}
          />
        </>
      );
    case 'earlierCdd':
      return <EarlierCddFields field={field} />;
    case 'actingExcused':
    case 'pepCheckExcused':
    case 'enhanced':
    case 'mitigation':
      return <TextArea field={field('reason')} label="Reason" hint="Recorded for audit" {...area} />;
    case 'simplified':
      return <SimplifiedFields field={field} laws={laws} />;
    case 'seniorApproval':
      return <TextArea field={field('note')} label="Note" optional {...area} />;
    case 'sourceValue':
      return <SourceValueFields field={field} />;
    case 'sourceNotRelevant':
      return (
        <>
          <RadioGroup field={field('of')} label="Not relevant" choices={getChoices(sourceOfLabels)} />
          <TextArea field={field('reason')} label="Reason" hint="Recorded for audit" {...area} />
        </>
      );
  }
}

function EarlierCddFields({ field }: { field: FieldOf }) {
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
      <TextArea
        field={field('basis')}
        label="What was done"
        hint="What was collected and verified, and where the records are held"
        {...area}
      />
    </>
  );
}

function ExposureFields({ field }: { field: FieldOf }) {
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

function SourceValueFields({ field }: { field: FieldOf }) {
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

function StructureFields({ field }: { field: FieldOf }) {
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

function UnusualFields({ field }: { field: FieldOf }) {
  return (
    <>
      <TextArea field={field('what')} label="What is unusual" {...area} />
      <TextArea
        field={field('findings')}
        label="Written findings"
        hint="Background and purpose, in writing. It can follow later"
        optional
        {...area}
      />
    </>
  );
}

function MeasuresFields({ field, label }: { field: FieldOf; label: string }) {
  return (
    <>
      <TextArea field={field('what')} label={label} {...area} />
      <TextArea
        field={field('measures')}
        label="Measures"
        hint="Such as purpose, source, monitoring, approval. It can follow later"
        optional
        {...area}
      />
    </>
  );
}

function SimplifiedFields({ field, laws }: { field: FieldOf; laws: readonly Jurisdiction[] }) {
  return (
    <>
      <Select
        field={field('listedClass')}
        label="Listed class"
        hint={
          laws.includes('NZL')
            ? 'Class under NZ s18(2). The classes are to be confirmed against the Act and the regulations'
            : 'Australia needs none: low risk and your policies decide'
        }
        optional={!laws.includes('NZL')}
        empty="None"
        choices={getChoices(listedClassLabels)}
      />
      <TextArea field={field('ground')} label="Listed class and basis" {...area} />
    </>
  );
}
