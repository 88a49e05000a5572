import { Form } from '@remix-run/react';
import { changePasswordUrl } from '../../session/second-factor-url.ts';
import { ButtonLink } from '../button.tsx';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { plainFields } from '../forms/form-fields.ts';
import { SubmitButton } from '../forms/submit.tsx';
import { TextInput } from '../forms/text-input.tsx';
import type { AccountAnswer } from './sessions.server.ts';

const formId = 'profile';

/**
 * The person's name, email address and password.
 * @param page URL of the page, which handles the form
 */
export function OwnProfile({
  page,
  realm,
  person: { name, loginId },
  result,
}: {
  page: string;
  realm: 'member' | 'admin';
  person: { name: string; loginId: string };
  result: AccountAnswer | undefined;
}) {
  const reply = result?.reply;
  const field = plainFields(formId, reply, { name });
  return (
    <section aria-labelledby="profile-heading" className="grid max-w-160 gap-4">
      <h2 id="profile-heading">Profile</h2>
      <ErrorSummary formId={formId} errors={reply?.error ?? {}} reply={result} />
      <Form method="post" action={page} className="grid gap-4">
        <TextInput field={field('name')} label="Name" autoComplete="name" maxLength={120} required />
        <p>
          <span className="font-semibold">Email address</span>
          <br />
          {loginId}
        </p>
        <p className="flex flex-wrap gap-3">
          <SubmitButton name="intent" value="rename" busy="Saving…">
            Save name
          </SubmitButton>
          <ButtonLink to={changePasswordUrl(realm)}>Change password</ButtonLink>
        </p>
      </Form>
    </section>
  );
}
