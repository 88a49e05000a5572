import { OwnProfile } from '../../../components/account/own-profile.tsx';
import { OwnSessions } from '../../../components/account/own-sessions.tsx';
import { SecondFactors } from '../../../components/account/second-factors.tsx';
import { useViewActionData, useViewData } from '../../../components/view-data.ts';
import { accountPages, secondFactorUrl } from '../../../session/second-factor-url.ts';
import type { handleSessionsAction, loadSessionsView } from './sessions.server.ts';

const page = accountPages.member;

/** The member's profile, second factors and sessions. */
export default function SessionsView() {
  const { person, secondFactor, ...sessions } = useViewData<typeof loadSessionsView>();
  const result = useViewActionData<typeof handleSessionsAction>();
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
