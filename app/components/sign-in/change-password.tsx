import { Form, Link, useLocation } from '@remix-run/react';
import type {
  ChangePasswordAnswer,
  changePasswordPage,
} from '../../session/after-sign-in/change-password.server.ts';
import { ErrorSummary } from '../forms/error-summary.tsx';
import { plainFields } from '../forms/form-fields.ts';
import { SubmitButton } from '../forms/submit.tsx';
import { TextInput } from '../forms/text-input.tsx';
import { AuthPage } from './auth-page.tsx';

const formId = 'change-password';

/** The page on which a signed-in person changes their password. */
export default function ChangePassword({
  page,
  result,
  area,
}: {
  page: Awaited<ReturnType<typeof changePasswordPage>>;
  result: ChangePasswordAnswer | undefined;
  area?: string;
}) {
  const { pathname, search } = useLocation();
  const field = plainFields(formId, result?.reply);
  return (
    <AuthPage title="Change password" {...(area === undefined ? {} : { area })}>
      <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
      <p>Your other sessions will end.</p>
      <Form method="post" action={pathname + search} className="grid gap-4">
        {/* For password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={page.loginId} />
        <TextInput
          field={{ ...field('current'), key: `current ${result?.attempt}` }}
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
        />
        <TextInput
          field={{ ...field('password'), key: `password ${result?.attempt}` }}
          label="New password"
          hint={page.hint}
          type="password"
          autoComplete="new-password"
          required
        />
        <p>
          <SubmitButton busy="Saving…">Change password</SubmitButton>
        </p>
      </Form>
      <p>
        <Link to={page.back}>Go back</Link>
      </p>
    </AuthPage>
  );
}
