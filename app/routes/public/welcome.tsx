import { data, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { ButtonLink } from '../../components/button.tsx';
import { FlashMessage } from '../../components/flash-message.tsx';
import { AuthPage } from '../../components/sign-in/auth-page.tsx';
import { consumeFlash } from '../../flash.server.ts';
import { joinAction, joinPage } from '../../session/accept-invitation.server.ts';
import { documentHeaders } from '../../session/complete-sign-in.server.ts';
import { asAnyone } from '../../session/session.server.ts';
import { ClosedInvitation, OpenInvitation } from './invitation.tsx';

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: pageTitle(page?.kind === 'invitation' ? 'Join your team' : 'Welcome') },
  ...(page?.kind === 'invitation' ? [{ name: 'robots', content: 'noindex' }] : []),
];

export const headers = documentHeaders;

export const loader = asAnyone(async (args) => {
  const { request, getSession, url } = args;
  const invite = url.searchParams.get('invite');
  if (invite !== null) {
    const page = await joinPage(args, invite);
    return data(
      { kind: 'invitation' as const, page },
      { status: page.state === 'closed' ? page.status : 200 },
    );
  }
  const [session, taken] = await Promise.all([getSession('member'), consumeFlash(request)]);
  const page = {
    kind: 'welcome' as const,
    name: session?.user.name ?? null,
    isSignedIn: session !== undefined,
    flash: taken?.flash,
  };
  return data(page, taken ? { headers: { 'Set-Cookie': taken.setCookie } } : {});
});

export const action = asAnyone(joinAction);

export default function Welcome() {
  const page = useLoaderData<typeof loader>();
  if (page.kind === 'invitation') {
    return page.page.state === 'open' ? (
      <AuthPage title="Join your team">
        <OpenInvitation page={page.page} />
      </AuthPage>
    ) : (
      <AuthPage title="This invitation is no longer valid">
        <ClosedInvitation message={page.page.message} />
      </AuthPage>
    );
  }
  const { name, isSignedIn, flash } = page;
  return (
    <AuthPage title={name ? `Welcome, ${name}` : 'Welcome to Assay'}>
      {flash ? <FlashMessage flash={flash} /> : null}
      {isSignedIn ? <NextSteps /> : <SignInFirst />}
    </AuthPage>
  );
}

function NextSteps() {
  return (
    <>
      <p>Your account is ready and your email address is confirmed. What happens next:</p>
      <ol className="grid list-decimal gap-2 pl-5">
        <li>Complete company setup: details, country of regulation and compliance officer.</li>
        <li>Add your first clients. Client records open when setup is complete.</li>
      </ol>
      <p className="flex flex-wrap gap-2">
        <ButtonLink variant="primary" to="/onboard">
          Complete company setup
        </ButtonLink>
        <ButtonLink to="/home">Go to the home page</ButtonLink>
      </p>
    </>
  );
}

function SignInFirst() {
  return (
    <>
      <p>Assay helps New Zealand and Australian reporting entities meet their AML/CFT obligations.</p>
      <p className="flex flex-wrap gap-2">
        <ButtonLink variant="primary" to="/login">
          Sign in
        </ButtonLink>
        <ButtonLink to="/signup">Sign up</ButtonLink>
      </p>
    </>
  );
}
