import type { ComponentProps, ReactNode } from 'react';
import {
  controlAttributes,
  Field,
  FieldErrors,
  type FormField,
  fieldClass,
  Hint,
  initialText,
  type LabelledProps,
  OptionalBadge,
} from './field.tsx';

export interface Choice {
  value: string;
  label: string;
}

export interface ChoiceGroup {
  label: string;
  choices: readonly Choice[];
}

type SelectProps = Omit<
  ComponentProps<'select'>,
  'id' | 'name' | 'defaultValue' | 'className' | 'children' | 'ref'
>;

/** A radio or checkbox with its label beside it, at least 24 px high for touch. */
/** Lays out a radio button or checkbox beside its label. */
export const choiceClass = 'grid grid-cols-[18px_1fr] items-start gap-2 py-0.5 [&_label]:font-normal';

/** `<option>`s of plain choices and of groups of them. */
function Options({ choices }: { choices: readonly (Choice | ChoiceGroup)[] }) {
  return choices.map((choice) =>
    'choices' in choice ? (
      <optgroup key={choice.label} label={choice.label}>
        <Options choices={choice.choices} />
      </optgroup>
    ) : (
      <option key={choice.value} value={choice.value}>
        {choice.label}
      </option>
    ),
  );
}

/** A select that its place labels: in a row of a list or a table. `empty` is the label of a first, empty option. */
export function PlainSelect({
  choices,
  empty,
  ...select
}: Omit<ComponentProps<'select'>, 'children' | 'ref'> & {
  choices: readonly (Choice | ChoiceGroup)[];
  empty?: string;
}) {
  return (
    <select {...select}>
      {empty === undefined ? null : <option value="">{empty}</option>}
      <Options choices={choices} />
    </select>
  );
}

/** A select. `empty` is the label of a first, empty option; without it the first choice is selected. */
export function Select({
  field,
  label,
  hint,
  optional,
  className,
  choices,
  empty,
  ...select
}: LabelledProps & SelectProps & { choices: readonly (Choice | ChoiceGroup)[]; empty?: string }) {
  return (
    <Field {...{ field, label, hint, optional, className }}>
      {(attributes) => (
        <PlainSelect
          key={field.key}
          {...{ choices, empty, ...select, ...attributes }}
          defaultValue={initialText(field)}
        />
      )}
    </Field>
  );
}

/** A single checkbox: posts `on`, or nothing. */
export function Checkbox({ field, label, hint, className }: Omit<LabelledProps, 'optional'>) {
  return (
    <div className={fieldClass(className)}>
      <div className={choiceClass}>
        <input
          key={field.key}
          type="checkbox"
          {...controlAttributes(field, hint)}
          defaultChecked={field.initialValue === 'on' || field.initialValue === true}
        />
        <label htmlFor={field.id}>{label}</label>
      </div>
      {hint ? <Hint field={field}>{hint}</Hint> : null}
      <FieldErrors field={field} />
    </div>
  );
}

type HintedChoice = Choice & { hint?: ReactNode };

/** Label of one choice with its hint, which the choice's input references as `<id>-about`. */
function ChoiceLabel({ id, choice }: { id: string; choice: HintedChoice }) {
  return (
    <div>
      <label htmlFor={id}>{choice.label}</label>
      {choice.hint ? (
        <p id={`${id}-about`} className="hint">
          {choice.hint}
        </p>
      ) : null}
    </div>
  );
}

/** A group of radios. The first has the field's id, so that the error summary's link leads to it. */
export function RadioGroup({
  field,
  label,
  hint,
  optional,
  className,
  choices,
  required,
}: LabelledProps & { choices: readonly HintedChoice[]; required?: boolean }) {
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid } = controlAttributes(field, hint);
  return (
    <fieldset key={field.key} className={fieldClass(className)} aria-describedby={describedBy}>
      <legend className="mb-1">
        {label}
        {optional ? <OptionalBadge /> : null}
      </legend>
      {hint ? <Hint field={field}>{hint}</Hint> : null}
      {choices.map((choice, index) => {
        const id = index === 0 ? field.id : `${field.id}-${choice.value}`;
        return (
          <div className={choiceClass} key={choice.value}>
            <input
              type="radio"
              id={id}
              name={field.name}
              value={choice.value}
              required={required}
              aria-invalid={invalid}
              aria-describedby={choice.hint ? `${id}-about` : undefined}
              defaultChecked={field.initialValue === choice.value}
            />
            <ChoiceLabel id={id} choice={choice} />
          </div>
        );
      })}
      <FieldErrors field={field} />
    </fieldset>
  );
}

/** A group of checkboxes, each posted under the field's name. The first has the field's id, so that the error summary's link leads to it. */
export function CheckboxList({
  field,
  label,
  hint,
  className,
  choices,
}: Omit<LabelledProps, 'optional'> & { choices: readonly HintedChoice[] }) {
  const chosen = [field.initialValue ?? []].flat();
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid } = controlAttributes(field, hint);
  return (
    <fieldset className={fieldClass(className)} aria-describedby={describedBy}>
      <legend className="mb-1">{label}</legend>
      {hint ? <Hint field={field}>{hint}</Hint> : null}
      {choices.map((choice, index) => {
        const id = index === 0 ? field.id : `${field.id}-${choice.value}`;
        return (
          <div className={choiceClass} key={choice.value}>
            <input
              type="checkbox"
              id={id}
              name={field.name}
              value={choice.value}
              defaultChecked={chosen.includes(choice.value)}
              aria-invalid={invalid}
              aria-describedby={choice.hint ? `${id}-about` : undefined}
            />
            <ChoiceLabel id={id} choice={choice} />
          </div>
        );
      })}
      <FieldErrors field={field} />
    </fieldset>
  );
}

/** A radio or checkbox inside its label, for inputs without a separate field: in a row, or in a long list. */
export function Tick({
  type = 'checkbox',
  className = '',
  children,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'className' | 'ref'> & {
  type?: 'checkbox' | 'radio';
  /** For placement only. */
  className?: string;
  children: ReactNode;
}) {
  return (
    <label
      className={`grid grid-cols-[18px_1fr] items-start gap-2 py-0.5 font-normal ${className}`.trimEnd()}
    >
      <input type={type} {...input} />
      <span>{children}</span>
    </label>
  );
}

/**
 * A group of fields under one legend. `field`: shows errors of the group as a whole. `quiet`: a nested group, whose legend looks like a
 * label.
 */
export function Fieldset({
  legend,
  hint,
  field,
  quiet = false,
  children,
}: {
  legend: ReactNode;
  hint?: ReactNode;
  field?: FormField;
  quiet?: boolean;
  children: ReactNode;
}) {
  return (
    <fieldset
      id={field?.id}
      tabIndex={field ? -1 : undefined}
      className={quiet ? 'grid gap-2' : 'grid gap-4'}
    >
      <legend className={quiet ? 'mb-1' : 'mb-3 text-lg'}>{legend}</legend>
      {hint ? <p className="hint">{hint}</p> : null}
      {children}
      {field ? <FieldErrors field={field} /> : null}
    </fieldset>
  );
}
