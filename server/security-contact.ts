import type { AppEnv } from '#app/env.server.ts';
import type { Web } from './pass-on.ts';

/** Serves /.well-known/security.txt (RFC 9116) if a contact for vulnerability reports is configured. */
export function serveSecurityContact(
  web: Web,
  { securityContact, appUrl }: Pick<AppEnv, 'securityContact' | 'appUrl'>,
): void {
  if (securityContact === undefined) return;
  const lines = [
    `Contact: ${securityContact.url}`,
    `Expires: ${securityContact.expiresOn}T00:00:00.000Z`,
    'Preferred-Languages: en',
    `Canonical: ${appUrl}/.well-known/security.txt`,
  ];
  web.get('/.well-known/security.txt', (c) => c.text(`${lines.join('\n')}\n`));
}
