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

/**
 * Counts a sign-in attempt before the identity service is called. Limits are checked in order and the first that is exceeded stops
 * the count, so that a client blocked by its own address does not use up the limit of an account or the shared one.
 * @throws `rate.limited`
 */
export async function countAttempt(
  deps: AttemptDeps,
  attempt: Attempt,
  request: RequestContext,
): Promise<void> {
  for (const { limit, subject } of getUses(attempt, request.clientIp)) {
    const { allowed, retryAfterSeconds } = await consumeRateLimitToken(deps.db, limit, subject, deps.now());
    if (allowed) continue;
    const loginId = 'loginId' in attempt ? attempt.loginId : undefined;
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
}
