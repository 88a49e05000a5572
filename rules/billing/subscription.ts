import { type SubscriptionStatus, subscriptionLifecycle } from '#rules/lifecycles/company.ts';
import { canTransition } from '#rules/lifecycles/lifecycle.ts';

/** Grace period after a failed payment, in days. */
const graceDays = 7;

/** The payment service's subscription states mapped to ours. Unknown states count as unpaid. */
const byProviderStatus: Record<string, SubscriptionStatus> = {
  incomplete: 'incomplete',
  trialing: 'trialing',
  active: 'active',
  past_due: 'pastDue',
  unpaid: 'pastDue',
  paused: 'paused',
  canceled: 'cancelled',
  incomplete_expired: 'cancelled',
};

/** Maps the payment service's status; undefined if unknown. */
export function getProviderStatus(word: string): SubscriptionStatus | undefined {
  return Object.hasOwn(byProviderStatus, word) ? byProviderStatus[word] : undefined;
}

const states = Object.keys(subscriptionLifecycle.labels) as SubscriptionStatus[];

/**
 * States from one to another by the lifecycle's transitions, excluding the first: events may be lost or late, so the next read can be
 * several transitions ahead. Empty if nothing changed; undefined if no transitions lead there, which indicates an outdated state to
 * ignore.
 */
export function subscriptionPath(
  from: SubscriptionStatus,
  to: SubscriptionStatus,
): SubscriptionStatus[] | undefined {
  const ways = new Map<SubscriptionStatus, SubscriptionStatus[]>([[from, []]]);
  for (const [state, way] of ways) {
    if (state === to) return way;
    for (const next of states) {
      if (!ways.has(next) && canTransition(subscriptionLifecycle, state, next).allowed)
        ways.set(next, [...way, next]);
    }
  }
  return undefined;
}

/** End of the grace period of a payment that failed at an instant. */
export function graceEnd(failedAt: Date): Date {
  return new Date(failedAt.getTime() + graceDays * 86_400_000);
}

/**
 * Features that stop after the grace period, for display: the row `billable` of rules/permissions.ts. Everything else
 * continues.
 */
export const stopsWithoutPayment = [
  'identity and business verification checks, and screening',
  'new document requests',
  'monitoring',
] as const;

/**
 * Whether paid features are available: while the subscription is paid, and during the grace period after a failed
 * payment.
 */
export function isSubscriptionActive(
  { status, graceUntil }: { status: SubscriptionStatus; graceUntil: string | null },
  now: Date,
): boolean {
  if (status === 'active' || status === 'trialing') return true;
  return status === 'pastDue' && graceUntil !== null && Date.parse(graceUntil) > now.getTime();
}

/** Returns true if a checkout would create a second subscription. */
export function needsCheckout(status: SubscriptionStatus | null): boolean {
  return status === null || status === 'incomplete' || status === 'cancelled';
}
