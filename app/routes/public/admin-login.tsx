import type { MetaFunction } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { readAdminMe, type SignedInAdmin } from '#contract/accounts.ts';
import { AuthPage } from '../../components/auth-page.tsx';
import { DemoSignIns } from '../../components/demo-sign-ins.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { SignInForms, signInTitles } from '../../components/sign-in-forms.tsx';
import { errorResponse } from '../../error-answer.ts';
import type { AnyoneArgs } from '../../guards.server.ts';
import { asAnyone } from '../../session.server.ts';
import { signInAction, signInPage } from '../../sign-in.server.ts';

export const meta: MetaFunction = () => [{ title: 'Admin sign-in – Assay' }];

export const loader = asAnyone(async (args) => {
  const page = await signInPage(args);
  return { ...page, admin: page.step === 'newPassword' ? null : await signedInAdmin(args) };
});

/** The admin behind the cookies, if there is one whom the API takes as such. */
async function signedInAdmin({
  sessionOf,
  api,
  signOut,
  requestId,
}: AnyoneArgs): Promise<SignedInAdmin | null> {
  const session = await sessionOf('admin');
  if (!session) return null;
  const answer = await api(session).ask(readAdminMe, {});
  if (answer.ok) return answer.value.admin;
  const { status, code } = answer.problem;
  if (status !== 401 && status !== 403) throw errorResponse(status, { code, requestId });
  await signOut('admin');
  return null;
}

export const action = asAnyone((args) => signInAction(args, 'admin'));

export default function AdminLogin() {
  const { admin, ...page } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (admin) return <SignedIn admin={admin} />;
  const step = answer?.step ?? page.step;
  return (
    <AuthPage
      title={step === 'password' ? 'Admin sign-in' : signInTitles[step]}
      area="Platform administration"
      aside={
        <>
          <p>
            Work for a company? <Link to="/login">Sign in as a member</Link>
          </p>
          {page.isSandbox ? <DemoSignIns /> : null}
        </>
      }
    >
      <SignInForms
        {...page}
        redirectTo={answer?.redirectTo ?? page.redirectTo}
        page="/admin/login"
        step={step}
        answer={answer}
      />
    </AuthPage>
  );
}

/** The admin's own screens have no URL yet; what there is to do is to sign out. */
function SignedIn({ admin }: { admin: SignedInAdmin }) {
  return (
    <AuthPage title="You are signed in" area="Platform administration">
      <p>
        {admin.name} ({admin.loginId}), platform admin.
      </p>
      <Form method="post" action="/logout">
        <input type="hidden" name="door" value="admin" />
        <SubmitButton look="secondary" busy="Signing out…">
          Sign out
        </SubmitButton>
      </Form>
    </AuthPage>
  );
}
