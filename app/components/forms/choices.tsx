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
  OptionalMark,
} from './field.tsx';

export interface Choice {
  value: string;
  label: string;
}

export interface ChoiceGroup {
  label: string;
  choices: readonly Choice[];
}

type SelectProps = Omit<ComponentProps<'select'>, 'id' | 'name' | 'defaultValue' | 'className' | 'children'>;

/** A radio or checkbox with its words beside it, at least 24 px high to touch. */
const choiceClass = 'grid grid-cols-[18px_1fr] items-start gap-2 py-0.5 [&_label]:font-normal';

/** `<option>`s of plain choices and of groups of them. */
export function Options({ choices }: { choices: readonly (Choice | ChoiceGroup)[] }) {
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

/** One of a list. `empty` is the text of a first, empty choice; without it the first choice is taken. */
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
        <select key={field.key} {...select} {...attributes} defaultValue={initialText(field)}>
          {empty === undefined ? null : <option value="">{empty}</option>}
          <Options choices={choices} />
        </select>
      )}
    </Field>
  );
}

/** A single yes: posts `on`, or nothing. */
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

/** One of a few, all of them in sight. The first radio carries the field's id, so that the summary's link lands on it. */
export function RadioGroup({
  field,
  label,
  hint,
  optional,
  className,
  choices,
  required,
}: LabelledProps & { choices: readonly (Choice & { hint?: ReactNode })[]; required?: boolean }) {
  const { 'aria-describedby': describedBy, 'aria-invalid': invalid } = controlAttributes(field, hint);
  return (
    <fieldset key={field.key} className={fieldClass(className)} aria-describedby={describedBy}>
      <legend className="mb-1">
        {label}
        {optional ? <OptionalMark /> : null}
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
            <div>
              <label htmlFor={id}>{choice.label}</label>
              {choice.hint ? (
                <p id={`${id}-about`} className="hint">
                  {choice.hint}
                </p>
              ) : null}
            </div>
          </div>
        );
      })}
      <FieldErrors field={field} />
    </fieldset>
  );
}

/**
 * A group of fields under one legend. With `field` it shows the errors of the group as a whole. `quiet`: a
 * group inside another, whose legend is no louder than a label.
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
