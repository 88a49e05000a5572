import { useSubmit } from '@remix-run/react';
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
import { useScripted } from '../../components/forms/use-hydrated.ts';
import { ConditionEditor } from './condition-editor.tsx';
import { DragHandle } from './drag-to-move.tsx';
import type { EditorQuestion } from './editor-content.ts';
import {
  ChangeButton,
  elementId,
  type FieldGetter,
  getChoices,
  ListButtons,
  type QuestionChoice,
  type QuestionPartProps,
} from './editor-controls.tsx';
import { BandsEditor, OptionsEditor } from './points-editor.tsx';

interface QuestionProps {
  path: string;
  question: EditorQuestion;
  field: FieldGetter;
  resourceType: ResourceType;
  /** All questions of the template, for conditions. */
  others: readonly QuestionChoice[];
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
  return (
    <details id={elementId(path)} className="scroll-mt-4 border-t border-line pt-3" open={isOpen}>
      <summary>
        <DragHandle path={path} />
        <span className="font-semibold">
          {number} {question.text || 'New question'}
        </span>{' '}
        <span className="text-ink-soft">
          {questionTypeLabels[question.type]}, {factorLabels[question.factor].toLowerCase()}, weight{' '}
          {question.weight}
        </span>
      </summary>
      <div className="mt-3 grid gap-4">
        <FieldErrors field={field(path, undefined)} />
        <input type="hidden" name={`${path}.key`} value={question.key} />
        <QuestionBasics path={path} question={question} field={field} about={about} />
        <QuestionScoring path={path} question={question} field={field} about={about} />
        <PrefillSelect path={path} question={question} field={field} resourceType={resourceType} />
        <ConditionEditor path={path} question={question} field={field} others={others} about={about} />
        <ListButtons path={path} about={about} />
      </div>
    </details>
  );
}

function QuestionBasics({ path, question, field, about }: QuestionPartProps) {
  const at = (name: keyof EditorQuestion) => field(`${path}.${name}`, question[name]);
  const isScripted = useScripted();
  const submit = useSubmit();
  /** Shows the options and bands of the selected type, as the button does without script. */
  const showOptions = (form: HTMLFormElement | null) => {
    if (form === null) return;
    const posted = new FormData(form);
    posted.set('intent', `fit:${path}`);
    submit(posted, { method: 'post', preventScrollReset: true });
  };
  return (
    <>
      <TextInput field={at('text')} label="Question" autoComplete="off" />
      <TextArea field={at('help')} label="Help" rows={2} optional />
      <div className="grid gap-4 sm:grid-cols-3">
        <Select
          field={at('type')}
          label="Type of answer"
          choices={getChoices(questionTypeLabels, questionTypes)}
          onChange={({ currentTarget }) => showOptions(currentTarget.form)}
        />
        <Select field={at('factor')} label="Factor" choices={getChoices(factorLabels, factors)} />
        <TextInput field={at('weight')} label="Weight, 0 to 10" inputMode="numeric" autoComplete="off" />
      </div>
      {isScripted ? null : (
        <ChangeButton intent={`fit:${path}`} label="Show options of this type" about={`of ${about}`} />
      )}
      <div className="grid gap-2 sm:grid-cols-2">
        <Checkbox field={at('required')} label="Required" />
        <Checkbox field={at('evidenceRequired')} label="Evidence required" />
        {question.type === 'country' ? (
          <Checkbox field={at('multiple')} label="Allow multiple countries" />
        ) : null}
      </div>
    </>
  );
}

/** How the answer is scored, by the question's type. Options and bands of an earlier type stay until they are removed. */
function QuestionScoring({ path, question, field, about }: QuestionPartProps) {
  const { type, options, bands, multiAggregate } = question;
  return (
    <>
      {type === 'multi' ? (
        <Select
          field={field(`${path}.multiAggregate`, multiAggregate)}
          label="Scoring of multiple options"
          choices={[
            { value: 'max', label: 'Highest score' },
            { value: 'sum', label: 'Sum, capped at 100' },
          ]}
        />
      ) : (
        <input type="hidden" name={`${path}.multiAggregate`} value={multiAggregate} />
      )}
      {scoredBy[type] === 'options' || options.length > 0 ? (
        <OptionsEditor path={path} question={question} field={field} about={about} />
      ) : null}
      {scoredBy[type] === 'bands' || bands.length > 0 ? (
        <BandsEditor path={path} question={question} field={field} about={about} />
      ) : null}
    </>
  );
}

/** Record field that prefills the answer, if any fits. */
function PrefillSelect({
  path,
  question: { type, prefill },
  field,
  resourceType,
}: Pick<QuestionProps, 'path' | 'question' | 'field' | 'resourceType'>) {
  const sources = Object.entries(prefillSources).filter(
    ([, source]) => source.resourceType === resourceType && source.type === type,
  );
  if (sources.length === 0 && prefill === '') return null;
  return (
    <Select
      field={field(`${path}.prefill`, prefill)}
      label="Prefill from record"
      empty="None"
      choices={sources.map(([value, { label }]) => ({ value, label }))}
    />
  );
}
