import { type MetaFunction, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { adminTitle } from '#app/document/page-title.ts';
import { readAdminMe } from '#contract/company/accounts.ts';
import { AuthPage } from '../../components/sign-in/auth-page.tsx';
import { DemoSignIns } from '../../components/sign-in/demo-sign-ins.tsx';
import { ChangePasswordPage, SecondFactorPage } from '../../components/sign-in/second-factor-page.tsx';
import { SignInForms, signInTitles } from '../../components/sign-in/sign-in-forms.tsx';
import { errorResponse } from '../../main-api/error-response.ts';
import {
  changePasswordAction,
  changePasswordPage,
  isChangePasswordPage,
} from '../../session/after-sign-in/change-password.server.ts';
import {
  isSecondFactorPage,
  secondFactorAction,
  secondFactorPage,
} from '../../session/after-sign-in/second-factor.server.ts';
import { destination, documentHeaders } from '../../session/complete-sign-in.server.ts';
import type { AnyoneArgs } from '../../session/guard-args.server.ts';
import { asAnyone } from '../../session/session.server.ts';
import { type SignInResult, signInAction, signInPage } from '../../session/sign-in.server.ts';

export const meta: MetaFunction = () => [{ title: adminTitle('Sign in') }];

export const headers = documentHeaders;

export const loader = asAnyone(async (args) => {
  if (isSecondFactorPage(args.url)) return { secondFactor: await secondFactorPage(args, 'admin') };
  if (isChangePasswordPage(args.url)) return { password: await changePasswordPage(args, 'admin') };
  const page = await signInPage(args);
  if (page.token === undefined && (await isSignedIn(args)))
    throw redirect(destination('admin', page.redirectTo ?? null));
  return page;
});

/** Whether the API accepts the session as an admin's; checked to avoid a redirect loop. */
async function isSignedIn({ getSession, api, signOut, requestId }: AnyoneArgs): Promise<boolean> {
  const session = await getSession('admin');
  if (!session) return false;
  const result = await api(session).ask(readAdminMe, {});
  // With its second factor outstanding, the session's next page is that one.
  if (result.ok || result.problem.code === 'session.secondFactor') return true;
  const { status, code } = result.problem;
  if (status !== 401 && status !== 403) throw errorResponse(status, { code, requestId });
  await signOut('admin');
  return false;
}

const signIn = signInAction('admin');
const verify = secondFactorAction('admin');
const changePassword = changePasswordAction('admin');

export const action = asAnyone(async (args) => {
  if (isChangePasswordPage(args.url)) return changePassword(args);
  return isSecondFactorPage(args.url) ? verify(args) : signIn(args);
});

export default function AdminLogin() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if ('secondFactor' in page && page.secondFactor) {
    const result = answer && 'isSecondFactor' in answer ? answer : undefined;
    return <SecondFactorPage page={page.secondFactor} result={result} area="Platform administration" />;
  }
  if ('password' in page && page.password) {
    const result = answer && 'isPassword' in answer ? answer : undefined;
    return <ChangePasswordPage page={page.password} result={result} area="Platform administration" />;
  }
  const result = answer && 'step' in answer && !('isSecondFactor' in answer) ? answer : undefined;
  return <SignIn {...page} result={result} />;
}

function SignIn({
  result,
  ...page
}: Awaited<ReturnType<typeof signInPage>> & { result: SignInResult | undefined }) {
  const step = result?.step ?? page.step;
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
        redirectTo={result?.redirectTo ?? page.redirectTo}
        page="/admin/login"
        step={step}
        result={result}
      />
    </AuthPage>
  );
}
