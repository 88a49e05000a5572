import { Form, Link, useActionData } from '@remix-run/react';
import type { Activity } from '#contract/activities.ts';
import type { ActivityNoun } from '#rules/activity-noun.ts';
import { activityOutcomeLabels, activityOutcomes } from '#rules/activity-types.ts';
import { formatOutstanding } from '#rules/alerts/resolution-targets.ts';
import { useActivityNoun } from '../../components/activities/activity-noun.ts';
import { BlockerList } from '../../components/activities/blocker-list.tsx';
import { BlockedButton, ButtonLink } from '../../components/button.tsx';
import { Tick } from '../../components/forms/choices.tsx';
import { QuestionBox } from '../../components/forms/question-box.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea } from '../../components/forms/text-input.tsx';
import { WarningBox } from '../../components/forms/warning-box.tsx';
import type { handleTransition, BlockedTransition as Refusal } from './activity-transitions.server.ts';

/** Fields posted by every small form of an activity's page. */
interface TransitionFormProps {
  activity: Pick<Activity, 'id' | 'version'>;
  requestKey: string;
}

/** The hidden fields that each of these forms posts. */
export function HiddenInputs({ activity, requestKey, move }: TransitionFormProps & { move: string }) {
  return (
    <>
      <RequestKeyInput value={`${requestKey}-${move}`} />
      <input type="hidden" name="version" value={activity.version} />
      <input type="hidden" name="move" value={move} />
    </>
  );
}

/** Transitions that are confirmed on their own page. */
const confirmed = ['onHold', 'cancelled'];

/** Preferred transition from each state; the others follow it. */
const forward = ['completed', 'inReview', 'inProgress', 'toDo'];

/** Transitions with the preferred one first. */
function forwardFirst(transitions: Activity['transitions']): Activity['transitions'] {
  const on = forward.find((state) => transitions.some(({ to }) => to === state));
  return [...transitions].sort((transition, other) => Number(other.to === on) - Number(transition.to === on));
}

type Transition = Activity['transitions'][number];

/** The transition that is the next thing to do; undefined while something else comes first. */
export function getNextTransition({ progress, transitions }: Activity): Transition | undefined {
  const isNext = progress.next?.fix.target === 'activity.completion';
  return isNext ? forwardFirst(transitions).at(0) : undefined;
}

/** The transitions that the lifecycle permits besides the next thing to do, each with its number of blockers. */
export function TransitionButtons({ activity, requestKey }: TransitionFormProps & { activity: Activity }) {
  const next = getNextTransition(activity);
  const others = forwardFirst(activity.transitions).filter(({ to }) => to !== next?.to);
  if (others.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-3">
      {others.map((transition) => (
        <li key={transition.to} className="grid content-start gap-1">
          <TransitionButton
            transition={transition}
            activity={activity}
            requestKey={requestKey}
            variant="secondary"
          />
        </li>
      ))}
    </ul>
  );
}

/** A transition as a button; as a link to its confirmation; or disabled with its number of blockers. */
export function TransitionButton({
  transition: { to, label, blockers },
  activity,
  requestKey,
  variant,
}: TransitionFormProps & { transition: Transition; variant: 'primary' | 'secondary' }) {
  if (blockers.length > 0) {
    return (
      <BlockedButton
        id={`blocked-${to}`}
        label={label}
        reason={formatOutstanding(blockers.length)}
        variant={variant}
      />
    );
  }
  if (confirmed.includes(to)) return <ButtonLink to={`?confirm=${to}#confirm`}>{label}</ButtonLink>;
  return (
    <Form method="post" preventScrollReset>
      <HiddenInputs activity={activity} requestKey={requestKey} move="to" />
      <SubmitButton name="to" value={to} variant={variant} busy="Updating…">
        {label}
      </SubmitButton>
    </Form>
  );
}

const questionsFor = ({
  singular,
}: ActivityNoun): Record<string, { heading: string; text: string; variant: 'danger' | 'primary' }> => ({
  onHold: {
    heading: `Put this ${singular} on hold?`,
    text: 'No data is lost. Resume it to continue.',
    variant: 'primary',
  },
  cancelled: {
    heading: `Cancel this ${singular}?`,
    text: `A cancelled ${singular} stays on record and cannot be changed. Create a new one if the work goes ahead.`,
    variant: 'danger',
  },
});

/** Confirms, with a reason, that an activity is put on hold or cancelled. */
export function ConfirmTransition({
  activity,
  requestKey,
  to,
}: TransitionFormProps & { activity: Activity; to: string }) {
  const result = useActionData<typeof handleTransition>();
  const move = activity.transitions.find((known) => known.to === to);
  const question = questionsFor(useActivityNoun())[to];
  if (!move || !question) return null;
  return (
    <QuestionBox about={to} labelledBy="confirm-heading" isRejected={result !== undefined} className="mt-4">
      <h2 id="confirm-heading">{question.heading}</h2>
      <p>{question.text}</p>
      <Form method="post" className="grid max-w-form gap-3">
        <HiddenInputs activity={activity} requestKey={requestKey} move="to" />
        <input type="hidden" name="to" value={to} />
        <TextArea
          field={{ id: 'move-reason', name: 'reason', initialValue: result?.reason }}
          label="Reason"
          optional
          rows={2}
          maxLength={500}
        />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton variant={question.variant} busy="Updating…">
            {move.label}
          </SubmitButton>
          <Link to={`/activities/${activity.id}`}>Go back</Link>
        </div>
      </Form>
    </QuestionBox>
  );
}

/** The outcome, to be chosen before completion. */
export function OutcomeForm({ activity, requestKey }: TransitionFormProps & { activity: Activity }) {
  // Work on hold can only be declined.
  const outcomes = activity.status === 'onHold' ? (['declined'] as const) : activityOutcomes;
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-4">
      <HiddenInputs activity={activity} requestKey={requestKey} move="outcome" />
      <fieldset className="flex flex-wrap items-center gap-4">
        <legend className="sr-only">Outcome</legend>
        {outcomes.map((outcome) => (
          <Tick
            key={outcome}
            type="radio"
            name="outcome"
            value={outcome}
            required
            defaultChecked={activity.outcome === outcome}
          >
            {activityOutcomeLabels[outcome]}
          </Tick>
        ))}
      </fieldset>
      <SubmitButton variant="secondary" busy="Saving…">
        {activity.outcome === null ? 'Set outcome' : 'Change outcome'}
      </SubmitButton>
    </Form>
  );
}

/** A single button that posts a transition without further choices. */
export function TransitionForm({
  activity,
  requestKey,
  move,
  label,
}: TransitionFormProps & { move: 'seniorApproval' | 'delayApproval' | 'reopen'; label: string }) {
  return (
    <Form method="post" preventScrollReset>
      <HiddenInputs activity={activity} requestKey={requestKey} move={move} />
      <SubmitButton variant="secondary" busy="Updating…">
        {label}
      </SubmitButton>
    </Form>
  );
}

/** Creates a linked copy of a completed activity to continue with, unless dealing with a party is prohibited. */
export function Reopen({ activity, requestKey }: TransitionFormProps & { activity: Activity }) {
  const label = 'Reopen as a copy';
  const prohibited = activity.sanctions.filter(({ provision }) => provision !== null);
  return prohibited.length > 0 ? (
    <div className="text-right print:hidden">
      <BlockedButton id="blocked-reopen" label={label} reason={formatOutstanding(prohibited.length)} />
    </div>
  ) : (
    <TransitionForm activity={activity} requestKey={requestKey} move="reopen" label={label} />
  );
}

/** Message that nothing was done, with all blockers. */
export function BlockedTransition({
  activity: { id },
  result,
}: {
  activity: Activity;
  result: { refused: Refusal };
}) {
  const { heading, messages, blockers } = result.refused;
  return (
    <div className="mt-4">
      <WarningBox id="refused" kind="danger" heading={heading} reply={result}>
        <ul className="grid list-disc gap-1 pl-5 empty:hidden">
          {messages.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
        {blockers.length > 0 ? <BlockerList blockers={blockers} page={{ kind: 'activity', id }} /> : null}
      </WarningBox>
    </div>
  );
}
