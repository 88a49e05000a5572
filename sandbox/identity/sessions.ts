import { randomUUID } from 'node:crypto';
import type { Collection, Journal } from '../journal.ts';
import { refusal } from './errors.ts';
import type { SigningKey } from './signing-key.ts';
import type { User, Users } from './users.ts';

export const refreshTtlSeconds = 28 * 24 * 60 * 60;

/**
 * All refresh tokens descended from one sign-in. A token's id (`jti`) is `<family id>.<token id>`. `usedToken` is the
 * last one presented; `successors` were issued for it and are unused. Presenting a successor makes it the used one and
 * revokes its siblings. A lost response therefore costs nothing: the used token works until a successor is presented.
 */
type Family = {
  id: string;
  userId: string;
  amr: string[];
  /** The tenant whose identity provider authenticated its user; missing without one. */
  tenantId?: string | undefined;
  /** Custom claims of the start of the sign-in, which all tokens of the family have under `nsec`. */
  customClaims?: CustomClaims | undefined;
  usedToken: string | null;
  successors: string[];
  expiresAtMs: number;
  endedBy: 'logout' | 'reuse' | null;
};

export type CustomClaims = Record<string, unknown>;

/** Retries of a client that never receives the response before the first successors are revoked. */
const maxSuccessors = 20;

export type Tokens = {
  sessionJwt: string;
  refreshJwt: string;
  /** Unix seconds. */
  sessionExpiration: number;
  refreshExpiration: number;
};

export type Sessions = {
  /** `amr` of a valid token's family: the methods by which its user was authenticated. @throws as `require` */
  getMethods(token: string): Promise<string[]>;
  start(
    user: User,
    amr: string[],
    more?: { tenantId?: string | undefined; customClaims?: CustomClaims | undefined },
  ): Promise<Tokens>;
  /**
   * Rotates a refresh token. @throws E061005 for a token that is invalid, expired, of a deleted user, or was replaced
   * by one already used (which ends the family, because another party holds a copy); E064001 after logout; E062109 for
   * a disabled user.
   */
  refresh(token: string): Promise<{ user: User; tokens: Tokens }>;
  /** The user of a valid refresh token. @throws like `refresh`, but ends nothing */
  require(token: string): Promise<User>;
  /** Ends the token's family; any of its tokens will do. @throws E061005 for a foreign or expired token */
  end(token: string): Promise<void>;
  /** Ends all sessions of a user. @returns the number ended */
  endAll(userId: string): number;
};

type SessionDeps = {
  journal: Journal;
  key: SigningKey;
  users: Users;
  now: () => Date;
  sessionTtlSeconds: number;
};

/** Sessions in the journal's collection `families`; expired ones are removed when it opens. */
export function openSessions(deps: SessionDeps): Sessions {
  const families = deps.journal.collection<Family>('families');
  deps.journal.together(() => {
    for (const family of families.values()) {
      if (family.expiresAtMs < deps.now().getTime()) families.remove(family.id);
    }
  });

  return {
    start: (user, amr, { tenantId, customClaims } = {}) =>
      issue(deps, families, user, {
        id: randomUUID(),
        userId: user.userId,
        amr,
        ...(tenantId === undefined ? {} : { tenantId }),
        ...(customClaims === undefined ? {} : { customClaims }),
        usedToken: null,
        successors: [],
        endedBy: null,
      }),
    async refresh(token) {
      const { family, tokenId } = await read(deps, families, token);
      if (family.endedBy === null && !isCurrent(family, tokenId))
        families.put(family.id, { ...family, endedBy: 'reuse' });
      const user = requireInForce(deps.users, { family, tokenId });
      const isFirstUse = tokenId !== family.usedToken;
      const tokens = await issue(
        deps,
        families,
        user,
        isFirstUse ? { ...family, usedToken: tokenId, successors: [] } : family,
      );
      return { user, tokens };
    },
    async getMethods(token) {
      const found = await read(deps, families, token);
      requireInForce(deps.users, found);
      return found.family.amr;
    },
    require: async (token) => requireInForce(deps.users, await read(deps, families, token)),
    async end(token) {
      const { family } = await read(deps, families, token);
      if (family.endedBy === null) families.put(family.id, { ...family, endedBy: 'logout' });
    },
    endAll(userId) {
      const open = families.values().filter((family) => family.userId === userId && family.endedBy === null);
      deps.journal.together(() => {
        for (const family of open) families.put(family.id, { ...family, endedBy: 'logout' });
      });
      return open.length;
    },
  };
}

async function read(
  { key }: SessionDeps,
  families: Collection<Family>,
  token: string,
): Promise<{ family: Family; tokenId: string }> {
  const claims = await key.verify(token);
  const [familyId = '', tokenId = ''] = (claims?.jti ?? '').split('.');
  const family = families.get(familyId);
  if (claims?.drn !== 'DSR' || !family) throw refusal('invalidToken');
  return { family, tokenId };
}

/** The user of a valid token. @throws E061005, E062109, E064001 */
function requireInForce(users: Users, { family, tokenId }: { family: Family; tokenId: string }): User {
  const user = users.byUserId(family.userId);
  if (!user) throw refusal('invalidToken');
  if (user.status === 'disabled') throw refusal('userDisabled');
  if (family.endedBy === 'logout') throw refusal('tokenLoggedOut');
  if (family.endedBy !== null || !isCurrent(family, tokenId)) throw refusal('invalidToken');
  return user;
}

/** Stores a new token of the family before signing it, so that every signed token is known. */
async function issue(
  deps: SessionDeps,
  families: Collection<Family>,
  user: User,
  family: Omit<Family, 'expiresAtMs'>,
): Promise<Tokens> {
  const nowSeconds = Math.floor(deps.now().getTime() / 1_000);
  const tokenId = randomUUID();
  const refreshExpiration = nowSeconds + refreshTtlSeconds;
  families.put(family.id, {
    ...family,
    successors: [...family.successors, tokenId].slice(-maxSuccessors),
    expiresAtMs: refreshExpiration * 1_000,
  });
  const sessionExpiration = nowSeconds + deps.sessionTtlSeconds;
  const nsec = family.customClaims;
  const shared = { amr: family.amr, iat: nowSeconds, sub: user.userId, ...(nsec ? { nsec } : {}) };
  const [sessionJwt, refreshJwt] = await Promise.all([
    deps.key.sign({
      ...shared,
      drn: 'DS',
      exp: sessionExpiration,
      rexp: new Date(refreshExpiration * 1_000).toISOString().replace('.000Z', 'Z'),
      ...(family.tenantId === undefined ? {} : { dct: family.tenantId }),
      ...accessClaims(user),
    }),
    deps.key.sign({ ...shared, drn: 'DSR', exp: refreshExpiration, jti: `${family.id}.${tokenId}` }),
  ]);
  return { sessionJwt, refreshJwt, sessionExpiration, refreshExpiration };
}

function isCurrent(family: Family, tokenId: string): boolean {
  return tokenId === family.usedToken || family.successors.includes(tokenId);
}

function accessClaims(user: User): { roles?: string[]; tenants?: Record<string, unknown> } {
  const tenants = user.tenants.map(({ tenantId, roleNames }) => [
    tenantId,
    { roles: roleNames, permissions: [] },
  ]);
  return {
    ...(user.roleNames.length > 0 ? { roles: user.roleNames } : {}),
    ...(tenants.length > 0 ? { tenants: Object.fromEntries(tenants) } : {}),
  };
}
