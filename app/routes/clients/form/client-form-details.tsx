import { Checkbox, Fieldset, Select } from '../../../components/forms/choices.tsx';
import { fieldFrom } from '../../../components/forms/field.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import type { MemberChoice } from '../../../components/team/member-choices.ts';
import type { ClientFields } from './client-form-values.ts';

export function RelationshipSection({
  fields,
  members,
}: {
  fields: ClientFields;
  members: readonly MemberChoice[];
}) {
  return (
    <Fieldset legend="Relationship">
      <Select
        field={fieldFrom(fields.responsibleMemberId)}
        label="Relationship owner"
        optional
        choices={members.map(({ id, name }) => ({ value: id, label: name }))}
        empty="Unassigned"
      />
      <TextArea
        field={fieldFrom(fields.relationshipPurpose)}
        label="Nature and purpose of the relationship"
        hint="The services the client needs, and why"
        optional
      />
      <TextInput
        className="[&_input]:max-w-52"
        field={fieldFrom(fields.relationshipStartedOn)}
        label="Client since"
        optional
        type="date"
      />
      <Checkbox
        field={fieldFrom(fields.preCommencement)}
        label="Pre-commencement client (became a client before AML/CFT obligations applied)"
        hint="Enter the day under “Client since”, and record reason and document in CDD. Marked by an owner, a compliance officer or a senior manager."
      />
      <TextInput
        field={fieldFrom(fields.externalId)}
        label="External ID"
        hint="The client’s unique ID in your other systems"
        optional
        autoComplete="off"
      />
      <TextArea field={fieldFrom(fields.tags)} label="Tags" hint="One per line" optional rows={2} />
    </Fieldset>
  );
}
