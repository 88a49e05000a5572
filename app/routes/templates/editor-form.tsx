import { Form, Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { riskLevelLabels, riskLevels } from '#rules/client-types.ts';
import type { ResourceType } from '#rules/risk/question-types.ts';
import { factorLabels, factors } from '#rules/risk/template.ts';
import { Fieldset } from '../../components/forms/choices.tsx';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { FieldErrors, type FormField } from '../../components/forms/field.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import type { EditorContent } from './editor-content.ts';
import { ChangeButton, type FieldOf, ListButtons } from './editor-controls.tsx';
import { QuestionEditor } from './question-editor.tsx';

const formId = 'template';

/** The editor: every button posts the whole form, so that it works without script and nothing typed is lost. */
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
  /** Sentences by field. */
  problems: Record<string, string[]>;
  /** Changes with each answer of the action; undefined before the first. */
  reply: unknown;
  /** What a button has just changed: it stands open. */
  openPath: string;
  version: number;
  requestKey: string;
  resourceType: ResourceType;
  notice: ReactNode;
}) {
  const field: FieldOf = (path, initialValue): FormField => ({
    id: `${formId}-${path}`,
    name: path,
    errors: problems[path],
    initialValue,
  });
  const others = content.sections.flatMap(({ questions }, s) =>
    questions.map(({ key, text }, q) => ({
      value: key,
      label: `${s + 1}.${q + 1} ${text || 'New question'}`,
    })),
  );
  const isWrong = (path: string) => Object.keys(problems).some((name) => name.startsWith(path));
  return (
    <Form method="post" className="mt-4 grid max-w-[860px] gap-6" preventScrollReset>
      {/* Enter in a text field presses the first button of a form: the one that saves. */}
      <button type="submit" name="intent" value="save" className="sr-only" tabIndex={-1} aria-hidden="true">
        Save draft
      </button>
      <RequestKeyInput value={requestKey} />
      <input type="hidden" name="version" value={version} />
      {notice}
      <ErrorSummary formId={formId} errors={problems} reply={reply} />
      <TextInput field={field('name', content.name)} label="Name" maxLength={120} autoComplete="off" />
      <Fieldset legend="Weights of the factors" hint="0 to 10; 0 leaves a factor out">
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {factors.map((factor) => (
            <TextInput
              key={factor}
              field={field(`factorWeights.${factor}`, content.factorWeights[factor])}
              label={factorLabels[factor]}
              inputMode="numeric"
              autoComplete="off"
            />
          ))}
        </div>
      </Fieldset>
      <Fieldset legend="Levels and reviews">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextInput
            field={field('thresholds.medium', content.thresholds.medium)}
            label="Medium from, points"
            inputMode="numeric"
            autoComplete="off"
          />
          <TextInput
            field={field('thresholds.high', content.thresholds.high)}
            label="High from, points"
            inputMode="numeric"
            autoComplete="off"
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          {riskLevels.map((level) => (
            <TextInput
              key={level}
              field={field(`reviewMonths.${level}`, content.reviewMonths[level])}
              label={`Review of ${riskLevelLabels[level].toLowerCase()} after, months`}
              optional
              inputMode="numeric"
              autoComplete="off"
            />
          ))}
        </div>
      </Fieldset>
      {content.sections.map((section, s) => {
        const path = `sections[${s}]`;
        const about = `section ${s + 1}`;
        return (
          <section
            key={section.key}
            id={`${formId}-${path}`}
            className="panel grid gap-4 p-4"
            aria-labelledby={`heading-${path}`}
          >
            <h2 id={`heading-${path}`}>
              Section {s + 1}
              {section.title ? `: ${section.title}` : ''}
            </h2>
            <FieldErrors field={field(path, undefined)} />
            <input type="hidden" name={`${path}.key`} value={section.key} />
            <TextInput
              field={field(`${path}.title`, section.title)}
              label={
                <>
                  Title<span className="sr-only"> of {about}</span>
                </>
              }
              autoComplete="off"
            />
            <TextArea
              field={field(`${path}.help`, section.help)}
              label={
                <>
                  Help<span className="sr-only"> of {about}</span>
                </>
              }
              rows={2}
              optional
            />
            {section.questions.map((question, q) => {
              const at = `${path}.questions[${q}]`;
              return (
                <QuestionEditor
                  key={question.key}
                  path={at}
                  question={question}
                  field={field}
                  resourceType={resourceType}
                  others={others}
                  isOpen={openPath.startsWith(at) || isWrong(at)}
                  number={`${s + 1}.${q + 1}`}
                />
              );
            })}
            <div className="flex flex-wrap justify-between gap-3 border-t border-line pt-3">
              <ChangeButton intent={`add question:${path}`} label="Add a question" about={`to ${about}`} />
              <ListButtons path={path} about={about} />
            </div>
          </section>
        );
      })}
      <div className="flex flex-wrap items-center gap-4 border-t border-line pt-4">
        <SubmitButton name="intent" value="save" busy="Saving…">
          Save draft
        </SubmitButton>
        <SubmitButton look="secondary" name="intent" value="add section" busy="Adding…">
          Add a section
        </SubmitButton>
        <Link to="/templates">Back to the templates</Link>
      </div>
    </Form>
  );
}
