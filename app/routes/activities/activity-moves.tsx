import { Form, Link, useActionData } from '@remix-run/react';
import type { Activity } from '#contract/activities.ts';
import { activityOutcomeLabels, activityOutcomes } from '#rules/activity-types.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import type { answerMove } from './activity-moves.server.ts';

/** What every small form of an activity's page posts along. */
interface MoveForm {
  activity: Pick<Activity, 'id' | 'version'>;
  requestKey: string;
}

function HiddenInputs({ activity, requestKey, move }: MoveForm & { move: string }) {
  return (
    <>
      <RequestKeyInput value={`${requestKey}-${move}`} />
      <input type="hidden" name="version" value={activity.version} />
      <input type="hidden" name="move" value={move} />
    </>
  );
}

/** Moves that ask on a page of their own before they are made. */
const asking = ['onHold', 'cancelled'];

/** The way that leads on from each state; the others stand behind it. */
const forward = ['completed', 'inReview', 'inProgress', 'toDo'];

/** Moves with the one that leads on first. */
function forwardFirst(moves: Activity['moves']): Activity['moves'] {
  const on = forward.find((state) => moves.some(({ to }) => to === state));
  return [...moves].sort((one, other) => Number(other.to === on) - Number(one.to === on));
}

/** Every move that the lifecycle allows now, and how much stands in its way. */
export function MoveButtons({ activity, requestKey }: MoveForm & { activity: Activity }) {
  if (activity.moves.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-3">
      {forwardFirst(activity.moves).map(({ to, label, blockers }, index) => (
        <li key={to} className="grid content-start gap-1">
          {asking.includes(to) ? (
            <Link to={`?confirm=${to}#confirm`} className="button">
              {label}
            </Link>
          ) : (
            <Form method="post" preventScrollReset>
              <HiddenInputs activity={activity} requestKey={requestKey} move="to" />
              <SubmitButton
                name="to"
                value={to}
                look={index === 0 ? 'primary' : 'secondary'}
                busy="Moving on…"
              >
                {label}
              </SubmitButton>
            </Form>
          )}
          {blockers.length > 0 ? (
            <p className="hint">
              {blockers.length === 1 ? 'One thing is missing' : `${blockers.length} things are missing`}
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

const questions: Record<string, { heading: string; text: string; look: 'danger' | 'primary' }> = {
  onHold: {
    heading: 'Put this activity on hold?',
    text: 'Nothing is lost. Take it off hold to go on where it was.',
    look: 'primary',
  },
  cancelled: {
    heading: 'Cancel this activity?',
    text: 'A cancelled activity is kept and can no longer be changed. If the work goes ahead after all, record a new one.',
    look: 'danger',
  },
};

/** Asks before an activity is put on hold or cancelled, and for the reason. */
export function ConfirmMove({ activity, requestKey, to }: MoveForm & { activity: Activity; to: string }) {
  const answer = useActionData<typeof answerMove>();
  const move = activity.moves.find((known) => known.to === to);
  const question = questions[to];
  if (!move || !question) return null;
  return (
    <section
      id="confirm"
      className="notice notice-attention mt-4 grid gap-3"
      aria-labelledby="confirm-heading"
    >
      <h2 id="confirm-heading">{question.heading}</h2>
      <p>{question.text}</p>
      <Form method="post" className="grid max-w-form gap-3">
        <HiddenInputs activity={activity} requestKey={requestKey} move="to" />
        <input type="hidden" name="to" value={to} />
        <label className="grid gap-1">
          <span>
            Reason <span className="font-normal text-ink-soft">(optional)</span>
          </span>
          <textarea name="reason" rows={2} maxLength={500} defaultValue={answer?.reason} />
        </label>
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton look={question.look} busy="Moving on…">
            {move.label}
          </SubmitButton>
          <Link to={`/activities/${activity.id}`}>Leave it as it is</Link>
        </div>
      </Form>
    </section>
  );
}

/** The outcome, to be chosen before completion. */
export function OutcomeForm({ activity, requestKey }: MoveForm & { activity: Activity }) {
  return (
    <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-4">
      <HiddenInputs activity={activity} requestKey={requestKey} move="outcome" />
      <fieldset className="flex flex-wrap items-center gap-4">
        <legend className="sr-only">Outcome</legend>
        {activityOutcomes.map((outcome) => (
          <label key={outcome} className="flex items-center gap-2 font-normal">
            <input
              type="radio"
              name="outcome"
              value={outcome}
              required
              defaultChecked={activity.outcome === outcome}
            />
            {activityOutcomeLabels[outcome]}
          </label>
        ))}
      </fieldset>
      <SubmitButton look="secondary" busy="Saving…">
        {activity.outcome === null ? 'Choose the outcome' : 'Change the outcome'}
      </SubmitButton>
    </Form>
  );
}

/** A single button that posts a move without further choices. */
export function PlainMove({
  activity,
  requestKey,
  move,
  label,
}: MoveForm & { move: 'seniorApproval' | 'reopen'; label: string }) {
  return (
    <Form method="post" preventScrollReset>
      <HiddenInputs activity={activity} requestKey={requestKey} move={move} />
      <SubmitButton look="secondary" busy="One moment…">
        {label}
      </SubmitButton>
    </Form>
  );
}
