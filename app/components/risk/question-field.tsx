import type { ReactNode } from 'react';
import { countries } from '#rules/countries.ts';
import type { Question } from '#rules/risk/template.ts';
import type { DocumentView } from '../documents/document-line.tsx';
import { choiceClass, PlainSelect, Tick } from '../forms/choices.tsx';
import { FieldErrors, type FormField, fieldClass, OptionalBadge } from '../forms/field.tsx';
import { TextArea, TextInput } from '../forms/text-input.tsx';
import { type LookedUpList, listNotes } from './country-list-notes.ts';
import { EvidenceField } from './evidence-field.tsx';

const countryChoices = countries.map(({ code, name }) => ({ value: code, label: name }));

/** State of a question's field besides the question. */
export interface QuestionState {
  values: string[];
  comment: string;
  documents: string[];
  /** Source of the initial answer. */
  source?: string;
  /** The source of a derived answer, which is displayed and cannot be entered. */
  lockedTo?: string;
  /** Whether the current assessment's answer is confirmed; undefined if confirmation is not required. */
  isConfirmed?: boolean;
  errors?: string[];
  points?: string;
  lists: readonly LookedUpList[];
  isHidden: boolean;
}

/** Documents to select as evidence; undefined if nothing is stored, as in a template's preview. */
export type OfferedDocuments = readonly DocumentView[] | undefined;

/** Countries fields of a question that takes several: those chosen and two more, at least three. */
const getCountryFields = (values: readonly string[]) => Math.max(3, values.length + 2);

interface FieldProps {
  field: FormField;
  question: Question;
  state: QuestionState;
}

/** One question of an assessment: its field by type, help, comment, and the answer’s effect on the score. */
export function QuestionField({
  formId,
  question,
  state,
  documents,
}: {
  formId: string;
  question: Question;
  state: QuestionState;
  documents: OfferedDocuments;
}) {
  const name = `answers.${question.key}`;
  const field: FormField = {
    id: `${formId}-${name}`,
    name,
    errors: state.errors,
    initialValue: state.values[0],
  };
  return (
    <div className="grid gap-2 border-t border-line pt-4 first:border-t-0 first:pt-0" hidden={state.isHidden}>
      {state.lockedTo === undefined ? (
        <Control field={field} question={question} state={state} />
      ) : (
        <KnownAnswer field={field} question={question} state={state} />
      )}
      <Marks question={question} state={state} />
      {state.isConfirmed === undefined ? null : (
        <Tick
          name={`confirmed.${question.key}`}
          value="on"
          defaultChecked={state.isConfirmed}
          className="border-l-4 border-line pl-3"
        >
          Confirm that this answer is still correct<span className="sr-only">: {question.text}</span>
        </Tick>
      )}
      <details open={state.comment !== ''}>
        <summary className="text-sm text-accent">
          Comment<span className="sr-only"> on {question.text}</span>
        </summary>
        <TextArea
          field={{
            id: `${formId}-comments.${question.key}`,
            name: `comments.${question.key}`,
            initialValue: state.comment,
          }}
          label={
            <>
              Comment<span className="sr-only"> on {question.text}</span>
            </>
          }
          rows={2}
          maxLength={2000}
        />
      </details>
      {documents && (question.evidenceRequired || state.documents.length > 0) ? (
        <EvidenceField
          formId={formId}
          question={question}
          chosen={state.documents}
          documents={documents}
          hasErrors={Boolean(state.errors?.length)}
        />
      ) : null}
    </div>
  );
}

/** A derived answer as text; posted with the others, so that the score includes it. */
function KnownAnswer({ field, question, state }: FieldProps) {
  const label = question.options.find(({ key }) => key === state.values[0])?.label ?? state.values.join(', ');
  return (
    <div id={field.id} tabIndex={-1}>
      <p>{question.text}</p>
      <p>
        <strong className="font-semibold">{label}</strong>{' '}
        <span className="hint">From the record ({state.lockedTo})</span>
      </p>
      {state.values.map((value) => (
        <input key={value} type="hidden" name={field.name} value={value} />
      ))}
      <FieldErrors field={field} />
    </div>
  );
}

function Marks({ question, state }: { question: Question; state: QuestionState }) {
  const marks: ReactNode[] = [];
  if (state.source && state.lockedTo === undefined)
    marks.push(<span key="source">Prefilled {state.source} – please check</span>);
  if (state.points !== undefined) marks.push(<span key="points">{state.points} points of the score</span>);
  for (const note of listNotes(state.lists)) marks.push(<span key={note}>{note}</span>);
  if (question.evidenceRequired) marks.push(<span key="evidence">Evidence required</span>);
  if (marks.length === 0) return null;
  return <p className="hint flex flex-wrap gap-x-4">{marks}</p>;
}

function Control({ field, question, state }: FieldProps) {
  const { type, text, required, help } = question;
  const words = { field, label: text, hint: help ?? undefined, optional: !required };
  switch (type) {
    case 'yesNo':
    case 'single':
    case 'multi':
      return <Choices field={field} question={question} state={state} />;
    case 'country':
      return <Countries field={field} question={question} state={state} />;
    case 'money':
      return <TextInput {...words} inputMode="decimal" autoComplete="off" className="[&_input]:max-w-60" />;
    case 'number':
      return <TextInput {...words} inputMode="decimal" autoComplete="off" className="[&_input]:max-w-60" />;
    case 'date':
      return <TextInput {...words} type="date" className="[&_input]:max-w-60" />;
    case 'text':
      return <TextArea {...words} rows={3} maxLength={4000} />;
  }
}

/** Label, help and errors around the choices of a question. */
function Group({ field, question, children }: Omit<FieldProps, 'state'> & { children: ReactNode }) {
  const helpId = `${field.id}-help`;
  const describedBy = [question.help ? helpId : '', field.errors?.length ? `${field.id}-error` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <fieldset className={fieldClass()} aria-describedby={describedBy || undefined}>
      <legend className="mb-1">
        {question.text}
        {question.required ? null : <OptionalBadge />}
      </legend>
      {question.help ? (
        <p id={helpId} className="hint">
          {question.help}
        </p>
      ) : null}
      {children}
      <FieldErrors field={field} />
    </fieldset>
  );
}

function Choices({ field, question, state }: FieldProps) {
  const isMulti = question.type === 'multi';
  const choices = question.options.map(({ key, label }) => ({ key, label }));
  // Without script a selected radio cannot be cleared otherwise.
  if (!isMulti && !question.required) choices.push({ key: '', label: 'No answer' });
  return (
    <Group field={field} question={question}>
      {choices.map(({ key, label }, index) => {
        const id = index === 0 ? field.id : `${field.id}-${key}`;
        return (
          <div className={choiceClass} key={key}>
            <input
              type={isMulti ? 'checkbox' : 'radio'}
              id={id}
              name={field.name}
              value={key}
              defaultChecked={key === '' ? state.values.length === 0 : state.values.includes(key)}
              aria-invalid={field.errors?.length ? true : undefined}
            />
            <label htmlFor={id}>{label}</label>
          </div>
        );
      })}
    </Group>
  );
}

function Countries({ field, question, state }: FieldProps) {
  const fields = question.multiple ? getCountryFields(state.values) : 1;
  return (
    <Group field={field} question={question}>
      <div className="grid max-w-80 gap-2">
        {Array.from({ length: fields }, (_, index) => index).map((index) => (
          <PlainSelect
            key={index}
            id={index === 0 ? field.id : `${field.id}-${index}`}
            name={field.name}
            aria-label={fields > 1 ? `Country ${index + 1}` : 'Country'}
            aria-invalid={field.errors?.length ? true : undefined}
            defaultValue={state.values[index] ?? ''}
            empty={index === 0 ? 'Select a country' : 'No other country'}
            choices={countryChoices}
          />
        ))}
      </div>
    </Group>
  );
}
