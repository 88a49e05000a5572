import { useState } from 'react';
import { countries } from '#rules/countries.ts';
import { countryListKeys, countryListLabels } from '#rules/country-lists/country-list-keys.ts';
import { CheckboxList, PlainSelect, Select } from '../../components/forms/choices.tsx';
import { countryChoices } from '../../components/forms/country-choices.ts';
import { Field, FieldErrors } from '../../components/forms/field.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { useScripted } from '../../components/forms/use-hydrated.ts';
import { conditionOpLabels, conditionOpsByType, type EditorConditionRow } from './editor-content.ts';
import {
  ChangeButton,
  elementId,
  type FieldGetter,
  getChoices,
  type QuestionChoice,
  type QuestionPartProps,
  renderedAs,
} from './editor-controls.tsx';

/**
 * Visibility of a question: conditions of which all or any must be met.
 * @param props.others questions a row can refer to
 */
export function ConditionEditor({
  path,
  question,
  field,
  others,
  about,
}: QuestionPartProps & { others: readonly QuestionChoice[] }) {
  const { condition } = question;
  const at = `${path}.condition`;
  const offered = others.filter(({ value }) => value !== question.key);
  return (
    <fieldset id={elementId(at)} className="grid gap-3">
      <legend className="mb-1">Show only if</legend>
      <FieldErrors field={field(at, undefined)} />
      <input type="hidden" name={`${at}.kept`} value={condition.kept} />
      {condition.kept !== '' ? (
        <p className="hint">
          This question has a nested condition that cannot be edited here.{' '}
          <ChangeButton
            intent={`drop condition:${path}`}
            label="Remove the condition"
            about={`of ${about}`}
          />
        </p>
      ) : null}
      {condition.rows.length > 1 ? (
        <Select
          field={field(`${at}.join`, condition.join)}
          label="Match"
          choices={[
            { value: 'all', label: 'All of them' },
            { value: 'any', label: 'Any of them' },
          ]}
        />
      ) : (
        <input type="hidden" name={`${at}.join`} value={condition.join} />
      )}
      {condition.rows.map((row, index) => (
        <ConditionRow
          key={renderedAs(index, row)}
          path={`${at}.rows[${index}]`}
          row={row}
          field={field}
          questions={offered}
          about={`condition ${index + 1} of ${about}`}
        />
      ))}
      {condition.kept === '' ? (
        <ChangeButton
          intent={`add row:${path}`}
          label="Add a condition"
          about={`to ${about}`}
          lands={`${at}.rows[${condition.rows.length}]`}
        />
      ) : null}
    </fieldset>
  );
}

interface RowProps {
  path: string;
  row: EditorConditionRow;
  field: FieldGetter;
  questions: readonly QuestionChoice[];
  about: string;
}

/** One comparison. Its answers are those of the selected question: at once with script, by a button without. */
function ConditionRow({ path, row, field, questions, about }: RowProps) {
  const [selected, select] = useState({ question: row.question, op: row.op });
  const isScripted = useScripted();
  const question = questions.find(({ value }) => value === selected.question);
  const ops = question === undefined ? [] : conditionOpsByType[question.type];
  const op = ops.includes(selected.op) ? selected.op : (ops[0] ?? row.op);
  const isAsStored = selected.question === row.question && op === row.op;
  const suffix = <span className="sr-only"> of {about}</span>;
  return (
    <div id={elementId(path)} className="grid scroll-mt-24 items-start gap-3 sm:grid-cols-[2fr_1fr_2fr_auto]">
      <Select
        field={field(`${path}.question`, row.question)}
        label={<>Question{suffix}</>}
        empty="Select a question"
        choices={questions}
        onChange={({ currentTarget: { value } }) => select({ ...selected, question: value })}
      />
      {question === undefined ? (
        <input type="hidden" name={`${path}.op`} value={op} />
      ) : (
        <Select
          key={selected.question}
          field={field(`${path}.op`, op)}
          label={<>Comparison{suffix}</>}
          choices={getChoices(conditionOpLabels, ops)}
          onChange={({ currentTarget: { value } }) =>
            select({ ...selected, op: ops.find((each) => each === value) ?? op })
          }
        />
      )}
      {question === undefined ? (
        <span />
      ) : (
        <ConditionValue
          key={`${selected.question} ${op}`}
          path={path}
          row={{ question: selected.question, op, value: isAsStored ? row.value : '' }}
          question={question}
          field={field}
          about={about}
        />
      )}
      <div className="grid gap-1 sm:pt-7">
        <ChangeButton
          intent={`remove:${path}`}
          label="Remove"
          about={about}
          lands={path.replace(/\.rows.*$/, '')}
        />
        {isScripted ? null : (
          <ChangeButton intent={`compare:${path}`} label="Show its answers" about={`for ${about}`} />
        )}
      </div>
    </div>
  );
}

/** What the answer is compared with, as the question is answered. */
function ConditionValue({
  path,
  row: { op, value },
  question: { type, options },
  field,
  about,
}: Omit<RowProps, 'questions'> & { question: QuestionChoice }) {
  const at = `${path}.value`;
  const suffix = <span className="sr-only"> of {about}</span>;
  const listed = value.split(',').map((item) => item.trim());
  if (op === 'answered') return <span />;
  if (op === 'onList') {
    return (
      <CheckboxList
        field={field(at, listed)}
        label={<>Lists{suffix}</>}
        choices={countryListKeys.map((key) => ({ value: key, label: countryListLabels[key] }))}
      />
    );
  }
  if (type === 'country' && (op === 'isOneOf' || op === 'hasAnyOf')) {
    return <Countries field={field(at, undefined)} listed={listed} label={<>Countries{suffix}</>} />;
  }
  if (type === 'country') {
    return (
      <Select
        field={field(at, value)}
        label={<>Country{suffix}</>}
        empty="Select a country"
        choices={countryChoices}
      />
    );
  }
  if (op === 'isOneOf' || op === 'hasAnyOf') {
    return <CheckboxList field={field(at, listed)} label={<>Answers{suffix}</>} choices={options} />;
  }
  if (type === 'yesNo' || type === 'single') {
    return (
      <Select
        field={field(at, value)}
        label={<>Answer{suffix}</>}
        empty="Select an answer"
        choices={options}
      />
    );
  }
  return <TypedValue field={field(at, value)} type={type} suffix={suffix} />;
}

/** A date, an amount or a number. */
function TypedValue({
  field,
  type,
  suffix,
}: {
  field: ReturnType<FieldGetter>;
  type: QuestionChoice['type'];
  suffix: React.ReactNode;
}) {
  const isDate = type === 'date';
  return (
    <TextInput
      field={field}
      label={
        <>
          {isDate ? 'Date' : type === 'money' ? 'Amount, dollars' : 'Number'}
          {suffix}
        </>
      }
      type={isDate ? 'date' : 'text'}
      inputMode={isDate ? undefined : 'decimal'}
      autoComplete="off"
    />
  );
}

const allCountries = countries.map(({ code, name }) => ({ value: code, label: name }));

/** Several countries of one list. */
function Countries({
  field,
  listed,
  label,
}: {
  field: ReturnType<FieldGetter>;
  listed: readonly string[];
  label: React.ReactNode;
}) {
  return (
    <Field field={field} label={label} hint="Hold Ctrl or ⌘ to select several">
      {(attributes) => (
        <PlainSelect {...attributes} multiple size={6} choices={allCountries} defaultValue={[...listed]} />
      )}
    </Field>
  );
}
