import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { CallerDetails } from '../main-api/main-api.server.ts';
import type { Identity, IdentityResult } from './identity.server.ts';
import { openSealedText, sealText } from './sealed-text.server.ts';
import type { Session, StoredSession } from './session-cookies.server.ts';

/**
 * How long the result of a refresh is returned again for the same old refresh token: to other tabs, to
 * loaders after a post without JavaScript, to a browser that never received the response.
 */
const resultTtlSeconds = 30;

/** Of this node, in memory. */
const maxCachedResults = 20_000;

/** Longer than the identity service's timeout, so that a lock only expires when its holder died. */
const lockTtlMs = 5000;
const lockPollMs = 50;

/** Storage shared by the web nodes. Keys are digests, values are encrypted. */
export interface SharedResults {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** True if the lock was acquired. */
  lock(key: string, owner: string, ttlMs: number): Promise<boolean>;
  unlock(key: string, owner: string): Promise<void>;
}

type Outcome = IdentityResult<{ session: Session }>;

/** The browser request on whose behalf a session is refreshed. */
type Requester = Pick<CallerDetails, 'requestId' | 'clientIp'>;

export interface RefreshOnce {
  (session: StoredSession, requester: Requester): Promise<Outcome>;
  /**
   * Call on sign-out: a refresh that is running, or cached for other tabs, no longer restores the session. Known to this
   * node; others learn it from the identity service.
   */
  forget(session: StoredSession): void;
}

/**
 * Refreshes a session at most once per refresh token, regardless of the number of concurrent requests and those in the
 * next 30 s, over all nodes that share `shared`. If that is unreachable, each node refreshes independently.
 */
export function createRefreshOnce(deps: {
  identity: Pick<Identity, 'refresh' | 'signOut'>;
  /** Whether the main API still has the session open. @throws if it cannot be reached */
  isSessionOpen: (session: StoredSession, requester: Requester) => Promise<boolean>;
  shared?: SharedResults;
  warn: (error: unknown, message: string) => void;
}): RefreshOnce {
  const sealedByKey = new LRUCache<string, string>({ max: maxCachedResults, ttl: resultTtlSeconds * 1000 });
  const running = new Map<string, Promise<Outcome>>();
  const ended = createEndedSessions();

  /** A session that has ended at the API is not refreshed: its refresh token would outlast it by weeks, and ends with it. */
  async function refreshOpenSession(session: StoredSession, requester: Requester): Promise<Outcome> {
    try {
      if (await deps.isSessionOpen(session, requester)) return await deps.identity.refresh(session);
    } catch (error) {
      deps.warn(error, 'session not checked before its refresh');
      return { ok: false, reason: 'unreachable' };
    }
    await deps.identity.signOut(session.refreshToken);
    return { ok: false, reason: 'refused' };
  }

  async function refreshAndSave(key: string, session: StoredSession, requester: Requester): Promise<Outcome> {
    const outcome = await refreshOpenSession(session, requester);
    // Only final outcomes are cached: after an unreachable service the next request tries again.
    if (outcome.ok || outcome.reason === 'refused') {
      const sealed = seal(outcome, session.refreshToken);
      sealedByKey.set(key, sealed);
      await deps.shared
        ?.set(key, sealed, resultTtlSeconds)
        .catch((error) => deps.warn(error, 'refreshed session not shared'));
    }
    return outcome;
  }

  async function refreshUnderLock(
    shared: SharedResults,
    key: string,
    session: StoredSession,
    requester: Requester,
  ) {
    const owner = randomUUID();
    try {
      while (!(await shared.lock(key, owner, lockTtlMs))) {
        await delay(lockPollMs);
        const found = unseal(await shared.get(key), session.refreshToken);
        if (found) return found;
      }
    } catch (error) {
      deps.warn(error, 'refreshing without the shared lock');
      return refreshAndSave(key, session, requester);
    }
    try {
      const found = await shared.get(key).catch(() => undefined);
      return unseal(found, session.refreshToken) ?? (await refreshAndSave(key, session, requester));
    } finally {
      await shared.unlock(key, owner).catch((error) => deps.warn(error, 'lock not released'));
    }
  }

  function refreshOnce(session: StoredSession, requester: Requester): Promise<Outcome> {
    const key = getKey(session);
    const found = unseal(sealedByKey.get(key), session.refreshToken);
    if (found) return Promise.resolve(ended.filter(key, found));
    const already = running.get(key);
    if (already) return already;
    const refreshed = deps.shared
      ? refreshUnderLock(deps.shared, key, session, requester)
      : refreshAndSave(key, session, requester);
    const work = refreshed.then((outcome) => ended.filter(key, outcome)).finally(() => running.delete(key));
    running.set(key, work);
    return work;
  }
  return Object.assign(refreshOnce, {
    forget: (session: StoredSession) => ended.add(getKey(session)),
  });
}

/** Sessions that were signed out while their refresh was running or cached for other tabs. */
function createEndedSessions() {
  const keys = new LRUCache<string, true>({ max: maxCachedResults, ttl: resultTtlSeconds * 1000 });
  return {
    add: (key: string) => void keys.set(key, true),
    /** The outcome of refreshing the session with the key, or a rejection if it or its successor was signed out of. */
    filter(key: string, outcome: Outcome): Outcome {
      const refreshed = outcome.ok ? getKey(outcome.session) : key;
      return keys.has(key) || keys.has(refreshed) ? { ok: false, reason: 'refused' } : outcome;
    },
  };
}

function getKey({ refreshToken }: Pick<StoredSession, 'refreshToken'>): string {
  return createHash('sha256').update(refreshToken).digest('hex');
}

/** Sealed with the refresh token, so that only its holder can read the result, on any node. */
const seal = (outcome: Outcome, refreshToken: string) =>
  sealText(JSON.stringify(outcome), refreshToken, 'refreshed session');

/** Undefined without a value, and for one that was not sealed with this refresh token. */
function unseal(sealed: string | undefined, refreshToken: string): Outcome | undefined {
  const text = sealed === undefined ? undefined : openSealedText(sealed, refreshToken, 'refreshed session');
  return text === undefined ? undefined : (JSON.parse(text) as Outcome);
}
