import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { checkSession } from '#contract/company/accounts.ts';
import { appEnv } from '../env.server.ts';
import { log } from '../log.server.ts';
import { createMainApi, type MainApiDeps } from '../main-api/main-api.server.ts';
import { createHeldForms, type HeldForms } from './held-forms.server.ts';
import { createIdentity, type Identity } from './identity.server.ts';
import { openRedis, type Redis, sharedRefreshResults } from './redis.server.ts';
import { createRefreshOnce, type RefreshOnce } from './refresh-session.server.ts';
import { createSessionCookies, type SessionCookies } from './session-cookies.server.ts';
import { createUsedLinks, type UsedLinks } from './used-links.server.ts';

/** Everything outside the process that guards and routes use. */
export interface Services {
  identity: Identity;
  cookies: SessionCookies;
  refreshOnce: RefreshOnce;
  usedLinks: UsedLinks;
  heldForms: HeldForms;
  mainApi: MainApiDeps;
  now: () => Date;
  /** Ends after one step of the time that responses about emails take. */
  nextStep: () => Promise<void>;
  /** Hosts that count as this site in the origin check. */
  ownHosts: readonly string[];
  trustProxy: boolean;
  /** Logs a noteworthy success. */
  note: (details: object, message: string) => void;
  /** Hash of a value for the log: deterministic, and the same as in the API's log. */
  hashForLog: (value: string) => string;
  /** Reports an error that the user sees only as an error page. */
  report: (details: object, message: string) => void;
}

/** Longer than the identity service usually takes to send an email, and little to someone who waits for it. */
const stepMs = 500;

let redis: Redis | undefined;

/** Redis, if several web nodes share one; undefined if this is the only node. */
export function sharedRedis(): Redis | undefined {
  const { redisUrl } = appEnv();
  if (redisUrl === undefined) return undefined;
  redis ??= openRedis(redisUrl, (err, message) => log().warn({ err }, message));
  return redis;
}

let current: Services | undefined;

/** The services of this process, created from its environment at the first request. */
export function services(): Services {
  current ??= createServices();
  return current;
}

function createServices(): Services {
  const env = appEnv();
  const identity = createIdentity(env.descope);
  const shared = sharedRedis();
  const now = () => new Date();
  const mainApi = {
    mainApiUrl: env.mainApiUrl,
    webSecret: env.webSecret,
    now,
    warn: (details: object, message: string) => log().warn(details, message),
  };
  return {
    identity,
    cookies: createSessionCookies({ secrets: env.sessionSecrets, isHttps: env.isHttps }),
    heldForms: createHeldForms({ shared, warn: (err, message) => log().warn({ err }, message) }),
    usedLinks: createUsedLinks({ shared, warn: (err, message) => log().warn({ err }, message) }),
    refreshOnce: createRefreshOnce({
      identity,
      isSessionOpen: async ({ secret }, requester) =>
        (await createMainApi(mainApi, requester).call(checkSession, { body: { secret } })).isOpen,
      ...(shared ? { shared: sharedRefreshResults(shared) } : {}),
      warn: (err, message) => log().warn({ err }, message),
    }),
    mainApi,
    now,
    nextStep: () => wait(stepMs),
    ownHosts: [new URL(env.appUrl).host],
    trustProxy: env.trustedProxies > 0,
    note: (details, message) => log().warn(details, message),
    hashForLog: (value) =>
      createHmac('sha256', env.webSecret).update(`log\n${value}`).digest('hex').slice(0, 16),
    report: (details, message) => log().error(details, message),
  };
}
