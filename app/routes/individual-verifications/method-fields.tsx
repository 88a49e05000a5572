import { relianceBasisLabels } from '#rules/identity-verification/statement-facts.ts';
import {
  relianceBases,
  type ServiceCoverage,
  serviceCoverage,
  serviceCoverageLabels,
} from '#rules/identity-verification/statements.ts';
import { exceptionEndHint } from '#rules/transition-guards/cdd-exception.ts';
import { Checkbox, CheckboxList, Fieldset, RadioGroup } from '../../components/forms/choices.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';

interface FieldsProps {
  of: (name: string) => FormField;
}

const coverageHints: Partial<Record<ServiceCoverage, string>> = {
  binding: 'By a comparison of faces or another additional measure',
};

/** The result of an accredited service of the New Zealand framework. */
export function AccreditedServiceFields({ of }: FieldsProps) {
  return (
    <>
      <TextInput field={of('accreditedService.provider')} label="Provider" maxLength={200} />
      <TextInput field={of('accreditedService.service')} label="Service" maxLength={200} />
      <TextInput
        field={of('accreditedService.accreditation')}
        label="Framework register entry"
        hint="As the register of the Trust Framework Authority has it"
        maxLength={200}
      />
      <TextInput field={of('accreditedService.verifiedOn')} label="Date of the result" type="date" />
      <CheckboxList
        field={of('accreditedService.covers')}
        label="What the result covers"
        hint="Only what the service is accredited for"
        choices={serviceCoverage.map((value) => ({
          value,
          label: serviceCoverageLabels[value],
          hint: coverageHints[value],
        }))}
      />
      <Checkbox field={of('accreditedService.matchesRecord')} label="Result matches the record" />
      <TextInput
        field={of('accreditedService.evidence')}
        label="Result reference"
        hint="Attach a copy of the result on the next page"
        maxLength={500}
      />
    </>
  );
}

/** Reliance: requirements of both laws, then the further ones of each of the company's countries. */
export function RelianceFields({ of, regulatedIn }: FieldsProps & { regulatedIn: readonly string[] }) {
  return (
    <>
      <TextInput field={of('reliance.partyName')} label="Business relied on" maxLength={200} />
      <TextInput
        field={of('reliance.supervisor')}
        label="AML/CFT supervisor"
        hint="DIA or AUSTRAC. FMA or Reserve Bank for days before 1 July 2026"
        maxLength={200}
      />
      <TextInput field={of('reliance.verifiedOn')} label="Date they verified the person" type="date" />
      <Checkbox field={of('reliance.agreedInWriting')} label="Written consent or agreement to be relied on" />
      <Checkbox
        field={of('reliance.identityInformationReceived')}
        label="Identity information received before the service"
      />
      <Checkbox
        field={of('reliance.evidenceOnRequest')}
        label="Evidence available on request within five working days"
      />
      {regulatedIn.includes('NZL') ? (
        <Checkbox
          field={of('reliance.hasBusinessRelationship')}
          label="They have a business relationship with the client"
          hint="NZ s33"
        />
      ) : null}
      {regulatedIn.includes('AUS') ? <AustralianRelianceFields of={of} /> : null}
    </>
  );
}

const basisHints = {
  agreement: 'Standing agreement, assessed at least every 2 years',
  case: 'One-off, with written reasons',
};

/** The two forms of relying on another business under Australian law. Fields of the unused one may stay blank. */
function AustralianRelianceFields({ of }: FieldsProps) {
  return (
    <>
      <RadioGroup
        field={of('reliance.basis')}
        label="Basis in Australia"
        choices={relianceBases.map((value) => ({
          value,
          label: relianceBasisLabels[value],
          hint: basisHints[value],
        }))}
      />
      <Fieldset legend="Agreement" hint="Leave blank for one case" quiet>
        <Checkbox
          field={of('reliance.responsibilitiesWritten')}
          label="Responsibilities of each party in writing"
        />
        <TextInput
          field={of('reliance.approvedBySeniorManager')}
          label="Approved by senior manager"
          optional
          maxLength={200}
        />
        <TextInput field={of('reliance.assessedOn')} label="Agreement last assessed" optional type="date" />
        <TextInput
          field={of('reliance.assessmentRecordedOn')}
          label="Assessment recorded"
          hint="Within 10 business days"
          optional
          type="date"
        />
      </Fieldset>
      <Fieldset legend="One case" hint="Leave blank for an agreement" quiet>
        <Checkbox
          field={of('reliance.appropriateToRisk')}
          label="Reliance is appropriate to the ML/TF risk"
        />
        <TextArea field={of('reliance.reasons')} label="Reasons" optional maxLength={2000} />
      </Fieldset>
    </>
  );
}

export function ExceptionFields({ of }: FieldsProps) {
  return (
    <>
      <TextArea
        field={of('exception.reason')}
        label="Why standard verification is not possible"
        hint="Why the person cannot obtain or reach the evidence"
        maxLength={1000}
      />
      <TextArea field={of('exception.stepsTaken')} label="Steps taken" maxLength={2000} />
      <TextArea field={of('exception.alternativeEvidence')} label="Alternative evidence" maxLength={2000} />
      <TextInput
        field={of('exception.policy')}
        label="Programme section"
        hint="Where your programme deals with exceptions"
        maxLength={500}
      />
      <TextInput
        field={of('exception.endsOn')}
        label="Exception expiry date"
        hint={`After it the person is verified again. ${exceptionEndHint}`}
        type="date"
      />
    </>
  );
}
