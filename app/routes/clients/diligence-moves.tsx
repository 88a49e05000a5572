import type { SubmissionResult } from '@conform-to/react';
import { Form, Link } from '@remix-run/react';
import { AttentionBox } from '../../components/forms/attention-box.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../components/forms/text-input.tsx';

/** What the action answers to a move that was refused. */
interface RefusedMove {
  heading: string;
  reply: SubmissionResult;
}

interface Question {
  text: string;
  /** Words of the hint under the reason. */
  reason: 'optional' | 'required';
  /** A day that goes along, by its name in the contract. */
  day?: { name: 'endedOn' | 'endsOn'; label: string; hint: string; optional: boolean };
  isFinal?: boolean;
}

/** Moves that ask before they are made: those that end something and those that need a reason. */
const questions: Record<string, Question> = {
  exited: {
    text: 'The relationship ends and the record is kept for as long as the law wants. You can take the client back on later.',
    reason: 'optional',
    day: {
      name: 'endedOn',
      label: 'Day on which it ended',
      hint: 'Today, when you leave it blank',
      optional: true,
    },
    isFinal: true,
  },
  declined: { text: 'The client is not taken on. The record is kept.', reason: 'optional', isFinal: true },
  archived: {
    text: 'An archived client stays archived. If they come back, create a new client.',
    reason: 'optional',
    isFinal: true,
  },
  exceptionApproved: {
    text: 'The client can be made active without finished due diligence until the last day of the exception.',
    reason: 'required',
    day: {
      name: 'endsOn',
      label: 'Last day of the exception',
      hint: 'Due diligence has to be finished by then',
      optional: false,
    },
  },
  unableToComplete: {
    text: 'Due diligence failed. The law then wants you not to go on with the client, and to consider a report.',
    reason: 'optional',
  },
  returned: { text: 'Due diligence goes back for more work.', reason: 'optional' },
  refreshDue: { text: 'Due diligence on this client is to be done anew.', reason: 'optional' },
};

/** Whether a move asks on a page of its own first. */
export const isAsking = (to: string) => to in questions;

/** Why nothing was done. Sentences about a field of the question stand beside that field as well. */
export function RefusedClientMove({ refused: { heading, reply } }: { refused: RefusedMove }) {
  const sentences = Object.values(reply.error ?? {}).flatMap((found) => found ?? []);
  return (
    <AttentionBox id="refused" kind="danger" heading={heading} reply={reply}>
      <ul className="grid list-disc gap-1 pl-5 empty:hidden">
        {sentences
          .filter((sentence) => sentence !== heading)
          .map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
      </ul>
    </AttentionBox>
  );
}

interface Movable {
  clientId: string;
  version: number;
  requestKey: string;
  moves: { to: string; label: string }[];
  cddMoves: { to: string; label: string }[];
}

/** Asks before a move that ends something or needs a reason. */
export function ConfirmClientMove({
  panel,
  to,
  refused,
}: {
  panel: Movable;
  to: string;
  refused: RefusedMove | undefined;
}) {
  const question = questions[to];
  const move =
    panel.moves.find((known) => known.to === to) ?? panel.cddMoves.find((known) => known.to === to);
  if (!question || !move) return null;
  const { day, reason } = question;
  const field = plainFields('move', refused?.reply);
  return (
    <section className="notice notice-attention grid gap-3" aria-labelledby="confirm-heading">
      <h3 id="confirm-heading" className="font-semibold">
        {move.label}?
      </h3>
      <p>{question.text}</p>
      <Form method="post" className="grid max-w-form gap-3" preventScrollReset>
        <RequestKeyInput value={`${panel.requestKey}-confirm`} />
        <input type="hidden" name="version" value={panel.version} />
        <input type="hidden" name="lifecycle" value={panel.moves.includes(move) ? 'client' : 'cdd'} />
        <input type="hidden" name="to" value={to} />
        {day ? (
          <TextInput
            field={field(day.name)}
            label={day.label}
            hint={day.hint}
            optional={day.optional}
            type="date"
          />
        ) : null}
        <TextArea
          field={field('reason')}
          label="Reason"
          optional={reason === 'optional'}
          rows={2}
          maxLength={500}
        />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton look={question.isFinal ? 'danger' : 'primary'} busy="Moving on…">
            {move.label}
          </SubmitButton>
          <Link to={`/clients/${panel.clientId}`}>Leave it as it is</Link>
        </div>
      </Form>
    </section>
  );
}
