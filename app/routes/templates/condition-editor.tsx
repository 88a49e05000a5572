import { Select } from '../../components/forms/choices.tsx';
import { FieldErrors } from '../../components/forms/field.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { conditionOpLabels, conditionOps } from './editor-content.ts';
import { ChangeButton, choicesOf, drawnAs, type QuestionPartProps } from './editor-controls.tsx';

/** When a question is asked, as rows that all or any have to hold. @param props.others questions to look at: key and text */
export function ConditionEditor({
  path,
  question,
  field,
  others,
  about,
}: QuestionPartProps & { others: readonly { value: string; label: string }[] }) {
  const { condition } = question;
  const at = `${path}.condition`;
  const offered = others.filter(({ value }) => value !== question.key);
  return (
    <fieldset id={`template-${at}`} className="grid gap-3">
      <legend className="mb-1">Asked only when</legend>
      <FieldErrors field={field(at, undefined)} />
      <input type="hidden" name={`${at}.kept`} value={condition.kept} />
      {condition.kept !== '' ? (
        <p className="hint">
          This question has a nested condition, which stays as it is.{' '}
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
          label="These hold"
          choices={[
            { value: 'all', label: 'All of them' },
            { value: 'any', label: 'Any of them' },
          ]}
        />
      ) : (
        <input type="hidden" name={`${at}.join`} value={condition.join} />
      )}
      {condition.rows.map((row, index) => {
        const rowAt = `${at}.rows[${index}]`;
        const which = `condition ${index + 1} of ${about}`;
        const word = <span className="sr-only"> of {which}</span>;
        return (
          <div key={drawnAs(index, row)} className="grid items-end gap-3 sm:grid-cols-[2fr_1fr_1fr_auto]">
            <Select
              field={field(`${rowAt}.question`, row.question)}
              label={<>Question{word}</>}
              empty="Choose one"
              choices={offered}
            />
            <Select
              field={field(`${rowAt}.op`, row.op)}
              label={<>Answer{word}</>}
              choices={choicesOf(conditionOpLabels, conditionOps)}
            />
            <TextInput
              field={field(`${rowAt}.value`, row.value)}
              label={<>Value{word}</>}
              autoComplete="off"
            />
            <ChangeButton intent={`remove:${rowAt}`} label="Remove" about={which} />
          </div>
        );
      })}
      {condition.kept === '' ? (
        <ChangeButton intent={`add row:${path}`} label="Add a condition" about={`to ${about}`} />
      ) : null}
      {condition.rows.length > 0 ? (
        <p className="hint">
          Values are keys of options (yes, no, …), several separated by commas; numbers; dollars; days as
          2026-03-31.
        </p>
      ) : null}
    </fieldset>
  );
}
