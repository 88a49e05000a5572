import { useActionData, useLoaderData } from '@remix-run/react';
import { OwnProfile } from '../../../components/account/own-profile.tsx';
import { OwnSessions } from '../../../components/account/own-sessions.tsx';
import { SecondFactors } from '../../../components/account/second-factors.tsx';
import { ErrorInLayout } from '../../../components/error-page.tsx';
import { accountPages, secondFactorUrl } from '../../../session/second-factor-url.ts';
import { asMember } from '../../../session/session.server.ts';
import { settingsMeta } from '../settings-meta.ts';
import { settingsLoader } from '../settings-route.server.ts';
import { handleSessionsAction, loadSessionsView } from './sessions.server.ts';

export const meta = settingsMeta('sessions');

export const loader = settingsLoader('sessions', loadSessionsView);

export const action = asMember(handleSessionsAction);

export const ErrorBoundary = ErrorInLayout;

const page = accountPages.member;

/** The member's profile, second factors and sessions. */
export default function SessionsView() {
  const { person, secondFactor, ...sessions } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="grid gap-8">
      <OwnProfile page={page} realm="member" person={person} result={result} />
      <SecondFactors
        page={page}
        addUrl={`${secondFactorUrl('member', page)}&add`}
        secondFactor={secondFactor}
        newCodes={result?.recoveryCodes}
      />
      <OwnSessions page={page} realm="member" sessions={sessions} />
    </div>
  );
}
