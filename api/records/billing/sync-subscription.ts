import type { Kysely } from 'kysely';
import type Stripe from 'stripe';
import {
  getProviderStatus,
  graceEnd,
  isSubscriptionActive,
  subscriptionPath,
} from '#rules/billing/subscription.ts';
import { enqueueEmail } from '../../integrations/email/enqueue-email.ts';
import { dropEmails } from '../../integrations/email/store.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { inWork, type Work, type WorkActor } from '../../kernel/command/work.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { finishWhenComplete } from '../company-setup/finish.ts';
import {
  callPaymentService,
  getPricePlan,
  type Payments,
  type PaymentsDeps,
  requirePayments,
} from './payment-service.ts';
import {
  getOwnerIds,
  insertEvent,
  lockActiveFlag,
  nextReadSequence,
  readSubscription,
  type SubscriptionChange,
  type SubscriptionRow,
  writeActiveFlag,
  writeSubscription,
} from './store.ts';

export interface BillingDeps extends PaymentsDeps {
  db: Kysely<Schema>;
  /** Called when email is queued; optional. */
  wakeOutbox?: (() => void) | undefined;
}

/** Actor of changes that the payment service reports. */
const actor = { type: 'system', id: 'payment-service', role: 'system' } as const;

/** The payment service as an actor in the company's audit log. */
export const paymentActor = (companyId: string, requestId: string): WorkActor & { companyId: string } => ({
  companyId,
  actor,
  requestId,
});

/** The event that reports a change. */
export interface PaymentEvent {
  id: string;
  type: string;
  occurredAt: Date;
}

/** The relevant one of several subscriptions: active before pending before ended, newest first. */
function getCurrent(list: readonly Stripe.Subscription[]): Stripe.Subscription | undefined {
  const rank = ({ status }: Stripe.Subscription) => {
    if (status === 'active' || status === 'trialing') return 0;
    if (status === 'canceled' || status === 'incomplete_expired') return 3;
    return status === 'incomplete' ? 2 : 1;
  };
  return list.toSorted((a, b) => rank(a) - rank(b) || b.created - a.created)[0];
}

/**
 * Converts the payment service's subscription to columns; undefined for an outdated or unknown state, which is ignored.
 */
function getChange(
  payments: Payments,
  row: SubscriptionRow,
  found: Stripe.Subscription,
  at: Date,
): { change: SubscriptionChange; path: string[] } | undefined {
  const status = getProviderStatus(found.status);
  const path = status && subscriptionPath(row.status, status);
  if (status === undefined || path === undefined) {
    payments.report({ from: row.status, to: found.status }, 'stale subscription state ignored');
    return undefined;
  }
  const [item] = found.items.data;
  const grace = row.status === 'pastDue' && path.length === 0 ? row.grace_until : graceEnd(at).toISOString();
  return {
    path,
    change: {
      provider_subscription_id: found.id,
      plan: item === undefined ? row.plan : getPricePlan(payments, item.price.id),
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
 * Enables or disables paid services by the current subscription; requires the rights of jobs. True if the flag changed.
 */
export async function syncActiveFlag({ trx, time, at, record }: Work, companyId: string): Promise<boolean> {
  const before = await lockActiveFlag(trx, companyId);
  const row = await readSubscription(trx, companyId);
  if (row === null) return false;
  const active = isSubscriptionActive({ status: row.status, graceUntil: row.grace_until }, time());
  if (before === active) return false;
  await writeActiveFlag(trx, companyId, active, at);
  record({
    action: 'company.subscriptionActiveChanged',
    resourceType: 'company',
    resourceId: companyId,
    detail: changesBetween(
      { subscriptionActive: before },
      { subscriptionActive: active, subscriptionStatus: row.status },
    ),
  });
  return true;
}

/** Queues an email to every owner about an unpaid invoice, once per invoice. */
async function emailOwners(
  work: Work,
  deps: Pick<BillingDeps, 'wakeOutbox'>,
  companyId: string,
  invoice: Stripe.Subscription['latest_invoice'],
  { failedAt, stopsAt }: { failedAt: Date; stopsAt: string },
): Promise<void> {
  if (invoice === null || typeof invoice === 'string' || invoice.id === undefined) return;
  // A draft has not been charged yet.
  if (invoice.status !== 'open' && invoice.status !== 'uncollectible') return;
  for (const memberId of await getOwnerIds(work.trx, companyId)) {
    await enqueueEmail(work, deps, {
      kind: 'paymentFailed',
      record: `payments:${memberId}`,
      cause: invoice.id,
      payload: {
        memberId,
        invoiceNumber: invoice.number,
        total: invoice.amount_due,
        currency: invoice.currency === 'aud' ? 'AUD' : 'NZD',
        failedAt: failedAt.toISOString(),
        stopsAt,
      },
    });
  }
}

async function writeDown(
  deps: BillingDeps,
  payments: Payments,
  read: { companyId: string; turn: number; found: Stripe.Subscription | undefined },
  { event, requestId }: { event?: PaymentEvent | undefined; requestId: string },
): Promise<void> {
  const { companyId, turn, found } = read;
  await inWork(deps, { ...paymentActor(companyId, requestId), rights: 'jobs' }, async (work) => {
    const { trx, time, at, record } = work;
    // Serialises concurrent reads.
    await lockActiveFlag(trx, companyId);
    const row = await readSubscription(trx, companyId);
    if (row === null) return;
    const now = time();
    if (event !== undefined) {
      const occurredAt = event.occurredAt.toISOString();
      await insertEvent(trx, { companyId, id: event.id, type: event.type, occurredAt, at });
    }
    // A later read already saved a newer state.
    if (row.written_turn >= turn) return;
    const failedAt = event === undefined || event.occurredAt > now ? now : event.occurredAt;
    const change = found && getChange(payments, row, found, failedAt);
    const detail = change && changesBetween(shown(row), shown({ ...row, ...change.change }));
    const isChange = detail !== undefined && Object.keys(detail).length > 0;
    const isOther =
      change !== undefined && change.change.provider_subscription_id !== row.provider_subscription_id;
    await writeSubscription(trx, row, { ...(isChange || isOther ? change?.change : {}), turn, at });
    if (isChange && change) {
      record({
        action: 'subscription.statusChanged',
        resourceType: 'subscription',
        resourceId: row.id,
        detail: { ...detail, ...(change.path.length > 1 ? { through: change.path.slice(0, -1) } : {}) },
      });
    }
    await syncActiveFlag(work, companyId);
    if (change === undefined || found === undefined) return;
    const { status, grace_until: stopsAt } = change.change;
    if (status !== 'pastDue' || stopsAt === null) await dropEmails(trx, companyId, 'paymentFailed');
    else await emailOwners(work, deps, companyId, found.latest_invoice, { failedAt, stopsAt });
  });
}

/**
 * Reads the company's subscription from the payment service and saves its current state, regardless of the triggering
 * event, so that events may arrive in any order, repeatedly or never. Of concurrent reads the latest wins. Completes
 * company setup if payment was the last step. Emails owners once about an invoice whose payment failed.
 * @throws `server.unavailable` if the payment service is unavailable.
 */
export async function syncSubscription(
  deps: BillingDeps,
  companyId: string,
  because: { event?: PaymentEvent; requestId: string },
): Promise<void> {
  const payments = requirePayments(deps);
  const taken = await asJobs(deps.db, (trx) => nextReadSequence(trx, companyId));
  if (taken === null) return;
  const { data } = await callPaymentService(payments, (stripe) =>
    stripe.subscriptions.list({
      customer: taken.customerId,
      status: 'all',
      limit: 20,
      expand: ['data.latest_invoice'],
    }),
  );
  const read = { companyId, turn: taken.turn, found: getCurrent(data) };
  await writeDown(deps, payments, read, because);
  await finishWhenComplete(deps, paymentActor(companyId, because.requestId));
}
