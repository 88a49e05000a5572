import type { ComponentProps } from 'react';
import { Field, initialText, type LabelledProps } from './field.tsx';

type InputProps = Omit<ComponentProps<'input'>, 'id' | 'name' | 'defaultValue' | 'className' | 'children'>;

/** A one-line text input: `type` as for a native input. A password is never prefilled. */
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

/** A multi-line text input. */
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

type FileProps = Omit<InputProps, 'type' | 'defaultValue'>;

/**
 * A file input. Browsers never prefill it: `field.key` empties it after a post. Inputs that share a hint or an error pass their own
 * `aria-describedby` and `aria-invalid`.
 */
export function FileInput({ field, label, hint, optional, className, ...input }: LabelledProps & FileProps) {
  return (
    <Field {...{ field, label, hint, optional, className }}>
      {(attributes) => (
        <input key={field.key} type="file" {...attributes} {...input} className="w-full min-w-0" />
      )}
    </Field>
  );
}
