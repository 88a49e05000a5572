import { redirect, redirectDocument } from '@remix-run/node';
import { readForm } from '../../components/forms/parse-form.server.ts';
import { asAnyone } from '../../session/session.server.ts';

/** A GET does not sign out: a link or an image on another site could send one. */
export const loader = asAnyone(async ({ getSession }) => {
  throw redirect((await getSession('member')) ? '/home' : '/login');
});

export const action = asAnyone(async ({ request, signOut }) => {
  // A post that cannot be parsed still signs the member out.
  const form = await readForm(request).catch(() => new FormData());
  const realm = form.get('realm') === 'admin' ? 'admin' : 'member';
  await signOut(realm);
  // A full page load clears loaded data from the page's memory.
  const headers = { 'Clear-Site-Data': '"cache", "storage"' };
  return redirectDocument(realm === 'admin' ? '/admin/login' : '/login', { headers });
});
