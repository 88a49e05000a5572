import { Form } from '@remix-run/react';
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { ScoreExplanation } from '#contract/risk/assessments.ts';
import type { CountryLists } from '#rules/country-lists/country-list-keys.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import { EnterButton } from '../button.tsx';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { RequestKeyInput, SubmitButton } from '../forms/submit.tsx';
import { useScripted } from '../forms/use-hydrated.ts';
import { Panel } from '../panel.tsx';
import { type EnteredAnswers, enteredIn } from './answer-values.ts';
import { countAwaitingConfirmation, isSameAnswer } from './awaiting-confirmation.ts';
import { type OfferedDocuments, QuestionField } from './question-field.tsx';
import { RunningScore, ScorePanel } from './score-panel.tsx';

const assessmentFormId = 'assessment';

/** State of the form: its initial one, and an action’s result that saved nothing. */
export interface FormState {
  entered: EnteredAnswers;
  score: ScoreExplanation;
  /** Messages by field: `answers.<key>`; '' is the form itself. */
  errors: Record<string, string[]>;
}

interface AssessmentFormProps {
  content: TemplateContent;
  lists: CountryLists;
  start: FormState;
  /** Source of each initial answer, by key of question. */
  sources: Record<string, string>;
  /** Source of each derived answer, by key of question. */
  known?: Record<string, string>;
  /** Keys of questions whose answer in the current assessment must be confirmed or changed. */
  toConfirm?: readonly string[];
  /** Those of them that the form starts with as they are there. */
  carried?: readonly string[];
  answer: FormState | undefined;
  /** Documents to choose as evidence. */
  documents?: OfferedDocuments;
  /** Undefined in a trial, which stores nothing. */
  requestKey?: string;
  /** A template is only previewed: nothing can be saved or submitted. */
  isTrial?: boolean;
  /** Of the assessment that is changed. */
  version?: number;
  /** Notice that must be read before the form is submitted. */
  notice?: ReactNode;
  children?: ReactNode;
}

/** The form's current answers, and their score. */
type LiveState = Pick<FormState, 'entered' | 'score'>;

/** Messages for the summary: many are equal, so each starts with its question. */
function namingQuestions(errors: FormState['errors'], content: TemplateContent): FormState['errors'] {
  const texts = new Map(
    content.sections.flatMap(({ questions }) => questions.map(({ key, text }) => [`answers.${key}`, text])),
  );
  return Object.fromEntries(
    Object.entries(errors).map(([name, sentences]) => {
      const text = texts.get(name);
      return [name, text === undefined ? sentences : sentences.map((message) => `${text} ${message}`)];
    }),
  );
}

/** The score of the form's answers: the server's until script has loaded the rules, then live. */
function useLiveScore({ content, lists, start, answer }: AssessmentFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const explain = useRef<((data: FormData) => ScoreExplanation) | undefined>(undefined);
  const [live, setLive] = useState<LiveState>();
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
  // The chosen files have been stored or rejected; left in the field they would be uploaded again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer of the action counts, whatever it says.
  useEffect(() => {
    for (const file of form.current?.querySelectorAll<HTMLInputElement>('input[type=file]') ?? [])
      file.value = '';
  }, [answer]);
  return {
    form,
    onChange: (event: FormEvent<HTMLFormElement>) => rescore(event.currentTarget),
    live: live ?? answer ?? start,
  };
}

/** "2 required answers or documents missing before you can submit." */
function formatMissing(count: number, awaiting: number, isTrial: boolean): string {
  const confirm = awaiting === 1 ? 'Confirm or change 1 answer.' : `Confirm or change ${awaiting} answers.`;
  if (count === 0) return awaiting === 0 ? 'All required questions answered.' : confirm;
  const missing = count === 1 ? 'answer or document' : 'answers or documents';
  return `${count} required ${missing} missing before ${isTrial ? 'it could be submitted' : 'you can submit'}.${awaiting === 0 ? '' : ` ${confirm}`}`;
}

/**
 * The questions by section. Sections and questions that do not apply to the current answers are hidden, not removed: their inputs preserve
 * the entered values.
 */
function Sections({
  content,
  start,
  initial,
  live,
  sources,
  known = {},
  toConfirm = [],
  documents,
}: Pick<AssessmentFormProps, 'toConfirm' | 'content' | 'start' | 'sources' | 'known' | 'documents'> & {
  /** Initial values of the inputs. */
  initial: FormState;
  live: LiveState;
}) {
  const { entered, errors } = initial;
  const visible = new Set(live.score.visibleKeys);
  const contributions = new Map(
    live.score.contributions.map((contribution) => [contribution.questionKey, contribution]),
  );
  return content.sections.map(({ key: sectionKey, title, help, questions }) => (
    <Panel
      headingId={`section-${sectionKey}`}
      title={title}
      key={sectionKey}
      hidden={!questions.some(({ key }) => visible.has(key))}
    >
      {help ? <p className="hint whitespace-pre-line">{help}</p> : null}
      {questions.map((question) => {
        const { key } = question;
        const contribution = contributions.get(key);
        const isUnchanged = isSameAnswer(live.entered.values[key], start.entered.values[key]);
        return (
          <QuestionField
            key={key}
            formId={assessmentFormId}
            question={question}
            documents={documents}
            state={{
              // Derived answers always show their current value, also after a rejected form.
              values: (key in known ? start : initial).entered.values[key] ?? [],
              lockedTo: known[key],
              comment: entered.comments[key] ?? '',
              documents: entered.documents[key] ?? [],
              source: isUnchanged ? sources[key] : undefined,
              ...(toConfirm.includes(key) ? { isConfirmed: entered.confirmed.includes(key) } : {}),
              errors: errors[`answers.${key}`],
              points: contribution?.points,
              lists: contribution?.lists ?? [],
              isHidden: !visible.has(key),
            }}
          />
        );
      })}
    </Panel>
  ));
}

function SaveButtons() {
  return (
    <>
      <SubmitButton variant="secondary" name="intent" value="save" busy="Saving…">
        Save draft
      </SubmitButton>
      <SubmitButton name="intent" value="submit" busy="Submitting…">
        Submit for approval
      </SubmitButton>
    </>
  );
}

/** Column beside the questions: the score, missing answers, and the buttons. */
function ScoreColumn({
  score,
  awaiting,
  isTrial,
  recalculate,
  children,
}: {
  score: ScoreExplanation;
  /** Answers that still have to be confirmed. */
  awaiting: number;
  isTrial: boolean;
  recalculate: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="grid gap-4 lg:sticky lg:top-4">
      <ScorePanel score={score} heading="Current score" announce />
      <p className="hint">{formatMissing(score.missing.length, awaiting, isTrial)}</p>
      <div className="flex flex-wrap items-center gap-3">
        {recalculate}
        {isTrial ? null : <SaveButtons />}
      </div>
      {children}
    </div>
  );
}

/** The form of an assessment: questions by section, with the score beside them. Every button works without script. */
export function AssessmentForm(props: AssessmentFormProps) {
  const {
    content,
    start,
    answer,
    sources,
    known,
    toConfirm,
    carried = [],
    documents,
    requestKey,
    isTrial = false,
    version,
    notice,
    children,
  } = props;
  const { form, onChange, live } = useLiveScore(props);
  const isScripted = useScripted();
  const initial = answer ?? start;
  const awaiting = countAwaitingConfirmation(carried, {
    start: start.entered,
    entered: live.entered,
    visibleKeys: live.score.visibleKeys,
  });
  const recalculate = isScripted ? null : (
    <SubmitButton variant="secondary" name="intent" value="recalculate" busy="Recalculating…">
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
      {/* A focused element must not end up under the sticky line at the top. */}
      <div className="grid gap-6 max-lg:[&_:is(input,select,textarea,button,a)]:scroll-mt-20">
        {/* Enter in a text field presses the first button of a form: the one that changes nothing. */}
        <EnterButton name="intent" value="recalculate">
          Recalculate
        </EnterButton>
        {documents ? <input type="hidden" name="documentType" value="riskEvidence" /> : null}
        {requestKey === undefined ? null : <RequestKeyInput value={requestKey} />}
        {version === undefined ? null : <input type="hidden" name="version" value={version} />}
        <ErrorSummary
          formId={assessmentFormId}
          errors={namingQuestions(initial.errors, content)}
          reply={answer}
        />
        {notice}
        <RunningScore score={live.score} awaiting={awaiting}>
          {recalculate}
        </RunningScore>
        <Sections {...{ content, start, initial, live, sources, known, toConfirm, documents }} />
      </div>
      <ScoreColumn score={live.score} awaiting={awaiting} isTrial={isTrial} recalculate={recalculate}>
        {children}
      </ScoreColumn>
    </Form>
  );
}
