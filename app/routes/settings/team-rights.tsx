import { Fieldset, RadioGroup } from '../../components/forms/choices.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { designationChoices, roleChoices } from './team-words.ts';

/** Role, designations and last day of access, as an invitation and a change both ask for them. */
export function RightsFields({ field }: { field: (name: string) => FormField }) {
  const designations = field('designations');
  const held = [designations.initialValue ?? []].flat();
  return (
    <>
      <RadioGroup field={field('role')} label="Role" choices={roleChoices} required />
      <Fieldset
        field={designations}
        quiet
        legend="Designations"
        hint="What the law asks somebody to be. They add rights to a member’s or an owner’s."
      >
        {designationChoices.map(({ value, label, hint }) => (
          <div
            key={value}
            className="grid grid-cols-[18px_1fr] items-start gap-2 py-0.5 [&_label]:font-normal"
          >
            <input
              type="checkbox"
              id={`${designations.id}-${value}`}
              name="designations"
              value={value}
              defaultChecked={held.includes(value)}
              aria-describedby={`${designations.id}-${value}-about`}
            />
            <div>
              <label htmlFor={`${designations.id}-${value}`}>{label}</label>
              <p id={`${designations.id}-${value}-about`} className="hint">
                {hint}
              </p>
            </div>
          </div>
        ))}
      </Fieldset>
      <TextInput
        field={field('accessEndsOn')}
        label="Last day of access"
        hint="An auditor always has one; a member may; an owner never."
        optional
        type="date"
        className="[&_input]:max-w-60"
      />
    </>
  );
}

/** Whom an invitation goes to, and what they may do then. */
export function InvitationFields({ field }: { field: (name: string) => FormField }) {
  return (
    <>
      <TextInput
        field={field('loginId')}
        label="Email address"
        hint="They sign in with it. One address belongs to one company."
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        required
      />
      <RightsFields field={field} />
    </>
  );
}
