import { readForm, templateFormLimits } from '../../components/forms/parse-form.server.ts';
import { intendedCompany } from '../../main-api/intended-company.server.ts';
import { asMember } from '../../session/session.server.ts';
import { holdUnsaved, takeTarget } from '../../session/unsaved-entries.server.ts';

/** Counts as activity: the session lasts. */
export const loader = asMember(async ({ me }) => {
  await me();
  return new Response(null, { status: 204 });
});

/** Holds the entries of a form on a page whose session is about to end. */
export const action = asMember(async ({ request, user, me, heldForms }) => {
  // Any form of the site, the largest included: it is held here, and checked where it is posted.
  const form = await readForm(request, templateFormLimits);
  const target = takeTarget(form);
  if (target === undefined) return new Response(null, { status: 400 });
  // The page's own company: another tab may have switched the session since.
  const company = intendedCompany(request) ?? (await me()).company.id;
  const held = await holdUnsaved(heldForms, request, { ...target, userId: user.userId, company, form });
  const headers = new Headers();
  for (const cookie of held.cookies) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: held.isHeld ? 204 : 413, headers });
});
