import { CheckboxList, RadioGroup } from '../forms/choices.tsx';
import type { FormField } from '../forms/field.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { designationChoices, roleChoices } from './team-labels.ts';

/** Fields of role, designations and last day of access, for inviting and editing. */
export function PermissionFields({ field }: { field: (name: string) => FormField }) {
  return (
    <>
      <RadioGroup field={field('role')} label="Role" choices={roleChoices} required />
      <CheckboxList
        field={field('designations')}
        label="Designations"
        hint="Statutory roles. They add permissions."
        choices={designationChoices}
      />
      <TextInput
        field={field('accessEndsOn')}
        label="Access end date"
        hint="Required for auditors, optional for members, not allowed for owners."
        optional
        type="date"
        className="[&_input]:max-w-60"
      />
    </>
  );
}

/** Fields of an invitation: recipient and permissions. */
export function InvitationFields({ field }: { field: (name: string) => FormField }) {
  return (
    <>
      <TextInput
        field={field('loginId')}
        label="Email address"
        hint="Used to sign in. A person with an Assay account at another company joins with that account."
        type="email"
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        required
      />
      <PermissionFields field={field} />
    </>
  );
}
