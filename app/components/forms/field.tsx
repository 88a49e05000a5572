import type { ReactNode } from 'react';

/**
 * What a form component needs to know of its field. Conform's field metadata fits, and so does what
 * `plainFields` makes for forms that do without conform's state in the browser.
 */
export interface FormField {
  /** Unique in the page; the error summary links to it. */
  id: string;
  /** Name under which the value is posted, as conform writes paths: `addresses[0].postcode`. */
  name: string;
  /** Changes when the value was changed by something other than typing, so that the input starts afresh. */
  key?: string | undefined;
  /** Sentences that say what is wrong. */
  errors?: string[] | undefined;
  /** What was typed before, or what is kept. */
  initialValue?: unknown;
}

/**
 * A field of conform's as a plain object. Conform's metadata is a proxy without keys of its own: spread, it
 * would be empty.
 */
export function fieldFrom({ id, name, key, errors, initialValue }: FormField): FormField {
  return { id, name, key, errors, initialValue };
}

/** What every labelled control takes. */
export interface LabelledProps {
  field: FormField;
  label: ReactNode;
  /** Stands under the label, before the control. */
  hint?: ReactNode;
  /** Writes "(optional)" after the label. */
  optional?: boolean;
  className?: string;
}

/** Attributes that tie a control to its hint and its error. */
export interface ControlAttributes {
  id: string;
  name: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** Label, hint, control and error, one under the other. */
export const fieldClass = (more = '') => `grid content-start gap-1 ${more}`.trimEnd();

export const errorIdOf = (field: FormField) => `${field.id}-error`;
export const hintIdOf = (field: FormField) => `${field.id}-hint`;

/** Attributes of the control of a field. */
export function controlAttributes(field: FormField, hint: ReactNode): ControlAttributes {
  const wrong = field.errors !== undefined && field.errors.length > 0;
  const describedBy = [hint ? hintIdOf(field) : '', wrong ? errorIdOf(field) : ''].filter(Boolean).join(' ');
  return {
    id: field.id,
    name: field.name,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': wrong || undefined,
  };
}

/** The value that a text control starts with. */
export function initialText(field: FormField): string | undefined {
  return typeof field.initialValue === 'string' ? field.initialValue : undefined;
}

export function Hint({ field, children }: { field: FormField; children: ReactNode }) {
  return (
    <p id={hintIdOf(field)} className="hint">
      {children}
    </p>
  );
}

/** What is wrong with a field, under its control. */
export function FieldErrors({ field }: { field: FormField }) {
  if (field.errors === undefined || field.errors.length === 0) return null;
  return (
    <p id={errorIdOf(field)} className="field-error">
      <span className="sr-only">Error: </span>
      {field.errors.join(' ')}
    </p>
  );
}

/** "(optional)" in words; nothing marks what is required. */
export function OptionalMark() {
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
        {optional ? <OptionalMark /> : null}
      </label>
      {hint ? <Hint field={field}>{hint}</Hint> : null}
      {children(controlAttributes(field, hint))}
      <FieldErrors field={field} />
    </div>
  );
}
