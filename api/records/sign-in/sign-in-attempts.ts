import { createHmac } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { signInAttempt } from '#contract/company/accounts.ts';
import { formatWait } from '#rules/format/numbers.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { RequestContext } from '../../kernel/http/bind-endpoint.ts';
import type { Logger } from '../../kernel/log.ts';
import { countedAddress } from '../../kernel/rate-limits/counted-address.ts';
import type { RateLimitName } from '../../kernel/rate-limits/limits.ts';
import { consumeRateLimitToken } from '../../kernel/rate-limits/take-token.ts';
import { findKnownDevice } from './known-devices.ts';
import { noteSignIn } from './sign-in-reports-store.ts';

type Attempt = z.output<typeof signInAttempt>;

export interface AttemptDeps {
  db: Kysely<Schema>;
  now: () => Date;
  log: Pick<Logger, 'warn'>;
  /** Key of the hashes that correlate log lines about one person or address. */
  webSecret: string;
  /** Former secrets, which are still accepted. */
  pastWebSecrets?: readonly string[] | undefined;
}

/** Attempts that make the identity service send an email. */
const mailing: readonly Attempt['kind'][] = ['sendCode', 'reset', 'signUp'];

interface Use {
  limit: RateLimitName;
  subject: string;
}

/** Limits of a browser in which the person has signed in before. */
function usesOfDevice(kind: Attempt['kind'], deviceId: string): Use[] {
  if (mailing.includes(kind)) return [{ limit: 'signInMail.device', subject: deviceId }];
  return [
    { limit: 'signIn.device', subject: `${kind} ${deviceId}` },
    { limit: 'signIn.deviceDay', subject: deviceId },
  ];
}

/**
 * Limits that an attempt of an unknown browser counts against, narrowest first. None is shared by everyone who signs in: outsiders could
 * fill it.
 */
function usesOfStranger(kind: Attempt['kind'], loginId: string | undefined, clientIp: string): Use[] {
  // Of IPv4 a network is an address, which has its own limit.
  const ofNetwork = (...limits: RateLimitName[]): Use[] =>
    isIPv6(clientIp) ? limits.map((limit) => ({ limit, subject: clientIp })) : [];
  if (mailing.includes(kind)) {
    return [
      { limit: 'signInMail.ip', subject: clientIp },
      ...ofNetwork('signInMail.network'),
      { limit: 'signInMail.ipAndLoginId', subject: `${countedAddress(clientIp)} ${loginId}` },
      { limit: 'signInMail.loginId', subject: loginId ?? '' },
      ...(kind === 'signUp' ? [{ limit: 'signUpMail.all', subject: 'all' } as const] : []),
    ];
  }
  return [
    { limit: 'signIn.ip', subject: clientIp },
    { limit: 'signIn.ipHour', subject: clientIp },
    ...ofNetwork('signIn.network', 'signIn.networkHour'),
    ...(loginId === undefined
      ? []
      : ([
          { limit: 'signIn.loginId', subject: `${kind} ${loginId}` },
          { limit: 'signIn.loginIdDay', subject: `${kind} ${loginId}` },
        ] as const)),
  ];
}

/** Limits that an attempt counts against. */
function getUses(deps: AttemptDeps, attempt: Attempt, clientIp: string): Use[] {
  if (!('loginId' in attempt)) return usesOfStranger(attempt.kind, undefined, clientIp);
  const { kind, loginId, knownDevices = [] } = attempt;
  const known = findKnownDevice(deps, knownDevices, loginId);
  return known === undefined ? usesOfStranger(kind, loginId, clientIp) : usesOfDevice(kind, known.id);
}

/** Subject of an attempt for the log: hashes only, to correlate lines. */
export function attemptForLog(
  webSecret: string,
  { loginId, clientIp }: { loginId: string | undefined; clientIp: string },
): { loginId?: string; address: string } {
  const hash = (value: string) =>
    createHmac('sha256', webSecret).update(`log\n${value}`).digest('hex').slice(0, 16);
  return { ...(loginId === undefined ? {} : { loginId: hash(loginId) }), address: hash(clientIp) };
}

/** Limits of one person’s login ID. Others block an address or a network, and say nothing about the person. */
const limitsOfPerson: readonly RateLimitName[] = [
  'signIn.loginId',
  'signIn.loginIdDay',
  'signIn.device',
  'signIn.deviceDay',
  'signInMail.device',
  'signInMail.ipAndLoginId',
  'signInMail.loginId',
];

type NotedSignIn = Parameters<typeof noteSignIn>[1];

/** Notes what happened to a person's sign-in, for the audit log of their companies, up to a limit. */
export async function noteForAudit(
  { db, now }: Pick<AttemptDeps, 'db' | 'now'>,
  noted: Omit<NotedSignIn, 'at'>,
): Promise<void> {
  const { allowed } = await consumeRateLimitToken(db, 'signInReport.loginId', noted.loginId, now());
  if (allowed) await noteSignIn(db, { ...noted, at: now().toISOString() });
}

/** Follows the method that is noted when a login ID has no attempts of that kind left for the day. */
export const forTheDay = ' (day)';

/**
 * Counts a sign-in attempt before the identity service is called, or notes its reported failure. Limits are checked in order and the first that is exceeded stops
 * the count, so that a client blocked by its own address does not use up the limit of an account. Only our own web server's calls have an
 * effect: anyone else could stop a person's sign-in, or fill their audit log, without an attempt.
 * @throws `rate.limited`
 */
export async function countAttempt(
  deps: AttemptDeps,
  attempt: Attempt,
  request: RequestContext,
): Promise<void> {
  if (request.isFromWeb !== true) return;
  const loginId = 'loginId' in attempt ? attempt.loginId : undefined;
  const noted = { method: attempt.kind, address: request.clientIp };
  if ('outcome' in attempt && attempt.outcome !== undefined) {
    const event = attempt.outcome === 'limited' ? 'blocked' : 'failed';
    return noteForAudit(deps, { ...noted, loginId: attempt.loginId, event });
  }
  for (const { limit, subject } of getUses(deps, attempt, request.clientIp)) {
    const { allowed, retryAfterSeconds } = await consumeRateLimitToken(deps.db, limit, subject, deps.now());
    if (allowed) continue;
    if (loginId !== undefined && limitsOfPerson.includes(limit)) {
      const method = limit === 'signIn.loginIdDay' ? `${attempt.kind}${forTheDay}` : attempt.kind;
      await noteForAudit(deps, { ...noted, loginId, event: 'blocked', method });
    }
    deps.log.warn(
      {
        requestId: request.id,
        kind: attempt.kind,
        limit,
        ...attemptForLog(deps.webSecret, { loginId, clientIp: request.clientIp }),
      },
      'sign-in attempt rejected',
    );
    throw apiError('rate.limited', {
      detail: `Wait ${formatWait(retryAfterSeconds)}, then try again.`,
      retryAfterSeconds,
    });
  }
  if (attempt.kind === 'reset')
    await noteForAudit(deps, { ...noted, loginId: attempt.loginId, event: 'resetRequested' });
}
