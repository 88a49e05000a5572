import type { Kysely, Transaction } from 'kysely';
import type Stripe from 'stripe';
import {
  graceEnd,
  isSubscriptionActive,
  statusOfProvider,
  subscriptionPath,
} from '#rules/billing/subscription.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import { asJobs } from '../database/tenancy.ts';
import { finishWhenComplete } from '../onboarding/finish.ts';
import {
  askPayments,
  type Payments,
  type PaymentsDeps,
  planOfPrice,
  requirePayments,
} from './payment-service.ts';
import {
  insertEvent,
  lockActiveFlag,
  readSubscription,
  type SubscriptionChange,
  type SubscriptionRow,
  takeReadTurn,
  writeActiveFlag,
  writeSubscription,
} from './store.ts';

export interface BillingDeps extends PaymentsDeps {
  db: Kysely<Schema>;
}

/** Who is on record for what the payment service says. */
export const paymentActor = { type: 'system', id: 'payment-service', role: 'system' } as const;

/** What tells that something changed over there. */
export interface PaymentEvent {
  id: string;
  type: string;
  occurredAt: Date;
}

/** The one that counts where there are several: what goes on before what waits, what waits before what has ended, newest first. */
function currentOf(list: readonly Stripe.Subscription[]): Stripe.Subscription | undefined {
  const rank = ({ status }: Stripe.Subscription) => {
    if (status === 'active' || status === 'trialing') return 0;
    if (status === 'canceled' || status === 'incomplete_expired') return 3;
    return status === 'incomplete' ? 2 : 1;
  };
  return list.toSorted((one, other) => rank(one) - rank(other) || other.created - one.created)[0];
}

/** What the payment service says, in our columns; undefined for an old or unknown state, which is put aside. */
function changeOf(
  payments: Payments,
  row: SubscriptionRow,
  found: Stripe.Subscription,
  at: Date,
): { change: SubscriptionChange; path: string[] } | undefined {
  const status = statusOfProvider(found.status);
  const path = status && subscriptionPath(row.status, status);
  if (status === undefined || path === undefined) {
    payments.report({ from: row.status, to: found.status }, 'a state of a subscription was put aside');
    return undefined;
  }
  const [item] = found.items.data;
  const grace = row.status === 'pastDue' && path.length === 0 ? row.grace_until : graceEnd(at).toISOString();
  return {
    path,
    change: {
      provider_subscription_id: found.id,
      plan: item === undefined ? row.plan : planOfPrice(payments, item.price.id),
      status,
      currency: found.currency === 'nzd' ? 'NZD' : found.currency === 'aud' ? 'AUD' : row.currency,
      current_period_end: item === undefined ? null : new Date(item.current_period_end * 1_000).toISOString(),
      grace_until: status === 'pastDue' ? grace : null,
      cancel_at_period_end: found.cancel_at_period_end,
    },
  };
}

function shown(row: Pick<SubscriptionRow, keyof SubscriptionChange>): Record<string, unknown> {
  return {
    plan: row.plan,
    status: row.status,
    currentPeriodEnd: row.current_period_end,
    graceUntil: row.grace_until,
    cancelAtPeriodEnd: row.cancel_at_period_end,
  };
}

/**
 * Opens or closes what costs money, by the subscription as it stands in this transaction (`assay_jobs`), and tells the company's trail.
 * True where the flag changed.
 */
export async function followActiveFlag(
  trx: Transaction<Schema>,
  deps: { now: () => Date },
  companyId: string,
  {
    actor = paymentActor,
    requestId,
  }: { actor?: { type: 'system'; id: string; role: string }; requestId: string },
): Promise<boolean> {
  const row = await readSubscription(trx, companyId);
  if (row === null) return false;
  const now = deps.now();
  const active = isSubscriptionActive({ status: row.status, graceUntil: row.grace_until }, now);
  const before = await lockActiveFlag(trx, companyId);
  if (before === active) return false;
  await writeActiveFlag(trx, companyId, active, now.toISOString());
  await recordEvent(trx, deps, {
    companyId,
    actor,
    action: 'company.subscriptionActiveChanged',
    resourceType: 'company',
    resourceId: companyId,
    detail: changesBetween(
      { subscriptionActive: before },
      { subscriptionActive: active, subscriptionStatus: row.status },
    ),
    requestId,
  });
  return true;
}

async function writeDown(
  deps: BillingDeps,
  payments: Payments,
  read: { companyId: string; turn: number; found: Stripe.Subscription | undefined },
  { event, requestId }: { event?: PaymentEvent | undefined; requestId: string },
): Promise<void> {
  const { companyId, turn, found } = read;
  await asJobs(deps.db, async (trx) => {
    const row = await readSubscription(trx, companyId, { lock: true });
    if (row === null) return;
    const now = deps.now();
    const at = now.toISOString();
    if (event !== undefined) {
      const occurredAt = event.occurredAt.toISOString();
      await insertEvent(trx, { companyId, id: event.id, type: event.type, occurredAt, at });
    }
    // Whoever took a later turn has read everything that this one was told of.
    if (row.written_turn >= turn) return;
    const failedAt = event === undefined || event.occurredAt > now ? now : event.occurredAt;
    const told = found && changeOf(payments, row, found, failedAt);
    const detail = told && changesBetween(shown(row), shown({ ...row, ...told.change }));
    const isChange = detail !== undefined && Object.keys(detail).length > 0;
    const isOther =
      told !== undefined && told.change.provider_subscription_id !== row.provider_subscription_id;
    await writeSubscription(trx, row, { ...(isChange || isOther ? told?.change : {}), turn, at });
    // The flag's event comes after the subscription's own, both last in the transaction.
    if (isChange && told) {
      await recordEvent(trx, deps, {
        companyId,
        actor: paymentActor,
        action: 'subscription.statusChanged',
        resourceType: 'subscription',
        resourceId: row.id,
        detail: { ...detail, ...(told.path.length > 1 ? { through: told.path.slice(0, -1) } : {}) },
        requestId,
      });
    }
    await followActiveFlag(trx, deps, companyId, { requestId });
  });
}

/**
 * Reads the company's subscription at the payment service and writes down what it says there now, whichever event or page asked for it:
 * that is why events may come in any order, twice or never. Of two that read at once the later turn is kept. Ends the set-up of a company
 * for which this was the last thing missing.
 *
 * Refuses with `server.unavailable` when the payment service cannot be reached.
 */
export async function followSubscription(
  deps: BillingDeps,
  companyId: string,
  because: { event?: PaymentEvent; requestId: string },
): Promise<void> {
  const payments = requirePayments(deps);
  const taken = await asJobs(deps.db, (trx) => takeReadTurn(trx, companyId));
  if (taken === null) return;
  const { data } = await askPayments(payments, (stripe) =>
    stripe.subscriptions.list({ customer: taken.customerId, status: 'all', limit: 20 }),
  );
  await writeDown(deps, payments, { companyId, turn: taken.turn, found: currentOf(data) }, because);
  await finishWhenComplete(deps, { companyId, actor: paymentActor, requestId: because.requestId });
}
