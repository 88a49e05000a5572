import { data, type MetaFunction, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { AuthPage } from '../../components/sign-in/auth-page.tsx';
import { DemoSignIns } from '../../components/sign-in/demo-sign-ins.tsx';
import {
  ChangePasswordPage,
  SecondFactorPage,
  SelectCompanyPage,
} from '../../components/sign-in/second-factor-page.tsx';
import { SignInForms, signInTitles } from '../../components/sign-in/sign-in-forms.tsx';
import {
  changePasswordAction,
  changePasswordPage,
  isChangePasswordPage,
} from '../../session/after-sign-in/change-password.server.ts';
import {
  companiesPage,
  isCompaniesPage,
  selectCompanyAction,
} from '../../session/after-sign-in/companies.server.ts';
import {
  isSecondFactorPage,
  secondFactorAction,
  secondFactorPage,
} from '../../session/after-sign-in/second-factor.server.ts';
import { destination, documentHeaders, type SignInRejection } from '../../session/complete-sign-in.server.ts';
import { asAnyone } from '../../session/session.server.ts';
import { type SignInResult, signInAction, signInPage } from '../../session/sign-in.server.ts';
import { finishSso, isSsoReturn, startSso } from '../../session/sso.server.ts';
import { readUnsaved, takeLoss } from '../../session/unsaved-entries.server.ts';
import { newestUnsaved } from '../../unsaved-url.ts';

export const meta: MetaFunction = () => [{ title: pageTitle('Sign in') }];

export const headers = documentHeaders;

export const loader = asAnyone(async (args) => {
  if (isSecondFactorPage(args.url)) return { secondFactor: await secondFactorPage(args, 'member') };
  if (isChangePasswordPage(args.url)) return { password: await changePasswordPage(args, 'member') };
  if (isCompaniesPage(args.url)) return { companies: await companiesPage(args) };
  const page = await signInPage(args);
  if (isSsoReturn(args.url)) {
    const problem = await finishSso(args);
    return data({ ...page, notices: [], problem }, { status: problem.status });
  }
  const { searchParams } = args.url;
  // An emailed link works whether or not the user is signed in.
  if (page.token === undefined && (await args.getSession('member'))) {
    throw redirect(destination('member', searchParams.get('redirectTo')));
  }
  // The specification defines one reason; any other is not shown.
  const hasEnded = searchParams.get('logout_reason') === 'unauthorised' || (await args.hasExpired('member'));
  const isHeld = (await readUnsaved(args.request)).length > 0;
  const loss = await takeLoss(args.request);
  // Entries of another tab may have been held after this one signed out.
  const redirectTo = isHeld && (hasEnded || page.redirectTo === undefined) ? newestUnsaved : page.redirectTo;
  const notices = [
    ...(hasEnded ? ['Your session has ended. Please sign in again.'] : []),
    ...(isHeld ? ['What you had entered is held for 24 hours.'] : []),
    ...(loss ? [loss.text] : []),
  ];
  const headers: HeadersInit = loss ? { 'Set-Cookie': loss.cookie } : {};
  return data({ ...page, redirectTo, notices, problem: undefined }, { headers });
});

const signIn = signInAction('member', { sso: startSso });
const verify = secondFactorAction('member');
const changePassword = changePasswordAction('member');

export const action = asAnyone(async (args) => {
  if (isChangePasswordPage(args.url)) return changePassword(args);
  if (isCompaniesPage(args.url)) return selectCompanyAction(args);
  return isSecondFactorPage(args.url) ? verify(args) : signIn(args);
});

export default function Login() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if ('secondFactor' in page && page.secondFactor) {
    const result = answer && 'isSecondFactor' in answer ? answer : undefined;
    return <SecondFactorPage page={page.secondFactor} result={result} />;
  }
  if ('password' in page && page.password) {
    const result = answer && 'isPassword' in answer ? answer : undefined;
    return <ChangePasswordPage page={page.password} result={result} />;
  }
  if ('companies' in page && page.companies) {
    return (
      <SelectCompanyPage page={page.companies} isGone={answer !== undefined && 'isCompanies' in answer} />
    );
  }
  const result = answer && 'step' in answer && !('isSecondFactor' in answer) ? answer : undefined;
  return <SignIn {...page} result={result} />;
}

function SignIn({
  notices,
  problem,
  result,
  ...page
}: Awaited<ReturnType<typeof signInPage>> & {
  /** Why the page has appeared. */
  notices: readonly string[];
  problem?: SignInRejection | undefined;
  result: SignInResult | undefined;
}) {
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
      {problem && !result ? (
        <p className="notice notice-warning" role="alert">
          {problem.message}
          {problem.offerSignUp ? <SignUpOffer /> : null}
        </p>
      ) : null}
      {notices.length > 0 && !result ? (
        <p className="notice notice-warning" role="status">
          {notices.join(' ')}
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
          <SignUpOffer />
        </p>
      ) : null}
    </AuthPage>
  );
}

/** Where the person has no account. */
function SignUpOffer() {
  return (
    <>
      {' '}
      <Link to="/signup">Sign up to create one for your company</Link>, or ask an owner of your company to
      invite you.
    </>
  );
}
