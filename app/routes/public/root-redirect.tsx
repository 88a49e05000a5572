import { redirect } from '@remix-run/node';
import { FullScreenSpinner } from '../../components/navigation-progress.tsx';
import { asAnyone } from '../../session/session.server.ts';

export const loader = asAnyone(async ({ getSession }) => {
  throw redirect((await getSession('member')) ? '/home' : '/login');
});

/** Specification, section 2: a spinner while the session is checked. */
export default function RootRedirect() {
  return <FullScreenSpinner />;
}
