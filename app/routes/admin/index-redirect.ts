import { redirect } from '@remix-run/node';
import { asAdmin } from '../../session/session.server.ts';

/** /admin itself has nothing to show. */
export const loader = asAdmin(() => {
  throw redirect('/admin/home');
});
