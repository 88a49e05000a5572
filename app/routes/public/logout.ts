import { redirect, redirectDocument } from '@remix-run/node';
import { asAnyone } from '../../session.server.ts';

/** A visit signs nobody out: a link or an image on another site could make one. */
export const loader = asAnyone(async ({ sessionOf }) => {
  throw redirect((await sessionOf('member')) ? '/home' : '/login');
});

export const action = asAnyone(async ({ request, signOut }) => {
  const form = await request.formData().catch(() => new FormData());
  const door = form.get('door') === 'admin' ? 'admin' : 'member';
  await signOut(door);
  // A full page load leaves nothing of what was read in the page's memory.
  return redirectDocument(door === 'admin' ? '/admin/login' : '/login');
});
