import { cddLevelLabels, cddLevels, riskLevelLabels, riskLevels } from '#rules/client-types.ts';
import { prefillSources } from '#rules/risk/prefill-sources.ts';
import {
  questionTypeLabels,
  questionTypes,
  type ResourceType,
  scoredBy,
} from '#rules/risk/question-types.ts';
import { factorLabels, factors } from '#rules/risk/template.ts';
import { Checkbox, Select } from '../../components/forms/choices.tsx';
import { FieldErrors, type FormField } from '../../components/forms/field.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { conditionOpLabels, conditionOps, type EditorQuestion } from './editor-content.ts';

export type FieldOf = (path: string, value: unknown) => FormField;

const choicesOf = (labels: Record<string, string>, keys: readonly string[]) =>
  keys.map((value) => ({ value, label: labels[value] ?? value }));

/** A button that changes the form without saving it. */
export function ChangeButton({ intent, label, about }: { intent: string; label: string; about: string }) {
  return (
    <button type="submit" name="intent" value={intent} className="button button-plain justify-self-start">
      {label}
      <span className="sr-only"> {about}</span>
    </button>
  );
}

/** Up, down, copy and remove, of whatever stands in a list. */
export function ListButtons({ path, about }: { path: string; about: string }) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      <ChangeButton intent={`up:${path}`} label="Up" about={about} />
      <ChangeButton intent={`down:${path}`} label="Down" about={about} />
      <ChangeButton intent={`copy:${path}`} label="Copy" about={about} />
      <ChangeButton intent={`remove:${path}`} label="Remove" about={about} />
    </div>
  );
}

interface QuestionProps {
  path: string;
  question: EditorQuestion;
  field: FieldOf;
  resourceType: ResourceType;
  /** All questions, for conditions: key and text. */
  others: { value: string; label: string }[];
  isOpen: boolean;
  number: string;
}

/** One question of the editor, folded to its first line. */
export function QuestionEditor({
  path,
  question,
  field,
  resourceType,
  others,
  isOpen,
  number,
}: QuestionProps) {
  const about = `question ${number}`;
  const { type } = question;
  const sources = Object.entries(prefillSources).filter(
    ([, source]) => source.resourceType === resourceType && source.type === type,
  );
  const at = (name: keyof EditorQuestion) => field(`${path}.${name}`, question[name]);
  return (
    <details id={`template-${path}`} className="border-t border-line pt-3" open={isOpen}>
      <summary>
        <span className="font-semibold">
          {number} {question.text || 'New question'}
        </span>{' '}
        <span className="text-ink-soft">
          {questionTypeLabels[type]}, {factorLabels[question.factor].toLowerCase()}, weight {question.weight}
        </span>
      </summary>
      <div className="mt-3 grid gap-4">
        <FieldErrors field={field(path, undefined)} />
        <input type="hidden" name={`${path}.key`} value={question.key} />
        <TextInput field={at('text')} label="Question" autoComplete="off" />
        <TextArea field={at('help')} label="Help" rows={2} optional />
        <div className="grid gap-4 sm:grid-cols-3">
          <Select
            field={at('type')}
            label="Type of answer"
            choices={choicesOf(questionTypeLabels, questionTypes)}
          />
          <Select field={at('factor')} label="Factor" choices={choicesOf(factorLabels, factors)} />
          <TextInput field={at('weight')} label="Weight, 0 to 10" inputMode="numeric" autoComplete="off" />
        </div>
        <ChangeButton intent={`fit:${path}`} label="Fit the options to the type" about={`of ${about}`} />
        <div className="grid gap-2 sm:grid-cols-2">
          <Checkbox field={at('required')} label="Has to be answered" />
          <Checkbox field={at('evidenceRequired')} label="Needs a document as evidence" />
          {type === 'country' ? <Checkbox field={at('multiple')} label="Takes several countries" /> : null}
        </div>
        {type === 'multi' ? (
          <Select
            field={at('multiAggregate')}
            label="Points of several options"
            choices={[
              { value: 'max', label: 'The highest' },
              { value: 'sum', label: 'Their sum, up to 100' },
            ]}
          />
        ) : (
          <input type="hidden" name={`${path}.multiAggregate`} value={question.multiAggregate} />
        )}
        {scoredBy[type] === 'options' || question.options.length > 0 ? (
          <OptionsEditor path={path} question={question} field={field} about={about} />
        ) : null}
        {scoredBy[type] === 'bands' || question.bands.length > 0 ? (
          <BandsEditor path={path} question={question} field={field} about={about} />
        ) : null}
        {sources.length > 0 || question.prefill !== '' ? (
          <Select
            field={at('prefill')}
            label="Fill in from the record"
            empty="Nothing"
            choices={sources.map(([value, { label }]) => ({ value, label }))}
          />
        ) : null}
        <ConditionEditor path={path} question={question} field={field} others={others} about={about} />
        <ListButtons path={path} about={about} />
      </div>
    </details>
  );
}

/** A key for what has none of its own: its place and its values, so that whatever moves is drawn anew with them. */
const drawnAs = (index: number, values: object) => `${index} ${Object.values(values).join(' ')}`;

type PartProps = Pick<QuestionProps, 'path' | 'question' | 'field'> & { about: string };

function OptionsEditor({ path, question, field, about }: PartProps) {
  const hasOwnKeys = question.type === 'single' || question.type === 'multi';
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1">Options</legend>
      {question.options.map((option, index) => {
        const at = `${path}.options[${index}]`;
        const which = `option ${index + 1} of ${about}`;
        const word = <span className="sr-only"> of {which}</span>;
        return (
          <div key={option.key} className="grid gap-2 rounded-md border border-line p-3">
            <div className="grid gap-3 sm:grid-cols-[2fr_80px_1fr_1fr]">
              <TextInput
                field={field(`${at}.label`, option.label)}
                label={<>Words{word}</>}
                autoComplete="off"
              />
              <TextInput
                field={field(`${at}.score`, option.score)}
                label={<>Points{word}</>}
                inputMode="numeric"
                autoComplete="off"
              />
              <Select
                field={field(`${at}.floor`, option.floor)}
                label={<>Level at least{word}</>}
                empty="Any"
                choices={choicesOf(riskLevelLabels, riskLevels)}
              />
              <Select
                field={field(`${at}.cddLevel`, option.cddLevel)}
                label={<>Due diligence{word}</>}
                empty="Any"
                choices={choicesOf(cddLevelLabels, cddLevels)}
              />
            </div>
            <div className="flex flex-wrap items-end justify-between gap-3">
              <Checkbox
                field={field(`${at}.prohibit`, option.prohibit)}
                label={<>Not allowed: can only be declined{word}</>}
              />
              {hasOwnKeys ? (
                <TextInput
                  field={field(`${at}.key`, option.key)}
                  label={<>Key{word}</>}
                  className="max-w-48"
                  autoComplete="off"
                />
              ) : (
                <input type="hidden" name={`${at}.key`} value={option.key} />
              )}
            </div>
            {hasOwnKeys ? <ListButtons path={at} about={which} /> : null}
          </div>
        );
      })}
      {hasOwnKeys ? (
        <ChangeButton intent={`add option:${path}`} label="Add an option" about={`to ${about}`} />
      ) : null}
    </fieldset>
  );
}

function BandsEditor({ path, question, field, about }: PartProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1">Points by amount</legend>
      {question.bands.map((band, index) => {
        const at = `${path}.bands[${index}]`;
        const which = `band ${index + 1} of ${about}`;
        const word = <span className="sr-only"> of {which}</span>;
        return (
          <div key={drawnAs(index, band)} className="grid items-end gap-3 sm:grid-cols-[1fr_80px_auto]">
            <TextInput
              field={field(`${at}.upTo`, band.upTo)}
              label={
                <>
                  Up to{question.type === 'money' ? ', dollars' : ''}
                  {word}
                </>
              }
              hint={index === question.bands.length - 1 ? 'Empty: everything above' : undefined}
              inputMode="decimal"
              autoComplete="off"
            />
            <TextInput
              field={field(`${at}.score`, band.score)}
              label={<>Points{word}</>}
              inputMode="numeric"
              autoComplete="off"
            />
            <ListButtons path={at} about={which} />
          </div>
        );
      })}
      <ChangeButton intent={`add band:${path}`} label="Add a band" about={`to ${about}`} />
    </fieldset>
  );
}

function ConditionEditor({
  path,
  question,
  field,
  others,
  about,
}: PartProps & Pick<QuestionProps, 'others'>) {
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
