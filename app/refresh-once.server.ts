import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Identity, IdentityResult } from './identity.server.ts';
import type { Session, StoredSession } from './session-cookies.server.ts';

/**
 * How long the result of a refresh is given again to whoever comes with the same old refresh token: other
 * tabs, the loaders after a post without script, a browser that never got the answer.
 */
const resultTtlSeconds = 30;

/** Longer than the identity service may take, so that a lock ends by itself only when its holder died. */
const lockTtlMs = 5000;
const lockPollMs = 50;

/** What several web nodes share. Keys are digests, values are encrypted. */
export interface SharedResults {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  /** True when nobody else holds the lock. */
  lock(key: string, owner: string, ttlMs: number): Promise<boolean>;
  unlock(key: string, owner: string): Promise<void>;
}

type Outcome = IdentityResult<{ session: Session }>;

export interface RefreshOnce {
  (session: StoredSession): Promise<Outcome>;
  /**
   * Tells that the person has signed out: a refresh that is under way, or kept for other tabs, no longer brings this session
   * back. Known to this node; another one learns it from the identity service.
   */
  forget(session: StoredSession): void;
}

/**
 * Refreshes a session at most once per refresh token, however many requests come at the same time and in the
 * next 30 s, over all nodes that share `shared`. When that cannot be reached, each node is left to itself.
 */
export function createRefreshOnce(deps: {
  identity: Pick<Identity, 'refresh'>;
  shared?: SharedResults;
  warn: (error: unknown, message: string) => void;
}): RefreshOnce {
  const kept = new LRUCache<string, string>({ max: 20_000, ttl: resultTtlSeconds * 1000 });
  const running = new Map<string, Promise<Outcome>>();
  const ended = new LRUCache<string, true>({ max: 20_000, ttl: resultTtlSeconds * 1000 });

  /** A refused refresh in place of a session that was signed out of meanwhile. */
  function unlessEnded(asked: string, outcome: Outcome): Outcome {
    const given = outcome.ok ? keyOf(outcome.session) : asked;
    return ended.has(asked) || ended.has(given) ? { ok: false, reason: 'refused' } : outcome;
  }

  async function refreshAndKeep(key: string, session: StoredSession): Promise<Outcome> {
    const outcome = await deps.identity.refresh(session);
    // Only what will not change is kept: an unreachable service is asked again by the next request.
    if (outcome.ok || outcome.reason === 'refused') {
      const sealed = seal(outcome, session.refreshToken);
      kept.set(key, sealed);
      await deps.shared
        ?.set(key, sealed, resultTtlSeconds)
        .catch((error) => deps.warn(error, 'refreshed session not shared'));
    }
    return outcome;
  }

  async function refreshUnderLock(shared: SharedResults, key: string, session: StoredSession) {
    const owner = randomUUID();
    try {
      while (!(await shared.lock(key, owner, lockTtlMs))) {
        await delay(lockPollMs);
        const found = unseal(await shared.get(key), session.refreshToken);
        if (found) return found;
      }
    } catch (error) {
      deps.warn(error, 'refreshing without the shared lock');
      return refreshAndKeep(key, session);
    }
    try {
      const found = await shared.get(key).catch(() => undefined);
      return unseal(found, session.refreshToken) ?? (await refreshAndKeep(key, session));
    } finally {
      await shared.unlock(key, owner).catch((error) => deps.warn(error, 'lock not released'));
    }
  }

  function refreshOnce(session: StoredSession): Promise<Outcome> {
    const key = keyOf(session);
    const found = unseal(kept.get(key), session.refreshToken);
    if (found) return Promise.resolve(unlessEnded(key, found));
    const already = running.get(key);
    if (already) return already;
    const work = (deps.shared ? refreshUnderLock(deps.shared, key, session) : refreshAndKeep(key, session))
      .then((outcome) => unlessEnded(key, outcome))
      .finally(() => running.delete(key));
    running.set(key, work);
    return work;
  }
  return Object.assign(refreshOnce, {
    forget: (session: StoredSession) => void ended.set(keyOf(session), true),
  });
}

function keyOf({ refreshToken }: Pick<StoredSession, 'refreshToken'>): string {
  return createHash('sha256').update(refreshToken).digest('hex');
}

/** The refresh token itself is the key's source: only who holds it can read the result, on any node. */
function sealingKey(refreshToken: string): Buffer {
  return Buffer.from(hkdfSync('sha256', refreshToken, '', 'assay refreshed session', 32));
}

function seal(outcome: Outcome, refreshToken: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(refreshToken), iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(outcome), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

/** Undefined for nothing, and for what is not ours. */
function unseal(sealed: string | undefined, refreshToken: string): Outcome | undefined {
  if (sealed === undefined) return undefined;
  const bytes = Buffer.from(sealed, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', sealingKey(refreshToken), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    const text = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
    return JSON.parse(text.toString('utf8')) as Outcome;
  } catch {
    return undefined;
  }
}
