import { OwnSessions } from '../../components/account/own-sessions.tsx';
import { SecondFactors } from '../../components/account/second-factors.tsx';
import { useViewActionData, useViewData } from '../../components/view-data.ts';
import { secondFactorUrl } from '../../session/second-factor-url.ts';
import type { handleSessionsAction, loadSessionsView } from './sessions.server.ts';

const page = '/settings?view=sessions';

/** Where the member is signed in, and with which second factors. */
export default function SessionsView() {
  const { secondFactor, ...sessions } = useViewData<typeof loadSessionsView>();
  const result = useViewActionData<typeof handleSessionsAction>();
  return (
    <div className="grid gap-8">
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
