import { type Cookie, createCookie } from '@remix-run/node';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** The two ways of being signed in. Each has cookies of its own, and both may be held at once. */
export type Door = 'member' | 'admin';

const heldToken = z.object({ token: z.string().min(1), /** Unix seconds. */ expiresAt: z.number() });
const identityUser = z.object({ userId: z.string(), name: z.string(), loginIds: z.array(z.string()) });

/** The person as the identity service knows them. */
export type IdentityUser = z.infer<typeof identityUser>;

/** A session of the identity service. Expirations in unix seconds. */
export interface Session {
  sessionToken: string;
  sessionExpiresAt: number;
  refreshToken: string;
  refreshExpiresAt: number;
  user: IdentityUser;
}

/** What the cookies of a door hold: all of it, or the session token may be gone while it can be refreshed. */
export type StoredSession = Omit<Session, 'sessionToken' | 'sessionExpiresAt'> & Partial<Session>;

/** Cookie headers whose meaning is remembered, a few kilobytes each. */
const rememberedHeaders = 1_000;

/** Browsers keep no larger cookie. */
const largestCookieBytes = 4096;

export interface SessionCookies {
  read(request: Request, door: Door): Promise<StoredSession | undefined>;
  /** `Set-Cookie` values that store the session. Throws when a token is too large for a cookie. */
  store(door: Door, session: Session): Promise<string[]>;
  /** `Set-Cookie` values that take the door's cookies away. */
  clear(door: Door): Promise<string[]>;
}

/**
 * Cookies for session token, refresh token and user, for each door, signed with the first secret and
 * accepted with any. Nothing is in them but ids, names and tokens.
 */
export function createSessionCookies(options: {
  secrets: readonly string[];
  isHttps: boolean;
}): SessionCookies {
  const make = (name: string): Cookie =>
    // `__Host-`: the browser takes it from this host alone, over https, for the whole site.
    createCookie(`${options.isHttps ? '__Host-' : ''}assay_${name}`, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: options.isHttps,
      secrets: [...options.secrets],
    });
  const set = (prefix: string) => ({
    session: make(`${prefix}session`),
    refresh: make(`${prefix}refresh`),
    user: make(`${prefix}user`),
  });
  const doors = { member: set(''), admin: set('admin_') };

  async function parse(header: string, door: Door): Promise<StoredSession | undefined> {
    const cookies = doors[door];
    const [session, refresh, user] = await Promise.all([
      cookies.session.parse(header),
      cookies.refresh.parse(header),
      cookies.user.parse(header),
    ]);
    const held = { session: heldToken.safeParse(session), refresh: heldToken.safeParse(refresh) };
    const person = identityUser.safeParse(user);
    if (!held.refresh.success || !person.success) return undefined;
    return {
      refreshToken: held.refresh.data.token,
      refreshExpiresAt: held.refresh.data.expiresAt,
      user: person.data,
      ...(held.session.success
        ? {
            sessionToken: held.session.data.token,
            sessionExpiresAt: held.session.data.expiresAt,
          }
        : {}),
    };
  }

  // A person's cookies stay the same for minutes, and come with every request: checking and decoding them costs as much as ten rows.
  const parsed = new LRUCache<string, { session: StoredSession | undefined }>({ max: rememberedHeaders });

  return {
    async read(request, door) {
      const header = request.headers.get('Cookie') ?? '';
      const key = `${door} ${header}`;
      const known = parsed.get(key);
      if (known) return known.session;
      const session = await parse(header, door);
      parsed.set(key, { session });
      return session;
    },
    async store(door, session) {
      const cookies = doors[door];
      // A date, not a Max-Age: layout and page set the same cookie to the letter, and Remix keeps one of them.
      const expires = new Date(session.refreshExpiresAt * 1000);
      const values = await Promise.all([
        cookies.session.serialize(
          { token: session.sessionToken, expiresAt: session.sessionExpiresAt },
          { expires },
        ),
        cookies.refresh.serialize(
          { token: session.refreshToken, expiresAt: session.refreshExpiresAt },
          { expires },
        ),
        cookies.user.serialize(session.user, { expires }),
      ]);
      const largest = Math.max(...values.map((value) => value.length));
      if (largest > largestCookieBytes) {
        throw new Error(`A session cookie of ${largest} bytes would be dropped by browsers`);
      }
      return values;
    },
    clear: (door) =>
      Promise.all(Object.values(doors[door]).map((cookie) => cookie.serialize('', { maxAge: 0 }))),
  };
}
