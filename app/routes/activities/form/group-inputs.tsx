import { activityFields, type FieldGroup, fieldsOfGroup } from '#rules/activity-record/activity-fields.ts';
import type { FormField } from '../../../components/forms/field.tsx';
import { RecordInput } from '../../../components/forms/record-input.tsx';

/** The inputs of the described fields of a group; countries have rows of their own. */
export function GroupInputs({ group, field }: { group: FieldGroup; field: (name: string) => FormField }) {
  return fieldsOfGroup(activityFields, group).map(([name, described]) =>
    described.kind === 'countries' ? null : (
      <RecordInput key={name} field={field(name)} described={described} />
    ),
  );
}
