import { type MetaFunction, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { adminTitle } from '#app/document/page-title.ts';
import { readAdminMe } from '#contract/company/accounts.ts';
import { AuthPage } from '../../components/sign-in/auth-page.tsx';
import { DemoSignIns } from '../../components/sign-in/demo-sign-ins.tsx';
import { SignInForms, signInTitles } from '../../components/sign-in/sign-in-forms.tsx';
import { errorResponse } from '../../main-api/error-response.ts';
import type { AnyoneArgs } from '../../session/auth-guards.server.ts';
import { destination, documentHeaders } from '../../session/complete-sign-in.server.ts';
import { asAnyone } from '../../session/session.server.ts';
import { signInAction, signInPage } from '../../session/sign-in.server.ts';

export const meta: MetaFunction = () => [{ title: adminTitle('Sign in') }];

export const headers = documentHeaders;

export const loader = asAnyone(async (args) => {
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
  if (result.ok) return true;
  const { status, code } = result.problem;
  if (status !== 401 && status !== 403) throw errorResponse(status, { code, requestId });
  await signOut('admin');
  return false;
}

export const action = asAnyone(signInAction('admin'));

export default function AdminLogin() {
  const page = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
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
