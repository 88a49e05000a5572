import { type MetaFunction, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { readAdminMe } from '#contract/accounts.ts';
import { AuthPage } from '../../components/auth-page.tsx';
import { DemoSignIns } from '../../components/demo-sign-ins.tsx';
import { SignInForms, signInTitles } from '../../components/sign-in-forms.tsx';
import { destination } from '../../enter.server.ts';
import { errorResponse } from '../../error-answer.ts';
import type { AnyoneArgs } from '../../guards.server.ts';
import { asAnyone } from '../../session.server.ts';
import { signInAction, signInPage } from '../../sign-in.server.ts';

export const meta: MetaFunction = () => [{ title: 'Admin sign-in – Assay' }];

export const loader = asAnyone(async (args) => {
  const page = await signInPage(args);
  if (page.step !== 'newPassword' && (await isSignedIn(args)))
    throw redirect(destination('admin', page.redirectTo ?? null));
  return page;
});

/** Whether the cookies are those of somebody whom the API takes as an admin; asked, so that nobody is led in circles. */
async function isSignedIn({ sessionOf, api, signOut, requestId }: AnyoneArgs): Promise<boolean> {
  const session = await sessionOf('admin');
  if (!session) return false;
  const answer = await api(session).ask(readAdminMe, {});
  if (answer.ok) return true;
  const { status, code } = answer.problem;
  if (status !== 401 && status !== 403) throw errorResponse(status, { code, requestId });
  await signOut('admin');
  return false;
}

export const action = asAnyone((args) => signInAction(args, 'admin'));

export default function AdminLogin() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
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
