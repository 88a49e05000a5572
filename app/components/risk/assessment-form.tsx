import { Form } from '@remix-run/react';
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { ScoreExplanation } from '#contract/assessments.ts';
import type { CountryLists } from '#rules/risk/country-lists.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { useScripted } from '../forms/scripted.ts';
import { RequestKeyInput, SubmitButton } from '../forms/submit.tsx';
import { type EnteredAnswers, enteredIn } from './form-answers.ts';
import { type OfferedDocuments, QuestionField } from './question-field.tsx';
import { RunningScore, ScorePanel } from './score-panel.tsx';

export const assessmentFormId = 'assessment';

/** What the form starts with, and what an action answers that did not go ahead. */
export interface FormState {
  entered: EnteredAnswers;
  score: ScoreExplanation;
  /** Sentences by field: `answers.<key>`; '' is the form itself. */
  errors: Record<string, string[]>;
}

interface AssessmentFormProps {
  content: TemplateContent;
  lists: CountryLists;
  start: FormState;
  /** Where an answer that the form starts with is from, by key of question. */
  sources: Record<string, string>;
  answer: FormState | undefined;
  /** Left out of a trial, which stores nothing. */
  /** What may be shown as evidence. */
  documents?: OfferedDocuments;
  requestKey?: string;
  /** A template is only tried out: there is nothing to save or to submit. */
  isTrial?: boolean;
  /** Of the assessment that is changed. */
  version?: number;
  /** What must be read before the form goes ahead. */
  notice?: ReactNode;
  children?: ReactNode;
}

const same = (a: readonly string[] = [], b: readonly string[] = []) =>
  a.length === b.length && a.every((value) => b.includes(value));

/** Sentences for the summary: many say the same, so each begins with its question. */
function namingQuestions(errors: FormState['errors'], content: TemplateContent): FormState['errors'] {
  const texts = new Map(
    content.sections.flatMap(({ questions }) => questions.map(({ key, text }) => [`answers.${key}`, text])),
  );
  return Object.fromEntries(
    Object.entries(errors).map(([name, sentences]) => {
      const text = texts.get(name);
      return [name, text === undefined ? sentences : sentences.map((sentence) => `${text} ${sentence}`)];
    }),
  );
}

/** The score of what stands in the form: the server's until script has loaded the rules, then as it is typed. */
function useLiveScore({ content, lists, start, answer }: AssessmentFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const explain = useRef<((data: FormData) => ScoreExplanation) | undefined>(undefined);
  const [live, setLive] = useState<{ entered: EnteredAnswers; score: ScoreExplanation }>();
  const rescore = useCallback(
    (element: HTMLFormElement) => {
      if (!explain.current) return;
      const data = new FormData(element);
      setLive({ entered: enteredIn(data, content), score: explain.current(data) });
    },
    [content],
  );
  useEffect(() => {
    let isGone = false;
    void import('./live-score.ts').then(({ createLiveScore }) => {
      if (isGone) return;
      explain.current = createLiveScore(content, lists);
      if (form.current) rescore(form.current);
    });
    return () => {
      isGone = true;
    };
  }, [content, lists, rescore]);
  // What was chosen is kept or refused by now; left in its field it would be sent again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the action counts, whatever it says.
  useEffect(() => {
    for (const file of form.current?.querySelectorAll<HTMLInputElement>('input[type=file]') ?? [])
      file.value = '';
  }, [answer]);
  return {
    form,
    onChange: (event: FormEvent<HTMLFormElement>) => rescore(event.currentTarget),
    shown: live ?? answer ?? start,
  };
}

/** An assessment as it is answered: by section, with the score beside it. Every button works without script. */
export function AssessmentForm(props: AssessmentFormProps) {
  const {
    content,
    start,
    answer,
    sources,
    documents,
    requestKey,
    isTrial = false,
    version,
    notice,
    children,
  } = props;
  const { form, onChange, shown } = useLiveScore(props);
  const isScripted = useScripted();
  const given = answer ?? start;
  const visible = new Set(shown.score.visibleKeys);
  const points = new Map(shown.score.contributions.map((one) => [one.questionKey, one]));
  const unanswered = shown.score.missing.length;
  const recalculate = isScripted ? null : (
    <SubmitButton look="secondary" name="intent" value="recalculate" busy="Recalculating…">
      Recalculate
    </SubmitButton>
  );
  return (
    <Form
      method="post"
      id={assessmentFormId}
      ref={form}
      onChange={onChange}
      encType={documents ? 'multipart/form-data' : undefined}
      preventScrollReset
      className="mt-4 grid items-start gap-6 lg:grid-cols-[minmax(0,640px)_minmax(260px,1fr)]"
    >
      {/* What takes the keyboard is not to end up under the line that stays at the top. */}
      <div className="grid gap-6 max-lg:[&_:is(input,select,textarea,button,a)]:scroll-mt-20">
        {/* Enter in a text field presses the first button of a form: the one that changes nothing. */}
        <button
          type="submit"
          name="intent"
          value="recalculate"
          className="sr-only"
          tabIndex={-1}
          aria-hidden="true"
        >
          Recalculate
        </button>
        {documents ? <input type="hidden" name="documentType" value="riskEvidence" /> : null}
        {requestKey === undefined ? null : <RequestKeyInput value={requestKey} />}
        {version === undefined ? null : <input type="hidden" name="version" value={version} />}
        <ErrorSummary
          formId={assessmentFormId}
          errors={namingQuestions(given.errors, content)}
          reply={answer}
        />
        {notice}
        <RunningScore score={shown.score}>{recalculate}</RunningScore>
        {content.sections.map((section) => (
          <section
            key={section.key}
            className="panel grid gap-4 p-4"
            aria-labelledby={`section-${section.key}`}
            hidden={!section.questions.some(({ key }) => visible.has(key))}
          >
            <h2 id={`section-${section.key}`}>{section.title}</h2>
            {section.help ? <p className="hint whitespace-pre-line">{section.help}</p> : null}
            {section.questions.map((question) => {
              const { key } = question;
              const scored = points.get(key);
              const isAsStarted = same(shown.entered.values[key], start.entered.values[key]);
              return (
                <QuestionField
                  key={key}
                  formId={assessmentFormId}
                  question={question}
                  documents={documents}
                  state={{
                    values: given.entered.values[key] ?? [],
                    comment: given.entered.comments[key] ?? '',
                    documents: given.entered.documents[key] ?? [],
                    source: isAsStarted ? sources[key] : undefined,
                    errors: given.errors[`answers.${key}`],
                    points: scored?.points,
                    lists: scored?.lists ?? [],
                    isHidden: !visible.has(key),
                  }}
                />
              );
            })}
          </section>
        ))}
      </div>
      <div className="grid gap-4 lg:sticky lg:top-4">
        <ScorePanel score={shown.score} heading="Score so far" announce />
        <p className="hint">
          {unanswered === 0
            ? 'Everything that has to be answered is answered.'
            : `${unanswered} still to answer or to show before ${isTrial ? 'it could be submitted' : 'you can submit'}.`}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          {recalculate}
          {isTrial ? null : (
            <>
              <SubmitButton look="secondary" name="intent" value="save" busy="Saving…">
                Save draft
              </SubmitButton>
              <SubmitButton name="intent" value="submit" busy="Submitting…">
                Submit for approval
              </SubmitButton>
            </>
          )}
        </div>
        {children}
      </div>
    </Form>
  );
}
