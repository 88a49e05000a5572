/** Loopback hosts, where plain http exposes nothing. */
const loopbackHost = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Returns the problem with APP_URL in production, worded to follow the variable's name, or null. Web and API each check it,
 * because they can run separately.
 *
 * @param appUrl a URL that parses
 */
export function appUrlProblem(appUrl: string): string | null {
  const { protocol, hostname } = new URL(appUrl);
  return protocol === 'https:' || loopbackHost.test(hostname)
    ? null
    : 'must be https in production: sign-in cookies would travel unencrypted';
}
