import type { FormField } from '../../components/forms/field.tsx';
import type { EditorQuestion } from './editor-content.ts';

export type FieldOf = (path: string, value: unknown) => FormField;

/** What an editor of a part of a question needs: where the question is, what it holds, and its name for screen readers. */
export interface QuestionPartProps {
  path: string;
  question: EditorQuestion;
  field: FieldOf;
  about: string;
}

export const choicesOf = (labels: Record<string, string>, keys: readonly string[]) =>
  keys.map((value) => ({ value, label: labels[value] ?? value }));

/** A key for what has none of its own: its place and its values, so that whatever moves is drawn anew with them. */
export const drawnAs = (index: number, values: object) => `${index} ${Object.values(values).join(' ')}`;

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
