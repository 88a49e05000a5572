import { Form, Link } from '@remix-run/react';
import { exceptionEndHint } from '#rules/transition-guards/cdd-exception.ts';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { QuestionBox } from '../../../components/forms/question-box.tsx';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import { type BlockedTransition, type ConfirmedTransition, isAsking } from './client-transitions.tsx';

interface Question {
  text: string;
  /** Hint under the reason. */
  reason: 'optional' | 'required';
  /** A date field of the form, by its name in the contract. */
  day?: { name: 'endedOn' | 'endsOn'; label: string; hint: string; optional: boolean };
  isFinal?: boolean;
}

const questions: Record<ConfirmedTransition, Question> = {
  exited: {
    text: 'The relationship ends and records are retained for the retention period. You can re-onboard the client later.',
    reason: 'optional',
    day: {
      name: 'endedOn',
      label: 'Relationship end date',
      hint: 'Leave blank for today',
      optional: true,
    },
    isFinal: true,
  },
  declined: { text: 'The client is declined. The record is retained.', reason: 'optional', isFinal: true },
  archived: {
    text: 'An archived client stays archived. If they come back, create a new client.',
    reason: 'optional',
    isFinal: true,
  },
  exceptionApproved: {
    text: 'The client can be activated without completed CDD until the exception expires.',
    reason: 'required',
    day: {
      name: 'endsOn',
      label: 'Exception expiry date',
      hint: `CDD must be completed by this date. ${exceptionEndHint}`,
      optional: false,
    },
  },
  unableToComplete: {
    text: 'CDD cannot be completed. You must not establish or continue the relationship, and must consider whether to report.',
    reason: 'optional',
  },
  returned: { text: 'CDD is returned for more work.', reason: 'optional' },
  refreshDue: { text: 'CDD must be refreshed.', reason: 'optional' },
};

interface Movable {
  clientId: string;
  version: number;
  requestKey: string;
  transitions: { to: string; label: string }[];
  cddTransitions: { to: string; label: string }[];
}

/** Confirms a transition that ends something or requires a reason. */
export default function ConfirmClientTransition({
  panel,
  to,
  blocked,
}: {
  panel: Movable;
  to: string;
  blocked: BlockedTransition | undefined;
}) {
  const move =
    panel.transitions.find((known) => known.to === to) ??
    panel.cddTransitions.find((known) => known.to === to);
  if (!isAsking(to) || !move) return null;
  const question = questions[to];
  const { day, reason } = question;
  const field = plainFields('move', blocked?.reply);
  return (
    <QuestionBox about={to} labelledBy="confirm-heading" isRejected={blocked !== undefined}>
      <h3 id="confirm-heading" className="font-semibold">
        {move.label}?
      </h3>
      <p>{question.text}</p>
      <Form method="post" className="grid max-w-form gap-3" preventScrollReset>
        <RequestKeyInput value={`${panel.requestKey}-confirm`} />
        <input type="hidden" name="version" value={panel.version} />
        <input type="hidden" name="lifecycle" value={panel.transitions.includes(move) ? 'client' : 'cdd'} />
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
          <SubmitButton variant={question.isFinal ? 'danger' : 'primary'} busy="Updating…">
            {move.label}
          </SubmitButton>
          <Link to={`/clients/${panel.clientId}#diligence`}>Go back</Link>
        </div>
      </Form>
    </QuestionBox>
  );
}
