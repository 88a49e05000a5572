import { useLocation } from '@remix-run/react';
import type { QuestionType } from '#rules/risk/question-types.ts';
import { Button } from '../../components/button.tsx';
import type { FormField } from '../../components/forms/field.tsx';
import type { EditorQuestion } from './editor-content.ts';

export type FieldGetter = (path: string, value: unknown) => FormField;

/** A question that a condition can refer to: its key, its number and text, and what it can be answered with. */
export interface QuestionChoice {
  value: string;
  label: string;
  type: QuestionType;
  options: readonly { value: string; label: string }[];
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

/** Id of the element of a path, such as `sections[0].questions[2]`. */
export const elementId = (path: string) => `template-${path}`;

/** The path of the item before or after. */
const beside = (path: string, step: 1 | -1) =>
  path.replace(/(\d+)\]$/, (_, index: string) => `${Math.max(0, Number(index) + step)}]`);

/**
 * A button that changes the form without saving it.
 * @param lands path of the item that the page then shows; of the item in the intent unless given
 */
export function ChangeButton({
  intent,
  label,
  about,
  lands = intent.slice(intent.indexOf(':') + 1),
}: {
  intent: string;
  label: string;
  about: string;
  lands?: string;
}) {
  const { pathname, search } = useLocation();
  return (
    <Button
      name="intent"
      value={intent}
      formAction={`${pathname}${search}#${elementId(lands)}`}
      variant="neutral"
      className="justify-self-start"
    >
      {label}
      <span className="sr-only"> {about}</span>
    </Button>
  );
}

/** Up, down, copy and remove buttons of a list item. */
export function ListButtons({ path, about }: { path: string; about: string }) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1">
      <ChangeButton intent={`up:${path}`} label="Up" about={about} lands={beside(path, -1)} />
      <ChangeButton intent={`down:${path}`} label="Down" about={about} lands={beside(path, 1)} />
      <ChangeButton intent={`copy:${path}`} label="Copy" about={about} lands={beside(path, 1)} />
      <ChangeButton
        intent={`remove:${path}`}
        label="Remove"
        about={about}
        lands={path.replace(/\.?[\w.]+\[\d+\]$/, '') || path}
      />
    </div>
  );
}
