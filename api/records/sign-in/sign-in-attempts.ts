import { createHmac } from 'node:crypto';
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
import { noteSignIn } from './sign-in-reports-store.ts';

type Attempt = z.output<typeof signInAttempt>;

export interface AttemptDeps {
  db: Kysely<Schema>;
  now: () => Date;
  log: Pick<Logger, 'warn'>;
  /** Key of the hashes that correlate log lines about one person or address. */
  webSecret: string;
}

/** Attempts that make the identity service send an email. */
const mailing: readonly Attempt['kind'][] = ['sendCode', 'reset', 'signUp'];

interface Use {
  limit: RateLimitName;
  subject: string;
}

/** Limits that an attempt counts against, narrowest first. */
function getUses(attempt: Attempt, clientIp: string): Use[] {
  const loginId = 'loginId' in attempt ? attempt.loginId : undefined;
  if (mailing.includes(attempt.kind)) {
    return [
      { limit: 'signInMail.ip', subject: clientIp },
      { limit: 'signInMail.ipAndLoginId', subject: `${countedAddress(clientIp)} ${loginId}` },
      { limit: 'signInMail.loginId', subject: loginId ?? '' },
      { limit: 'signInMail.all', subject: 'all' },
    ];
  }
  return [
    { limit: 'signIn.ip', subject: clientIp },
    { limit: 'signIn.ipHour', subject: clientIp },
    ...(loginId === undefined
      ? []
      : [{ limit: 'signIn.loginId', subject: `${attempt.kind} ${loginId}` } as const]),
    { limit: 'signIn.all', subject: 'all' },
  ];
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

/** Limits of one person’s login ID. Others block an address, or everyone, and say nothing about the person. */
const limitsOfPerson: readonly RateLimitName[] = [
  'signIn.loginId',
  'signInMail.ipAndLoginId',
  'signInMail.loginId',
];

/**
 * Notes a failure that the web server reports, for the audit log of the person’s companies. The report must come from the web server,
 * which signs the browser’s address: anyone else could fill a person’s audit log without an attempt.
 */
async function noteFailure(
  deps: AttemptDeps,
  { kind, loginId, outcome }: Attempt & { loginId: string; outcome: 'refused' | 'limited' },
  { isFromWeb, clientIp }: RequestContext,
): Promise<void> {
  if (isFromWeb !== true) return;
  const event = outcome === 'limited' ? 'blocked' : 'failed';
  await noteSignIn(deps.db, {
    loginId,
    event,
    method: kind,
    address: clientIp,
    at: deps.now().toISOString(),
  });
}

/**
 * Counts a sign-in attempt before the identity service is called, or notes its reported failure. Limits are checked in order and the first that is exceeded stops
 * the count, so that a client blocked by its own address does not use up the limit of an account or the shared one.
 * @throws `rate.limited`
 */
export async function countAttempt(
  deps: AttemptDeps,
  attempt: Attempt,
  request: RequestContext,
): Promise<void> {
  const loginId = 'loginId' in attempt ? attempt.loginId : undefined;
  if ('outcome' in attempt && attempt.outcome !== undefined) {
    return noteFailure(deps, { ...attempt, outcome: attempt.outcome }, request);
  }
  const noted = { method: attempt.kind, address: request.clientIp, at: deps.now().toISOString() };
  for (const { limit, subject } of getUses(attempt, request.clientIp)) {
    const { allowed, retryAfterSeconds } = await consumeRateLimitToken(deps.db, limit, subject, deps.now());
    if (allowed) continue;
    if (loginId !== undefined && limitsOfPerson.includes(limit))
      await noteSignIn(deps.db, { loginId, event: 'blocked', ...noted });
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
    await noteSignIn(deps.db, { loginId: attempt.loginId, event: 'resetRequested', ...noted });
}
