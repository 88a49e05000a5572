import { type SubscriptionStatus, subscriptionLifecycle } from '#rules/lifecycles/company.ts';
import { canTransition } from '#rules/lifecycles/lifecycle.ts';

/** Grace period after a failed payment, in days. */
const graceDays = 7;

/** The payment service's words for a subscription's state, and ours. What it may add some day counts as nothing paid. */
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
export function statusOfProvider(word: string): SubscriptionStatus | undefined {
  return Object.hasOwn(byProviderStatus, word) ? byProviderStatus[word] : undefined;
}

const states = Object.keys(subscriptionLifecycle.labels) as SubscriptionStatus[];

/**
 * The states that lead from one to another by the lifecycle's moves, without the first: events may be lost or come late, so that what is
 * read next may be several moves on. Empty where nothing changed; undefined where no moves lead there, which is an old state that is put
 * aside.
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

/** What stops after the grace period, in words: the row `billable` of rules/permissions.ts. Everything else continues. */
export const stopsWithoutPayment = [
  'identity and business verification checks, and screening',
  'new document requests',
  'monitoring',
] as const;

/** Whether what costs money is open: while it is paid for, and for the days of grace after a payment failed. */
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
