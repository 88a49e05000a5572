import { data, type MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { AuthPage } from '../../components/auth-page.tsx';
import { FlashMessage } from '../../components/flash-message.tsx';
import { takeFlash } from '../../flash.server.ts';
import { asAnyone } from '../../session.server.ts';

export const meta: MetaFunction = () => [{ title: 'Welcome – Assay' }];

export const loader = asAnyone(async ({ request, sessionOf }) => {
  const [session, taken] = await Promise.all([sessionOf('member'), takeFlash(request)]);
  const page = { name: session?.user.name ?? null, isSignedIn: session !== undefined, flash: taken?.flash };
  return data(page, taken ? { headers: { 'Set-Cookie': taken.setCookie } } : {});
});

export default function Welcome() {
  const { name, isSignedIn, flash } = useLoaderData<typeof loader>();
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
