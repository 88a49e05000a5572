import { Button } from '../../components/button.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import type { EditorQuestion } from './editor-content.ts';

export type FieldGetter = (path: string, value: unknown) => FormField;

/** A question that a condition can refer to: its key and text. */
export interface QuestionChoice {
  value: string;
  label: string;
}

/** Props of the editors of a question's parts. `about` names the question for screen readers. */
export interface QuestionPartProps {
  path: string;
  question: EditorQuestion;
  field: FieldGetter;
  about: string;
}

export const getChoices = (labels: Record<string, string>, keys: readonly string[]) =>
  keys.map((value) => ({ value, label: labels[value] ?? value }));

/** React key for a row without an id: its index and values, so that a moved row is remounted with its own values. */
export const renderedAs = (index: number, values: object) => `${index} ${Object.values(values).join(' ')}`;

/** A button that changes the form without saving it. */
export function ChangeButton({ intent, label, about }: { intent: string; label: string; about: string }) {
  return (
    <Button name="intent" value={intent} variant="neutral" className="justify-self-start">
      {label}
      <span className="sr-only"> {about}</span>
    </Button>
  );
}

/** Up, down, copy and remove buttons of a list item. */
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
