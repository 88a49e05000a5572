import { Form, Link } from '@remix-run/react';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { plainFields } from '../../components/forms/plain-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import type { answerTeam } from './team.server.ts';
import { InvitationFields } from './team-rights.tsx';
import { useAnswer } from './view-data.ts';

const formId = 'invite';

/** The form of an invitation. */
export function TeamInvite({ requestKey }: { requestKey: string }) {
  const answer = useAnswer<typeof answerTeam>();
  const field = plainFields(formId, answer?.reply, { role: 'member' });
  return (
    <section aria-labelledby="invite-heading" className="max-w-form">
      <p>
        <Link to="/settings?view=team">Team</Link>
      </p>
      <h2 id="invite-heading" className="mt-2">
        Invite somebody
      </h2>
      <p className="mt-1 mb-5 text-ink-soft">
        They get an email with a link, with which they choose a password and join. The link works once, for 72
        hours; you can send another.
      </p>
      <Form method="post" className="grid gap-5">
        <RequestKeyInput value={answer?.requestKey ?? requestKey} />
        <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
        <InvitationFields field={field} />
        <p className="flex flex-wrap items-center gap-4">
          <SubmitButton name="intent" value="invite" busy="Sending the invitation…">
            Send the invitation
          </SubmitButton>
          <Link to="/settings?view=team">Cancel</Link>
        </p>
      </Form>
    </section>
  );
}
