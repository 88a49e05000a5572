import type { Kysely } from 'kysely';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Schema } from '../database/tables/schema.ts';
import { consumeRateLimitToken } from '../rate-limits/take-token.ts';
import type { AnyCaller } from './bind-endpoint.ts';

/** Subjects of a limit: the member or admin; the company for paid requests. */
function getSubject(caller: AnyCaller): { person: string; company: string } {
  switch (caller.kind) {
    case 'member':
      return { person: caller.member.id, company: caller.company.id };
    case 'admin':
      return { person: caller.admin.id, company: caller.admin.id };
    case 'person':
      return { person: caller.subject, company: caller.subject };
    case 'recipient':
      return { person: caller.linkHash, company: caller.companyId };
    case 'identity':
      return { person: caller.subject, company: caller.subject };
    case 'open':
      return { person: caller.request.clientIp, company: caller.request.clientIp };
  }
}

/** Counts one use of an endpoint's rate limit, and returns whether it is within it. */
export function countUse(
  db: Kysely<Schema>,
  use: NonNullable<Endpoint['uses']>,
  caller: AnyCaller,
  now: Date,
): Promise<{ allowed: boolean; retryAfterSeconds: number }> {
  const { person, company } = getSubject(caller);
  switch (use) {
    case 'export':
      return consumeRateLimitToken(db, 'exports.member', person, now);
    case 'download':
      return consumeRateLimitToken(db, 'downloads.member', person, now);
    case 'preview':
      return consumeRateLimitToken(db, 'previews.member', person, now);
    case 'comparison':
      return consumeRateLimitToken(db, 'comparisons.member', person, now);
    case 'paidLookup':
      return consumeRateLimitToken(db, 'paidLookups.company', company, now);
  }
}
