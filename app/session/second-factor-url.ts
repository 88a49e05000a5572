import { safeRedirectTo } from './redirect-to.ts';

/** `view` of the sign-in pages that verifies or sets up a second factor. */
export const secondFactorView = 'second-factor';

export const signInPages = { member: '/login', admin: '/admin/login' } as const;

/** The second-factor page of a realm, which leads on to the requested page. */
export function secondFactorUrl(realm: keyof typeof signInPages, wanted?: string): string {
  const target = safeRedirectTo(wanted);
  const onward = target === undefined ? '' : `&redirectTo=${encodeURIComponent(target)}`;
  return `${signInPages[realm]}?view=${secondFactorView}${onward}`;
}
