import { type Cookie, createCookie } from '@remix-run/node';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { openSealedText, sealText } from './sealed-text.server.ts';

/** Authentication realms. Each has its own cookies; a browser can be signed in to both. */
export type Realm = 'member' | 'admin';

const heldToken = z.object({ token: z.string().min(1), /** Unix seconds. */ expiresAt: z.number() });
/**
 * With the secret, which lasts as long as the refresh token and outlives session tokens. The token is sealed: who copies the cookie can
 * present it here, where the session may have ended, and not at the identity service. Cookies of earlier versions hold it open.
 */
const heldRefreshToken = z
  .object({ expiresAt: z.number(), secret: z.string().min(1) })
  .and(z.union([z.object({ sealed: z.string().min(1) }), z.object({ token: z.string().min(1) })]));

const sealedPurpose = 'refresh token';
const identityUser = z.object({ userId: z.string(), name: z.string(), loginIds: z.array(z.string()) });

/** People who sign in with one browser, such as a shared one of an office; the API accepts as many. */
const maxKnownDevices = 5;
const knownDevices = z.array(z.string().max(150)).max(maxKnownDevices);
/** As long as the API knows a browser. */
const knownDeviceSeconds = 180 * 24 * 60 * 60;

/** The person as the identity service knows them. */
export type IdentityUser = z.infer<typeof identityUser>;

/** A session of the identity service. Expirations in unix seconds. */
export interface IdentitySession {
  sessionToken: string;
  sessionExpiresAt: number;
  refreshToken: string;
  refreshExpiresAt: number;
  user: IdentityUser;
}

/** A session that the main API has accepted. */
export interface Session extends IdentitySession {
  /** Identifies this browser to the main API, which stores its hash alone. */
  secret: string;
}

/** The session in a realm's cookies. The session token can be missing, and is then refreshed. */
export type StoredSession = Omit<Session, 'sessionToken' | 'sessionExpiresAt'> & Partial<Session>;

/** Number of parsed Cookie headers cached in memory, a few kilobytes each. */
const rememberedHeaders = 1_000;

/** How long a browser knows whose session has expired, to hold what they had entered. */
const userOutlivesSessionSeconds = 24 * 60 * 60;

/** Browsers drop larger cookies. */
const maxCookieBytes = 4096;

export interface SessionCookies {
  read(request: Request, realm: Realm): Promise<StoredSession | undefined>;
  /** The person whose session in this browser has expired, or lasts; undefined a day after it. */
  readUser(request: Request, realm: Realm): Promise<IdentityUser | undefined>;
  /** `Set-Cookie` values that store the session. Throws when a token is too large for a cookie. */
  store(realm: Realm, session: Session): Promise<string[]>;
  /** `Set-Cookie` values that delete the realm's cookies. */
  clear(realm: Realm): Promise<string[]>;
  /** `Set-Cookie` values that delete a session which has ended, and name its person for a day more: see `readUser`. */
  end(request: Request, realm: Realm): Promise<string[]>;
  /** What the browser got at earlier sign-ins of either realm, latest first; stays at sign-out. See `knownDevices` of the contract. */
  readKnownDevices(request: Request): Promise<string[]>;
  /** `Set-Cookie` value that adds what a sign-in gave, in place of what it renews. */
  storeKnownDevice(request: Request, token: string): Promise<string>;
}

interface CookieOptions {
  /** The first signs; all are accepted. */
  secrets: readonly string[];
  isHttps: boolean;
}

/**
 * Cookies for session token, refresh token with the browser's secret, and user of each realm, signed with the first secret and accepted with any.
 * They contain only ids, names and tokens, of which the refresh token is sealed.
 */
export function createSessionCookies(options: CookieOptions): SessionCookies {
  const { secrets } = options;
  const doors = { member: createCookieSet('', options), admin: createCookieSet('admin_', options) };
  const devices = createHostCookie('known_devices', options);
  const readKnownDevices = async (request: Request) => {
    const held = knownDevices.safeParse(await devices.parse(request.headers.get('Cookie')));
    return held.data ?? [];
  };

  const readUser = async (request: Request, realm: Realm) =>
    identityUser.safeParse(await doors[realm].user.parse(request.headers.get('Cookie'))).data;

  // A browser sends the same cookies for minutes, and verifying and decoding them costs as much as rendering ten table rows.
  const parsed = new LRUCache<string, { session: StoredSession | undefined }>({ max: rememberedHeaders });

  return {
    async read(request, realm) {
      const header = request.headers.get('Cookie') ?? '';
      const key = `${realm} ${header}`;
      const known = parsed.get(key);
      if (known) return known.session;
      const session = await parseSession(header, doors[realm], secrets);
      parsed.set(key, { session });
      return session;
    },
    readUser,
    store: (realm, session) => serializeSession(doors[realm], session, secrets[0] ?? ''),
    clear: (realm) =>
      Promise.all(Object.values(doors[realm]).map((cookie) => cookie.serialize('', { maxAge: 0 }))),
    async end(request, realm) {
      const { session, refresh, user } = doors[realm];
      const person = await readUser(request, realm);
      return Promise.all([
        ...[session, refresh].map((cookie) => cookie.serialize('', { maxAge: 0 })),
        user.serialize(person ?? '', { maxAge: person === undefined ? 0 : userOutlivesSessionSeconds }),
      ]);
    },
    readKnownDevices,
    async storeKnownDevice(request, token) {
      const others = (await readKnownDevices(request)).filter((each) => idOf(each) !== idOf(token));
      return devices.serialize([token, ...others].slice(0, maxKnownDevices), {
        maxAge: knownDeviceSeconds,
      });
    },
  };
}

/** The part of a known device's value that stays when it is renewed. */
const idOf = (token: string) => token.split('.', 1)[0];

interface CookieSet {
  session: Cookie;
  refresh: Cookie;
  user: Cookie;
}

/** A signed cookie that no script reads. */
const createHostCookie = (name: string, { secrets, isHttps }: CookieOptions): Cookie =>
  // `__Host-`: the browser accepts it only over https, from this host, for the whole site.
  createCookie(`${isHttps ? '__Host-' : ''}assay_${name}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
    secrets: [...secrets],
  });

/** The three cookies with a name prefix. */
function createCookieSet(prefix: string, options: CookieOptions): CookieSet {
  const create = (name: string) => createHostCookie(`${prefix}${name}`, options);
  return { session: create('session'), refresh: create('refresh'), user: create('user') };
}

/** The session in a Cookie header; undefined without a valid refresh token and user. */
async function parseSession(
  header: string,
  cookies: CookieSet,
  secrets: readonly string[],
): Promise<StoredSession | undefined> {
  const [session, refresh, user] = await Promise.all([
    cookies.session.parse(header),
    cookies.refresh.parse(header),
    cookies.user.parse(header),
  ]);
  const held = { session: heldToken.safeParse(session), refresh: heldRefreshToken.safeParse(refresh) };
  const person = identityUser.safeParse(user);
  if (!held.refresh.success || !person.success) return undefined;
  const refreshToken = openRefreshToken(held.refresh.data, secrets);
  if (refreshToken === undefined) return undefined;
  return {
    refreshToken,
    refreshExpiresAt: held.refresh.data.expiresAt,
    secret: held.refresh.data.secret,
    user: person.data,
    ...(held.session.success
      ? {
          sessionToken: held.session.data.token,
          sessionExpiresAt: held.session.data.expiresAt,
        }
      : {}),
  };
}

function openRefreshToken(
  held: z.infer<typeof heldRefreshToken>,
  secrets: readonly string[],
): string | undefined {
  if ('token' in held) return held.token;
  for (const secret of secrets) {
    const token = openSealedText(held.sealed, secret, sealedPurpose);
    if (token !== undefined) return token;
  }
  return undefined;
}

/** @throws Error when a value is larger than browsers accept */
async function serializeSession(cookies: CookieSet, session: Session, secret: string): Promise<string[]> {
  // A date, not a Max-Age: layout and page then set identical cookies, of which Remix keeps one.
  const expires = new Date(session.refreshExpiresAt * 1000);
  const values = await Promise.all([
    cookies.session.serialize(
      { token: session.sessionToken, expiresAt: session.sessionExpiresAt },
      { expires },
    ),
    cookies.refresh.serialize(
      {
        sealed: sealText(session.refreshToken, secret, sealedPurpose),
        expiresAt: session.refreshExpiresAt,
        secret: session.secret,
      },
      { expires },
    ),
    cookies.user.serialize(session.user, {
      expires: new Date((session.refreshExpiresAt + userOutlivesSessionSeconds) * 1000),
    }),
  ]);
  const largest = Math.max(...values.map((value) => value.length));
  if (largest > maxCookieBytes) {
    throw new Error(`A session cookie of ${largest} bytes would be dropped by browsers`);
  }
  return values;
}
