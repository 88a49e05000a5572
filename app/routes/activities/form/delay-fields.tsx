import { type DelayBasis, delayBasisLabels, hasOwnDay } from '#rules/firm/cdd-delay.ts';
import { Select } from '../../../components/forms/choices.tsx';
import type { FormField } from '../../../components/forms/field.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';

/** Bases without a due date in the law, by the reader's law. */
function ownDayHint(bases: readonly DelayBasis[]): string {
  const where = [
    ...(bases.some((basis) => hasOwnDay(basis) && basis !== 'relationship')
      ? ['for an account or a foreign establishment (AU Rules 6-13, 6-15)']
      : []),
    ...(bases.includes('relationship') ? ['for verification in New Zealand'] : []),
  ];
  return `Your own date, where the law sets none: ${where.join(', and ')}.`;
}

/** Delayed CDD: its legal basis, its starting point, and both conditions of the law. */
export function DelayFields({
  field,
  bases,
}: {
  field: (name: string) => FormField;
  bases: readonly DelayBasis[];
}) {
  return (
    <>
      <Select
        field={field('delayedCddBasis')}
        label="Delayed CDD"
        hint="Under Australian law: on the other party of a sale that you broker, on your client who buys, or, at little additional risk, on another client. Under New Zealand law: verification alone, in a business relationship, never for an occasional transaction."
        choices={bases.map((value) => ({ value, label: delayBasisLabels[value] }))}
        empty="CDD comes first"
        optional
      />
      <TextInput
        field={field('serviceStartedOn')}
        label="Service started"
        hint="Business days are counted from this day."
        optional
        type="date"
      />
      {bases.some(hasOwnDay) ? (
        <TextInput
          field={field('delayedCddDueOn')}
          label="CDD done by"
          hint={ownDayHint(bases)}
          optional
          type="date"
        />
      ) : null}
      <TextArea
        field={field('delayedCddGround')}
        label="Ground for delayed CDD"
        hint="Why it is essential not to interrupt business (AU s29; NZ s16(3)). The due date is calculated from the dates above, as first recorded."
        optional
        maxLength={500}
      />
      <TextArea
        field={field('delayedCddRiskLimits')}
        label="Limits of the risk while CDD is delayed"
        hint="Why the additional risk is low, and which limits or procedures apply until CDD is complete (AU s29; NZ s16(3)). A delay has no effect until someone who may grant exceptions from CDD approves it."
        optional
        maxLength={500}
      />
    </>
  );
}
