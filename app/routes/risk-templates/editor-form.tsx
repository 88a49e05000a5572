import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { riskLevelLabels, riskLevels } from '#rules/clients/client-types.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import { factorLabels, factors } from '#rules/risk/template.ts';
import { EnterButton } from '../../components/button.tsx';
import { Fieldset } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextInput } from '../../components/forms/text-input.tsx';
import { DragToMove } from './drag-to-move.tsx';
import type { EditorContent } from './editor-content.ts';
import { elementId, type FieldGetter, type QuestionChoice } from './editor-controls.tsx';
import { nameField } from './field-names.ts';
import { SectionEditor } from './section-editor.tsx';

const formId = 'template';

/** The template editor. Every button posts the whole form, so it works without JavaScript and preserves the input. */
export function EditorForm({
  content,
  problems,
  reply,
  openPath,
  version,
  requestKey,
  resourceType,
  notice,
}: {
  content: EditorContent;
  /** Messages by field. */
  problems: Record<string, string[]>;
  /** The action's result; a new value moves the focus to the error summary. */
  reply: unknown;
  /** Path of the question that a button has just changed; it is expanded. */
  openPath: string;
  version: number;
  requestKey: string;
  resourceType: ResourceType;
  notice: ReactNode;
}) {
  const field: FieldGetter = (path, initialValue): FormField => ({
    id: `${formId}-${path}`,
    name: path,
    errors: problems[path],
    initialValue,
  });
  const questions = toQuestionChoices(content.sections);
  const isWrong = (path: string) => Object.keys(problems).some((name) => name.startsWith(path));
  return (
    <Form
      id="editor"
      method="post"
      className="mt-4 grid max-w-[860px] gap-6"
      preventScrollReset
      data-refreshable
    >
      {/* Enter in a text field presses the first button of a form: this one saves. */}
      <EnterButton name="intent" value="save">
        Save draft
      </EnterButton>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="version" value={version} />
      {notice}
      <ErrorSummary formId={formId} errors={problems} reply={reply} formatMessage={nameField} />
      <Outline sections={content.sections} />
      <TextInput field={field('name', content.name)} label="Name" maxLength={120} autoComplete="off" />
      <FactorWeights weights={content.factorWeights} field={field} />
      <RiskLevelFields content={content} field={field} />
      <DragToMove>
        {content.sections.map((section, index) => (
          <SectionEditor
            key={section.key}
            section={section}
            index={index}
            field={field}
            resourceType={resourceType}
            others={questions}
            isOpen={(path) => openPath.startsWith(path) || isWrong(path)}
          />
        ))}
      </DragToMove>
      <EditorButtons />
    </Form>
  );
}

/** Links to all sections and questions. */
function Outline({ sections }: { sections: EditorContent['sections'] }) {
  return (
    <nav aria-label="Outline">
      <details>
        <summary>Outline</summary>
        <ol className="mt-2 grid gap-2 pl-5 sm:grid-cols-2">
          {sections.map(({ key, title, questions }, s) => (
            <li key={key}>
              <a href={`#${elementId(`sections[${s}]`)}`}>
                {s + 1} {title || 'New section'}
              </a>
              <ol className="grid gap-1 pl-4 text-sm">
                {questions.map((question, q) => (
                  <li key={question.key}>
                    <a href={`#${elementId(`sections[${s}].questions[${q}]`)}`}>
                      {s + 1}.{q + 1} {question.text || 'New question'}
                    </a>
                  </li>
                ))}
              </ol>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

/** All questions by number and text. */
function toQuestionChoices(sections: EditorContent['sections']): QuestionChoice[] {
  return sections.flatMap(({ questions }, s) =>
    questions.map(({ key, text, type, options }, q) => ({
      value: key,
      label: `${s + 1}.${q + 1} ${text || 'New question'}`,
      type,
      options: options.map((option) => ({ value: option.key, label: option.label || 'New option' })),
    })),
  );
}

function EditorButtons() {
  return (
    <div className="flex flex-wrap items-center gap-4 border-t border-line pt-4">
      <SubmitButton name="intent" value="save" busy="Saving…">
        Save draft
      </SubmitButton>
      <SubmitButton variant="secondary" name="intent" value="add section" busy="Adding…">
        Add a section
      </SubmitButton>
      <Link to="/templates">Back to the templates</Link>
    </div>
  );
}

function FactorWeights({ weights, field }: { weights: EditorContent['factorWeights']; field: FieldGetter }) {
  return (
    <Fieldset legend="Factor weights" hint="0–10; 0 excludes the factor">
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {factors.map((factor) => (
          <TextInput
            key={factor}
            field={field(`factorWeights.${factor}`, weights[factor])}
            label={factorLabels[factor]}
            inputMode="numeric"
            autoComplete="off"
          />
        ))}
      </div>
    </Fieldset>
  );
}

function RiskLevelFields({
  content: { thresholds, reviewMonths },
  field,
}: {
  content: Pick<EditorContent, 'thresholds' | 'reviewMonths'>;
  field: FieldGetter;
}) {
  return (
    <Fieldset legend="Risk levels and review frequency">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          field={field('thresholds.medium', thresholds.medium)}
          label="Medium from (score)"
          inputMode="numeric"
          autoComplete="off"
        />
        <TextInput
          field={field('thresholds.high', thresholds.high)}
          label="High from (score)"
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-3">
        {riskLevels.map((level) => (
          <TextInput
            key={level}
            field={field(`reviewMonths.${level}`, reviewMonths[level])}
            label={`Review ${riskLevelLabels[level].toLowerCase()} risk every (months)`}
            optional
            inputMode="numeric"
            autoComplete="off"
          />
        ))}
      </div>
    </Fieldset>
  );
}
