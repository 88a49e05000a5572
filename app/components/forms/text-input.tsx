import type { ComponentProps } from 'react';
import { Field, initialText, type LabelledProps } from './field.tsx';

type InputProps = Omit<ComponentProps<'input'>, 'id' | 'name' | 'defaultValue' | 'className' | 'children'>;

/** A one-line text: `type` as for a native input. A password never gets back what was typed. */
export function TextInput({
  field,
  label,
  hint,
  optional,
  className,
  type = 'text',
  ...input
}: LabelledProps & InputProps) {
  return (
    <Field {...{ field, label, hint, optional, className }}>
      {(attributes) => (
        <input
          key={field.key}
          type={type}
          {...input}
          {...attributes}
          defaultValue={type === 'password' ? undefined : initialText(field)}
        />
      )}
    </Field>
  );
}

type AreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'name' | 'defaultValue' | 'className' | 'children'>;

/** A text of several lines. */
export function TextArea({
  field,
  label,
  hint,
  optional,
  className,
  rows = 3,
  ...area
}: LabelledProps & AreaProps) {
  return (
    <Field {...{ field, label, hint, optional, className }}>
      {(attributes) => (
        <textarea key={field.key} rows={rows} {...area} {...attributes} defaultValue={initialText(field)} />
      )}
    </Field>
  );
}
