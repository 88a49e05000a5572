import { type MetaFunction, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { AuthPage } from '../../components/sign-in/auth-page.tsx';
import { DemoSignIns } from '../../components/sign-in/demo-sign-ins.tsx';
import { SignInForms, signInTitles } from '../../components/sign-in/sign-in-forms.tsx';
import { destination, documentHeaders } from '../../session/complete-sign-in.server.ts';
import { asAnyone } from '../../session/session.server.ts';
import { signInAction, signInPage } from '../../session/sign-in.server.ts';

export const meta: MetaFunction = () => [{ title: pageTitle('Sign in') }];

export const headers = documentHeaders;

export const loader = asAnyone(async (args) => {
  const page = await signInPage(args);
  const { searchParams } = args.url;
  // An emailed link works whether or not the user is signed in.
  if (page.token === undefined && (await args.getSession('member'))) {
    throw redirect(destination('member', searchParams.get('redirectTo')));
  }
  // The specification defines one reason; any other is not shown.
  return { ...page, hasEnded: searchParams.get('logout_reason') === 'unauthorised' };
});

export const action = asAnyone(signInAction('member'));

export default function Login() {
  const { hasEnded, ...page } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const step = result?.step ?? page.step;
  return (
    <AuthPage
      title={signInTitles[step]}
      aside={
        <>
          <p>
            New to Assay? <Link to="/signup">Create a company account</Link>
          </p>
          {page.isSandbox ? <DemoSignIns /> : null}
        </>
      }
    >
      {hasEnded && !result ? (
        <p className="notice notice-warning" role="status">
          Your session has ended. Please sign in again.
        </p>
      ) : null}
      <SignInForms
        {...page}
        redirectTo={result?.redirectTo ?? page.redirectTo}
        page="/login"
        step={step}
        result={result}
      />
      {result?.offerSignUp ? (
        <p>
          <Link to="/signup">Sign up to create one for your company</Link>, or ask an owner of your company to
          invite you.
        </p>
      ) : null}
    </AuthPage>
  );
}
