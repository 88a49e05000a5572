import { activityFields } from '#rules/activity-record/activity-fields.ts';
import { type DelayBasis, delayBasisLabels, hasOwnDay } from '#rules/firm/cdd-delay.ts';
import { Select } from '../../../components/forms/choices.tsx';
import type { FormField } from '../../../components/forms/field.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import { GroupInputs } from './group-inputs.tsx';

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
        label={activityFields.delayedCddBasis.label}
        hint="Under Australian law: on the other party of a sale that you broker, on your client who buys, or, at little additional risk, on another client. Under New Zealand law: verification alone, in a business relationship, never for an occasional transaction."
        choices={bases.map((value) => ({ value, label: delayBasisLabels[value] }))}
        empty="CDD comes first"
        optional
      />
      <GroupInputs group="delay" field={field} />
      {bases.some(hasOwnDay) ? (
        <TextInput
          field={field('delayedCddDueOn')}
          label={activityFields.delayedCddDueOn.label}
          hint={ownDayHint(bases)}
          optional
          type="date"
        />
      ) : null}
      <TextArea
        field={field('delayedCddGround')}
        label={activityFields.delayedCddGround.label}
        hint={activityFields.delayedCddGround.hint}
        optional
        maxLength={500}
      />
      <TextArea
        field={field('delayedCddRiskLimits')}
        label={activityFields.delayedCddRiskLimits.label}
        hint={activityFields.delayedCddRiskLimits.hint}
        optional
        maxLength={500}
      />
    </>
  );
}
