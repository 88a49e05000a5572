import { delayBases, delayBasisLabels } from '#rules/firm/cdd-delay.ts';
import { Select } from '../../../components/forms/choices.tsx';
import type { FormField } from '../../../components/forms/field.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';

const basisChoices = delayBases.map((value) => ({ value, label: delayBasisLabels[value] }));

/** CDD that comes later: on what the law lets it, from when it is counted, and why. */
export function DelayFields({ field }: { field: (name: string) => FormField }) {
  return (
    <>
      <Select
        field={field('delayedCddBasis')}
        label="Delayed CDD"
        hint="Only under Australian law: on the other party of a sale that you broker, on your client who buys, or, at little additional risk, on another client."
        choices={basisChoices}
        empty="CDD comes first"
        optional
      />
      <TextInput
        field={field('serviceStartedOn')}
        label="Service started"
        hint="The 20 business days are counted from this day."
        optional
        type="date"
      />
      <TextArea
        field={field('delayedCddGround')}
        label="Ground for delayed CDD"
        hint="Why business would be interrupted otherwise, and how the risk is managed meanwhile. The day by which CDD is due is worked out from the dates above."
        optional
        maxLength={500}
      />
    </>
  );
}
