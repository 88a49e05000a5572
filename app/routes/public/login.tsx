import { type MetaFunction, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { AuthPage } from '../../components/auth-page.tsx';
import { DemoSignIns } from '../../components/demo-sign-ins.tsx';
import { SignInForms, signInTitles } from '../../components/sign-in-forms.tsx';
import { destination } from '../../enter.server.ts';
import { asAnyone } from '../../session.server.ts';
import { signInAction, signInPage } from '../../sign-in.server.ts';

export const meta: MetaFunction = () => [{ title: 'Sign in – Assay' }];

export const loader = asAnyone(async (args) => {
  const page = await signInPage(args);
  const { searchParams } = args.url;
  // A mailed link is for whoever opens it, signed in or not.
  if (page.step !== 'newPassword' && (await args.sessionOf('member'))) {
    throw redirect(destination('member', searchParams.get('redirectTo')));
  }
  // The specification knows one reason; anything else is not repeated to the person.
  return { ...page, hasEnded: searchParams.get('logout_reason') === 'unauthorised' };
});

export const action = asAnyone((args) => signInAction(args, 'member'));

export default function Login() {
  const { hasEnded, ...page } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const step = answer?.step ?? page.step;
  return (
    <AuthPage
      title={signInTitles[step]}
      aside={
        <>
          <p>
            New to Assay? <Link to="/signup">Create an account for your company</Link>
          </p>
          {page.isSandbox ? <DemoSignIns /> : null}
        </>
      }
    >
      {hasEnded && !answer ? (
        <p className="notice notice-attention" role="status">
          Your session has ended. Please sign in again.
        </p>
      ) : null}
      <SignInForms
        {...page}
        redirectTo={answer?.redirectTo ?? page.redirectTo}
        page="/login"
        step={step}
        answer={answer}
      />
      {answer?.offerSignUp ? (
        <p>
          <Link to="/signup">Sign up to create one for your company</Link>, or ask an owner of your company to
          invite you.
        </p>
      ) : null}
    </AuthPage>
  );
}
