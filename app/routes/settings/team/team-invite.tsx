import { Form, Link, useActionData } from '@remix-run/react';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { ErrorSummary } from '../../../components/forms/error-summary.tsx';
import { plainFields } from '../../../components/forms/form-fields.ts';
import { RequestKeyInput, SubmitButton } from '../../../components/forms/submit.tsx';
import { InvitationFields } from '../../../components/team/permission-fields.tsx';
import type { handleTeamAction } from './team.server.ts';

const formId = 'invite';

/** The form that invites a team member. */
export function TeamInvite({ requestKey }: { requestKey: string }) {
  const result = useActionData<typeof handleTeamAction>();
  const field = plainFields(formId, result?.reply, { role: 'member' });
  return (
    <section aria-labelledby="invite-heading" className="max-w-form">
      <p>
        <Link to={settingsUrl('team')}>Team</Link>
      </p>
      <h2 id="invite-heading" className="mt-2">
        Invite member
      </h2>
      <p className="mt-1 mb-5 text-ink-soft">
        They get an email link to join, and set a password if they have no Assay account yet. It expires in 72
        hours and can be resent.
      </p>
      <Form method="post" className="grid gap-5">
        <RequestKeyInput value={result?.requestKey ?? requestKey} />
        <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
        <InvitationFields field={field} />
        <p className="flex flex-wrap items-center gap-4">
          <SubmitButton name="intent" value="invite" busy="Sending the invitation…">
            Send invitation
          </SubmitButton>
          <Link to={settingsUrl('team')}>Cancel</Link>
        </p>
      </Form>
    </section>
  );
}
