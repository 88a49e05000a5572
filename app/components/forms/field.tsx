import type { ReactNode } from 'react';

/**
 * Field data of a form component: conform's field metadata, or the result of `plainFields` for forms without conform in the browser.
 */
export interface FormField {
  /** Unique on the page; the error summary links to it. */
  id: string;
  /** Name under which the value is posted, as conform writes paths: `addresses[0].postcode`. */
  name: string;
  /** Changes when the value was changed other than by typing, so that the input is remounted. */
  key?: string | undefined;
  /** Error messages. */
  errors?: string[] | undefined;
  /** The value as typed before, or as saved. */
  initialValue?: unknown;
}

/** A conform field as a plain object. Conform's metadata is a proxy without own keys, and would be empty if spread. */
export function fieldFrom({ id, name, key, errors, initialValue }: FormField): FormField {
  return { id, name, key, errors, initialValue };
}

/** Props of every labelled control. */
export interface LabelledProps {
  field: FormField;
  label: ReactNode;
  /** Shown between label and control. */
  hint?: ReactNode;
  /** Writes "(optional)" after the label. */
  optional?: boolean;
  className?: string;
}

/** ARIA attributes that link a control to its hint and error. */
export interface ControlAttributes {
  id: string;
  name: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label, hint, control and error, one under the other. */
export const fieldClass = (more = '') => `grid content-start gap-1 ${more}`.trimEnd();

const getErrorId = (field: FormField) => `${field.id}-error`;
const getHintId = (field: FormField) => `${field.id}-hint`;

/** Attributes of the control of a field. */
export function controlAttributes(field: FormField, hint: ReactNode): ControlAttributes {
  const wrong = field.errors !== undefined && field.errors.length > 0;
  const describedBy = [hint ? getHintId(field) : '', wrong ? getErrorId(field) : '']
    .filter(Boolean)
    .join(' ');
  return {
    id: field.id,
    name: field.name,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': wrong || undefined,
  };
}

/** The initial value of a text control. */
export function initialText(field: FormField): string | undefined {
  return typeof field.initialValue === 'string' ? field.initialValue : undefined;
}

export function Hint({ field, children }: { field: FormField; children: ReactNode }) {
  return (
    <p id={getHintId(field)} className="hint">
      {children}
    </p>
  );
}

/** A field's errors, under its control. */
export function FieldErrors({ field }: { field: FormField }) {
  if (field.errors === undefined || field.errors.length === 0) return null;
  return (
    <p id={getErrorId(field)} className="field-error">
      <span className="sr-only">Error: </span>
      {field.errors.join(' ')}
    </p>
  );
}

/** "(optional)" in words; required fields are not marked. */
export function OptionalBadge() {
  return <span className="font-normal text-ink-soft"> (optional)</span>;
}

/** A labelled control with its hint above and its error under it. */
export function Field({
  field,
  label,
  hint,
  optional,
  className,
  children,
}: LabelledProps & { children: (attributes: ControlAttributes) => ReactNode }) {
  return (
    <div className={fieldClass(className)}>
      <label htmlFor={field.id}>
        {label}
        {optional ? <OptionalBadge /> : null}
      </label>
      {hint ? <Hint field={field}>{hint}</Hint> : null}
      {children(controlAttributes(field, hint))}
      <FieldErrors field={field} />
    </div>
  );
}
