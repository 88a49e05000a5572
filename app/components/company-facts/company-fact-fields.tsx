import type { ReactNode } from 'react';
import { formerSupervisors, supervisorLabels, trancheLabels } from '#rules/firm/company-facts.ts';
import { sectorLabels, sectors } from '#rules/sectors.ts';
import { Checkbox, CheckboxList, Fieldset, Select } from '../forms/choices.tsx';
import type { FormField } from '../forms/field.tsx';
import { TextInput } from '../forms/text-input.tsx';

const sectorChoices = sectors.map((value) => ({ value, label: sectorLabels[value] }));
const trancheChoices = (['T1', 'T2'] as const).map((value) => ({ value, label: trancheLabels[value] }));
const supervisorChoices = formerSupervisors.map((value) => ({ value, label: supervisorLabels[value] }));

const shownWhenSelected = {
  NZL: 'group-not-has-[[name=regulatedIn][value=NZL]:checked]/company:not-has-[[aria-invalid]]:hidden',
  AUS: 'group-not-has-[[name=regulatedIn][value=AUS]:checked]/company:not-has-[[aria-invalid]]:hidden',
};

/**
 * Fields of a country, hidden by the style sheet while the form (`group/company`) does not select it as regulating the company. One in
 * error stays visible: a value of a country that was cleared.
 */
function FieldsOf({
  country,
  legend,
  children,
}: {
  country: keyof typeof shownWhenSelected;
  legend: string;
  children: ReactNode;
}) {
  return (
    <div className={shownWhenSelected[country]}>
      <Fieldset
        legend={legend}
        hint="Home and Settings say what is assumed while the first day is not recorded."
      >
        {children}
      </Fieldset>
    </div>
  );
}

/**
 * Fields of the facts about the company required by law, in setup and settings: in a form of the class `group/company`. Field names are
 * the contract's.
 */
export function CompanyFactFields({ field }: { field: (name: string) => FormField }) {
  return (
    <>
      <Fieldset legend="Work under the Acts">
        <CheckboxList
          field={field('otherSectors')}
          label="Other sectors"
          hint="Other sectors the company works in. Obligations start with the earliest of them."
          choices={sectorChoices}
        />
      </Fieldset>
      <FieldsOf country="NZL" legend="New Zealand">
        <TextInput
          field={field('firstServiceNz')}
          label="First day of captured activities"
          hint="The date you first carried out a captured activity under the AML/CFT Act 2009, even if before it applied to your sector"
          type="date"
          optional
        />
        <Select
          field={field('formerSupervisor')}
          label="Supervisor until 30 June 2026"
          hint="From 1 July 2026 the Department of Internal Affairs is the only supervisor."
          choices={supervisorChoices}
          empty="Not recorded"
          optional
        />
      </FieldsOf>
      <FieldsOf country="AUS" legend="Australia">
        <Select
          field={field('australianTranche')}
          label="Tranche"
          hint="Required if your sectors do not determine it. Until recorded, the rules apply from 31 March 2026."
          choices={trancheChoices}
          empty="As determined by sectors"
          optional
        />
        <div className="grid items-end gap-4 sm:grid-cols-2">
          <TextInput
            field={field('firstServiceAu')}
            label="First day of designated services"
            hint="Also if before 1 July 2026"
            type="date"
            optional
          />
          <TextInput
            field={field('enrolmentNumber')}
            label="AUSTRAC enrolment number"
            hint="3 to 9 digits, on the Reporting Entities Roll"
            inputMode="numeric"
            autoComplete="off"
            optional
          />
        </div>
        <Checkbox
          field={field('onlyItem54')}
          label="Only arranges services as an AFSL holder (table 1 item 54)"
          hint="Tick only if you provide no other designated service in Australia. Australian law then requires no compliance officer, no oversight by a governing body and few policies (AU s26T)."
        />
      </FieldsOf>
    </>
  );
}
