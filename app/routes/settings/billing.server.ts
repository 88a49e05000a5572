import { type BillingState, previewPlan, readBilling } from '#contract/platform/billing.ts';
import { checkoutPlans, planLabels, usageLabels } from '#rules/billing/prices.ts';
import { formatMoney } from '#rules/format/money.ts';
import { sentenceCase } from '#rules/format/text.ts';
import {
  isGoodSubscription,
  isIdleSubscription,
  type SubscriptionStatus,
  subscriptionLifecycle,
} from '#rules/lifecycles/company.ts';
import { planActions } from '../../components/billing/plan-actions.server.ts';
import { planLines, planQuestion } from '../../components/billing/plan-lines.server.ts';
import { formatDay } from '../../components/format-instant.server.ts';
import { onSubmit } from '../../components/forms/form-actions.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';

type Invoice = NonNullable<BillingState['invoices']>[number];

const invoiceLabels: Record<Invoice['status'], string> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Uncollectible',
  void: 'Voided',
};

type Subscription = NonNullable<BillingState['subscription']>;

/** Permitted actions of a company in this state, and until when; null if there is nothing to report. */
function formatStatus(
  { status, graceUntil, cancelAtPeriodEnd, currentPeriodEnd }: Subscription,
  day: (at: string) => string,
  now: Date,
): { text: string; isUrgent: boolean } | null {
  if (status === 'pastDue') {
    const what = 'Checks, new document requests and monitoring';
    const isOver = graceUntil !== null && Date.parse(graceUntil) <= now.getTime();
    const when = isOver
      ? `${what} stopped on ${day(graceUntil)}, and start again once payment is made.`
      : `${what} continue${graceUntil === null ? '' : ` until ${day(graceUntil)}`}, then stop unless payment is made.`;
    const text = `Your last payment failed. ${when} Change the card or pay on the payment provider’s page. Records stay open.`;
    return { text, isUrgent: true };
  }
  if (status === 'paused') {
    return {
      text: 'Your subscription is paused. Checks, new document requests and monitoring are paused.',
      isUrgent: true,
    };
  }
  if (status === 'cancelled') {
    return {
      text: 'Your subscription has ended. You can read and edit records. Checks, new document requests and monitoring need a new subscription.',
      isUrgent: true,
    };
  }
  if (cancelAtPeriodEnd && currentPeriodEnd !== null) {
    return { text: `It ends on ${day(currentPeriodEnd)} and is not renewed.`, isUrgent: false };
  }
  return null;
}

/** The date on which the subscription renews or ends, if it will. */
function nextDay(
  { status, cancelAtPeriodEnd, currentPeriodEnd }: Subscription,
  day: (at: string) => string,
): { label: string; text: string }[] {
  if (isIdleSubscription(status) || currentPeriodEnd === null) return [];
  if (cancelAtPeriodEnd) return [{ label: 'Ends', text: day(currentPeriodEnd) }];
  // A subscription with an overdue payment is not renewed; the notice states how long it lasts.
  return status === 'pastDue' ? [] : [{ label: 'Next renewal', text: day(currentPeriodEnd) }];
}

function planFacts(subscription: Subscription | null, day: (at: string) => string) {
  if (subscription === null) return [];
  return [
    { label: 'Plan', text: subscription.plan === null ? '–' : planLabels[subscription.plan] },
    {
      label: 'Status',
      text: subscriptionLifecycle.labels[subscription.status satisfies SubscriptionStatus],
    },
    ...nextDay(subscription, day),
  ];
}

function toUsageLine({ kind, uses, cost }: BillingState['usage']['lines'][number]) {
  return {
    label: sentenceCase(usageLabels[kind].many),
    uses: String(uses),
    without: formatMoney(cost.amount, cost.currency),
    gst: formatMoney(cost.gst, cost.currency),
    total: cost.amount === 0 ? 'Included' : formatMoney(cost.total, cost.currency),
  };
}

function toInvoiceLine({ number, at, total, currency, status, url }: Invoice, day: (at: string) => string) {
  return {
    number,
    day: day(at),
    total: formatMoney(total, currency),
    status: invoiceLabels[status],
    url,
  };
}

/** Data of the billing view. Members who are not owners get only the owners' names. */
export async function loadBilling({ api, me, url }: MemberArgs) {
  // `?confirm=` confirms a change of plan, with the price that the payment provider previews.
  const requestedPlan = checkoutPlans.find((plan) => plan === url.searchParams.get('confirm'));
  const [{ member, company }, { owners, billing }, preview] = await Promise.all([
    me(),
    api.call(readBilling, {}),
    requestedPlan && api.submit(previewPlan, { query: { plan: requestedPlan } }),
  ]);
  const names = owners.map(({ name }) => name);
  if (billing === null) return { owners: names, billing: null };
  const day = (at: string) => formatDay(at, company.timeZone);
  const { subscription } = billing;
  return {
    owners: names,
    billing: {
      ...planLines(billing),
      question: requestedPlan && preview ? planQuestion(requestedPlan, preview, day) : null,
      person: { name: member.name, loginId: member.loginId },
      current: billing.needsCheckout ? null : (subscription?.plan ?? null),
      endsSoon: subscription?.cancelAtPeriodEnd ?? false,
      isProcessing: billing.isProcessing,
      hasAccount: subscription !== null,
      isGood: subscription !== null && isGoodSubscription(subscription.status),
      // Access without a subscription, such as a platform operator's own company.
      isWithoutPlan: subscription === null && company.subscriptionActive,
      standing: subscription && formatStatus(subscription, day, new Date()),
      facts: planFacts(subscription, day),
      usage: {
        since: day(billing.usage.since),
        lines: billing.usage.lines.map(toUsageLine),
        waiting: billing.usage.waiting,
      },
      invoices: billing.invoices?.map((invoice) => toInvoiceLine(invoice, day)) ?? null,
      asked: billing.planAskedAt && day(billing.planAskedAt),
      requestKey: newRequestKey(),
    },
  };
}

/** Handles the forms of the billing view. */
export const handleBillingAction = onSubmit(planActions('settings'));
