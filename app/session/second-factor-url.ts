import { adminSessionsUrl } from '#rules/pages/admin-pages.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { safeRedirectTo } from './redirect-to.ts';

/** `view` of the sign-in pages that verifies or sets up a second factor. */
export const secondFactorView = 'second-factor';

/** `view` of the sign-in pages that changes a password. */
export const changePasswordView = 'change-password';

/** The page of a person's own sign-in, by realm. */
export const accountPages = {
  member: settingsUrl('sessions'),
  admin: adminSessionsUrl(),
} as const;

export const signInPages = { member: '/login', admin: '/admin/login' } as const;

/** The page of a realm that changes a password. */
export const changePasswordUrl = (realm: keyof typeof signInPages): string =>
  `${signInPages[realm]}?view=${changePasswordView}`;

/** The second-factor page of a realm, which leads on to the requested page. */
export function secondFactorUrl(realm: keyof typeof signInPages, wanted?: string): string {
  const target = safeRedirectTo(wanted);
  const onward = target === undefined ? '' : `&redirectTo=${encodeURIComponent(target)}`;
  return `${signInPages[realm]}?view=${secondFactorView}${onward}`;
}

/** Parameters of the page on which a person proves again that it is them. */
export const confirmParameters = {
  /** Present on that page. */
  again: 'again',
  /** Id of the form that waits for the proof. */
  form: 'form',
  /** Present if a download waits for it. */
  download: 'download',
} as const;

/** The page on which a person proves again that it is them, for a page, or for a download on that page. */
export function confirmUrl(
  realm: keyof typeof signInPages,
  page: string | undefined,
  { isDownload = false }: { isDownload?: boolean } = {},
): string {
  const { again, download } = confirmParameters;
  return `${secondFactorUrl(realm, page)}&${again}${isDownload ? `&${download}` : ''}`;
}
