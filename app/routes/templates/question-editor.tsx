import { prefillSources } from '#rules/risk/prefill-sources.ts';
import {
  questionTypeLabels,
  questionTypes,
  type ResourceType,
  scoredBy,
} from '#rules/risk/question-types.ts';
import { factorLabels, factors } from '#rules/risk/template.ts';
import { Checkbox, Select } from '../../components/forms/choices.tsx';
import { FieldErrors } from '../../components/forms/field.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import type { EditorQuestion } from './editor-content.ts';
import { ChangeButton, choicesOf, type FieldOf, ListButtons } from './editor-controls.tsx';
import { BandsEditor, OptionsEditor } from './points-editor.tsx';

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
