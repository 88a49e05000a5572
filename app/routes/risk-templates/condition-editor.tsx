import { Select } from '../../components/forms/choices.tsx';
import { FieldErrors } from '../../components/forms/field.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { conditionOpLabels, conditionOps, type EditorConditionRow } from './editor-content.ts';
import {
  ChangeButton,
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
    <fieldset id={`template-${at}`} className="grid gap-3">
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
        <ChangeButton intent={`add row:${path}`} label="Add a condition" about={`to ${about}`} />
      ) : null}
      {condition.rows.length > 0 ? (
        <p className="hint">
          Enter option keys (comma-separated), numbers, dollar amounts or dates as YYYY-MM-DD.
        </p>
      ) : null}
    </fieldset>
  );
}

function ConditionRow({
  path,
  row,
  field,
  questions,
  about,
}: {
  path: string;
  row: EditorConditionRow;
  field: FieldGetter;
  questions: readonly QuestionChoice[];
  about: string;
}) {
  const suffix = <span className="sr-only"> of {about}</span>;
  return (
    <div className="grid items-end gap-3 sm:grid-cols-[2fr_1fr_1fr_auto]">
      <Select
        field={field(`${path}.question`, row.question)}
        label={<>Question{suffix}</>}
        empty="Select a question"
        choices={questions}
      />
      <Select
        field={field(`${path}.op`, row.op)}
        label={<>Answer{suffix}</>}
        choices={getChoices(conditionOpLabels, conditionOps)}
      />
      <TextInput field={field(`${path}.value`, row.value)} label={<>Value{suffix}</>} autoComplete="off" />
      <ChangeButton intent={`remove:${path}`} label="Remove" about={about} />
    </div>
  );
}
