import { redirect } from '@remix-run/node';
import { FullScreenSpinner } from '../../components/navigation-progress.tsx';
import { asAnyone } from '../../session.server.ts';

export const loader = asAnyone(async ({ sessionOf }) => {
  throw redirect((await sessionOf('member')) ? '/home' : '/login');
});

/** Specification, section 2: a spinner while it is found out whether somebody is signed in. */
export default function RootRedirect() {
  return <FullScreenSpinner />;
}
