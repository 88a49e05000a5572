import { redirect, redirectDocument } from '@remix-run/node';
import { endAllSessions } from '#contract/company/accounts.ts';
import { readForm } from '../../components/forms/parse-form.server.ts';
import { errorResponse } from '../../main-api/error-response.ts';
import { safeRedirectTo } from '../../session/redirect-to.ts';
import { accountPages, secondFactorUrl } from '../../session/second-factor-url.ts';
import { asAnyone } from '../../session/session.server.ts';
import { readUnsaved } from '../../session/unsaved-entries.server.ts';

/** A GET does not sign out: a link or an image on another site could send one. */
export const loader = asAnyone(async ({ getSession }) => {
  throw redirect((await getSession('member')) ? '/home' : '/login');
});

export const action = asAnyone(async ({ request, requestId, api, getSession, signOut }) => {
  // A post that cannot be parsed still signs the member out.
  const form = await readForm(request).catch(() => new FormData());
  const realm = form.get('realm') === 'admin' ? 'admin' : 'member';
  // The page that signs out after its idle time, where the person goes on once signed in again.
  const idleAt = safeRedirectTo(form.get('idleAt'));
  if (form.get('everywhere') === 'yes') {
    const session = await getSession(realm);
    const ended = session && (await api(session).ask(endAllSessions, { body: {} }));
    // A password alone does not end the person's other sessions.
    if (ended?.ok === false && ended.problem.code === 'session.secondFactor')
      throw redirect(secondFactorUrl(realm, accountPages[realm]));
    await signOut(realm);
    // Here the person is signed out in any case, and learns what is left to do.
    if (ended?.ok === false && ended.problem.status >= 500) {
      const { status, code, detail } = ended.problem;
      throw errorResponse(status, { code, requestId, ...(detail === undefined ? {} : { detail }) });
    }
  } else await signOut(realm, { isIdle: idleAt !== undefined });
  // A full page load clears loaded data from the page's memory.
  const headers = { 'Clear-Site-Data': '"cache", "storage"' };
  if (realm === 'admin') return redirectDocument('/admin/login', { headers });
  if (idleAt === undefined) return redirectDocument('/login', { headers });
  // With entries it leads to them instead.
  const isHeld = (await readUnsaved(request)).length > 0;
  const next = isHeld ? '' : `&redirectTo=${encodeURIComponent(idleAt)}`;
  return redirectDocument(`/login?logout_reason=unauthorised${next}`, { headers });
});
