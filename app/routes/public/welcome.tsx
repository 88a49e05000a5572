import { data, type MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { AuthPage } from '../../components/auth-page.tsx';
import { FlashMessage } from '../../components/flash-message.tsx';
import { takeFlash } from '../../flash.server.ts';
import { joinAction, joinPage } from '../../join.server.ts';
import { asAnyone } from '../../session.server.ts';
import { ClosedInvitation, OpenInvitation } from './invitation.tsx';

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: page?.kind === 'invitation' ? 'Join your team – Assay' : 'Welcome – Assay' },
  ...(page?.kind === 'invitation' ? [{ name: 'robots', content: 'noindex' }] : []),
];

export const loader = asAnyone(async (args) => {
  const { request, sessionOf, url } = args;
  const invite = url.searchParams.get('invite');
  if (invite !== null) {
    const page = await joinPage(args, invite);
    return data(
      { kind: 'invitation' as const, page },
      { status: page.state === 'closed' ? page.status : 200 },
    );
  }
  const [session, taken] = await Promise.all([sessionOf('member'), takeFlash(request)]);
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
      <AuthPage title="This invitation is not open">
        <ClosedInvitation sentence={page.page.sentence} />
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
        <li>
          Set up your company: its details, the country whose law it works under, and a compliance officer.
        </li>
        <li>Add your first clients. Until the set-up is finished, records stay closed.</li>
      </ol>
      <p className="flex flex-wrap gap-2">
        <Link className="button button-primary" to="/onboard">
          Set up your company
        </Link>
        <Link className="button" to="/home">
          Go to the home page
        </Link>
      </p>
    </>
  );
}

function SignInFirst() {
  return (
    <>
      <p>
        Assay keeps what your company must know about its clients under the anti-money-laundering laws of New
        Zealand and Australia.
      </p>
      <p className="flex flex-wrap gap-2">
        <Link className="button button-primary" to="/login">
          Sign in
        </Link>
        <Link className="button" to="/signup">
          Sign up
        </Link>
      </p>
    </>
  );
}
