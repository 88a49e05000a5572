import type { ResourceType } from '#rules/risk/question-types.ts';
import { FieldErrors } from '../../components/forms/field.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';
import { Panel } from '../../components/panel.tsx';
import { DragHandle, DropPlace } from './drag-to-move.tsx';
import type { EditorSection } from './editor-content.ts';
import {
  ChangeButton,
  elementId,
  type FieldGetter,
  ListButtons,
  type QuestionChoice,
} from './editor-controls.tsx';
import { QuestionEditor } from './question-editor.tsx';

/** One section of the editor with its questions. */
export function SectionEditor({
  section,
  index,
  field,
  resourceType,
  others,
  isOpen,
}: {
  section: EditorSection;
  /** From 0. */
  index: number;
  field: FieldGetter;
  resourceType: ResourceType;
  /** All questions of the template, for conditions. */
  others: readonly QuestionChoice[];
  /** Whether the question at the path starts expanded. */
  isOpen: (path: string) => boolean;
}) {
  const path = `sections[${index}]`;
  const about = `section ${index + 1}`;
  return (
    <DropPlace path={path}>
      <Panel
        id={elementId(path)}
        headingId={`heading-${path}`}
        title={
          <>
            <DragHandle path={path} /> Section {index + 1}
            {section.title ? `: ${section.title}` : ''}
          </>
        }
      >
        <SectionTexts path={path} section={section} field={field} about={about} />
        {section.questions.map((question, q) => {
          const at = `${path}.questions[${q}]`;
          return (
            <DropPlace key={question.key} path={at}>
              <QuestionEditor
                path={at}
                question={question}
                field={field}
                resourceType={resourceType}
                others={others}
                isOpen={isOpen(at)}
                number={`${index + 1}.${q + 1}`}
              />
            </DropPlace>
          );
        })}
        <DropPlace
          path={`${path}.questions[${section.questions.length}]`}
          isEnd
          className="flex flex-wrap justify-between gap-3 border-t border-line pt-3"
        >
          <ChangeButton
            intent={`add question:${path}`}
            label="Add a question"
            about={`to ${about}`}
            lands={`${path}.questions[${section.questions.length}]`}
          />
          <ListButtons path={path} about={about} />
        </DropPlace>
      </Panel>
    </DropPlace>
  );
}

function SectionTexts({
  path,
  section,
  field,
  about,
}: {
  path: string;
  section: EditorSection;
  field: FieldGetter;
  about: string;
}) {
  const suffix = <span className="sr-only"> of {about}</span>;
  return (
    <>
      <FieldErrors field={field(path, undefined)} />
      <input type="hidden" name={`${path}.key`} value={section.key} />
      <TextInput
        field={field(`${path}.title`, section.title)}
        label={<>Title{suffix}</>}
        autoComplete="off"
      />
      <TextArea field={field(`${path}.help`, section.help)} label={<>Help{suffix}</>} rows={2} optional />
    </>
  );
}
