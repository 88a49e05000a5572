import { randomUUID } from 'node:crypto';
import type { Journal } from '../journal.ts';
import { refusal } from './errors.ts';
import type { SigningKey } from './signing-key.ts';
import type { User, Users } from './users.ts';

export const refreshTtlSeconds = 28 * 24 * 60 * 60;

/**
 * All refresh tokens that descend from one sign-in. A token's id (`jti`) is `<family id>.<token id>`.
 * `usedToken` is the last one presented; `successors` were issued for it and have not been used. Presenting a successor makes it the
 * used one and takes back its siblings. So a lost answer costs nothing: the used token still works until a successor arrives.
 */
type Family = {
  id: string;
  userId: string;
  amr: string[];
  usedToken: string | null;
  successors: string[];
  expiresAtMs: number;
  endedBy: 'logout' | 'reuse' | null;
};

/** A client that never receives an answer may ask again so often before the first successors are forgotten. */
const mostSuccessors = 20;

export type Tokens = {
  sessionJwt: string;
  refreshJwt: string;
  /** Unix seconds. */
  sessionExpiration: number;
  refreshExpiration: number;
};

export type Sessions = {
  start(user: User, amr: string[]): Promise<Tokens>;
  /**
   * Rotates. @throws E061005 for a token that is bad, expired, of a user who is gone, or was replaced by one already used (which ends
   * the family: someone else holds a copy); E064001 after logout; E062109 for a disabled user.
   */
  refresh(token: string): Promise<{ user: User; tokens: Tokens }>;
  /** The user behind a refresh token that is in force. @throws as `refresh`, but ends nothing */
  require(token: string): Promise<User>;
  /** Ends the token's family, whichever token of it is presented. @throws E061005 when the token is not ours or expired */
  end(token: string): Promise<void>;
  /** Ends every family of the user. @returns how many */
  endAll(userId: string): number;
};

export function openSessions(deps: {
  journal: Journal;
  key: SigningKey;
  users: Users;
  now: () => Date;
  sessionTtlSeconds: number;
}): Sessions {
  const families = deps.journal.collection<Family>('families');
  deps.journal.together(() => {
    for (const family of families.values()) {
      if (family.expiresAtMs < deps.now().getTime()) families.remove(family.id);
    }
  });

  async function read(token: string): Promise<{ family: Family; tokenId: string }> {
    const claims = await deps.key.verify(token);
    const [familyId = '', tokenId = ''] = (claims?.jti ?? '').split('.');
    const family = families.get(familyId);
    if (claims?.drn !== 'DSR' || !family) throw refusal('invalidToken');
    return { family, tokenId };
  }

  function requireInForce({ family, tokenId }: { family: Family; tokenId: string }): User {
    const user = deps.users.byUserId(family.userId);
    if (!user) throw refusal('invalidToken');
    if (user.status === 'disabled') throw refusal('userDisabled');
    if (family.endedBy === 'logout') throw refusal('tokenLoggedOut');
    if (family.endedBy !== null || !isCurrent(family, tokenId)) throw refusal('invalidToken');
    return user;
  }

  /** Stores a new token of the family before it is signed, so that no token is out that the store does not know. */
  async function issue(user: User, family: Omit<Family, 'expiresAtMs'>): Promise<Tokens> {
    const nowSeconds = Math.floor(deps.now().getTime() / 1_000);
    const tokenId = randomUUID();
    const refreshExpiration = nowSeconds + refreshTtlSeconds;
    families.put(family.id, {
      ...family,
      successors: [...family.successors, tokenId].slice(-mostSuccessors),
      expiresAtMs: refreshExpiration * 1_000,
    });
    const sessionExpiration = nowSeconds + deps.sessionTtlSeconds;
    const shared = { amr: family.amr, iat: nowSeconds, sub: user.userId };
    const [sessionJwt, refreshJwt] = await Promise.all([
      deps.key.sign({
        ...shared,
        drn: 'DS',
        exp: sessionExpiration,
        rexp: new Date(refreshExpiration * 1_000).toISOString().replace('.000Z', 'Z'),
        ...accessClaims(user),
      }),
      deps.key.sign({ ...shared, drn: 'DSR', exp: refreshExpiration, jti: `${family.id}.${tokenId}` }),
    ]);
    return { sessionJwt, refreshJwt, sessionExpiration, refreshExpiration };
  }

  return {
    start: (user, amr) =>
      issue(user, {
        id: randomUUID(),
        userId: user.userId,
        amr,
        usedToken: null,
        successors: [],
        endedBy: null,
      }),
    async refresh(token) {
      const { family, tokenId } = await read(token);
      if (family.endedBy === null && !isCurrent(family, tokenId))
        families.put(family.id, { ...family, endedBy: 'reuse' });
      const user = requireInForce({ family, tokenId });
      const isFirstUse = tokenId !== family.usedToken;
      const tokens = await issue(
        user,
        isFirstUse ? { ...family, usedToken: tokenId, successors: [] } : family,
      );
      return { user, tokens };
    },
    require: async (token) => requireInForce(await read(token)),
    async end(token) {
      const { family } = await read(token);
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
