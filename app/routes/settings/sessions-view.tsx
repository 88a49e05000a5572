import { OwnSessions } from '../../components/account/own-sessions.tsx';
import { useViewData } from '../../components/view-data.ts';
import type { loadSessionsView } from './sessions.server.ts';

/** Where the member is signed in. */
export default function SessionsView() {
  return (
    <OwnSessions
      page="/settings?view=sessions"
      realm="member"
      sessions={useViewData<typeof loadSessionsView>()}
    />
  );
}
