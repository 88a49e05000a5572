import { type Cookie, createCookie } from '@remix-run/node';
import { appEnv } from './env.server.ts';

/**
 * A signed cookie for the whole site that no script reads. `name`: without the prefixes, under which browsers accept it over https from
 * this host alone. Returns a function, since the environment is read after modules are loaded.
 */
export function signedCookie(name: string): () => Cookie {
  let cookie: Cookie | undefined;
  return () => {
    const { isHttps, sessionSecrets } = appEnv();
    cookie ??= createCookie(`${isHttps ? '__Host-' : ''}assay_${name}`, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps,
      secrets: sessionSecrets,
    });
    return cookie;
  };
}
