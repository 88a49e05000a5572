import { clientFields } from '#rules/clients/client-fields.ts';
import { fieldsOf } from '#rules/records/fields.ts';
import { Fieldset, Select } from '../../../components/forms/choices.tsx';
import { fieldFrom } from '../../../components/forms/field.tsx';
import { RecordInput } from '../../../components/forms/record-input.tsx';
import type { MemberChoice } from '../../../components/team/member-choices.ts';
import type { ClientFieldset } from './client-form-values.ts';

export function RelationshipSection({
  fields,
  members,
}: {
  fields: ClientFieldset;
  members: readonly MemberChoice[];
}) {
  return (
    <Fieldset legend="Relationship">
      <Select
        field={fieldFrom(fields.responsibleMemberId)}
        label={clientFields.responsible.label}
        optional
        choices={members.map(({ id, name }) => ({ value: id, label: name }))}
        empty="Unassigned"
      />
      {fieldsOf(clientFields, 'none').map(([name, described]) => (
        <RecordInput key={name} field={fieldFrom(fields[name])} described={described} />
      ))}
    </Fieldset>
  );
}
