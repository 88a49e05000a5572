import { data } from '@remix-run/node';
import { type BillingState, readBilling } from '#contract/billing.ts';
import { moneyText, planLabels, usageLabels } from '#rules/billing/prices.ts';
import { type SubscriptionStatus, subscriptionLifecycle } from '#rules/lifecycles/company.ts';
import { answerPlans, type PlanAnswer } from '../../components/billing/plan-actions.server.ts';
import { planLines } from '../../components/billing/plan-lines.server.ts';
import { readForm } from '../../components/forms/parse-form.server.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { dayText } from '../clients/instant-text.server.ts';

const invoiceWords: Record<NonNullable<BillingState['invoices']>[number]['status'], string> = {
  draft: 'Draft',
  open: 'To be paid',
  paid: 'Paid',
  uncollectible: 'Not paid',
  void: 'Cancelled',
};

type Subscription = NonNullable<BillingState['subscription']>;

/** What a company in this state can do, and until when. Undefined where there is nothing to say. */
function standingText(
  { status, graceUntil, cancelAtPeriodEnd, currentPeriodEnd }: Subscription,
  day: (at: string) => string,
): { text: string; isUrgent: boolean } | null {
  if (status === 'pastDue') {
    const until = graceUntil === null ? '' : ` on ${day(graceUntil)}`;
    const text = `The last payment failed. Checks, new document requests and monitoring stop${until} unless it is paid: change the card on the payment service’s page.`;
    return { text, isUrgent: true };
  }
  if (status === 'paused') {
    return {
      text: 'Your subscription is paused. Checks, new document requests and monitoring wait.',
      isUrgent: true,
    };
  }
  if (status === 'cancelled') {
    return {
      text: 'Your subscription has ended. You can read and edit records; checks wait for a new one.',
      isUrgent: true,
    };
  }
  if (cancelAtPeriodEnd && currentPeriodEnd !== null) {
    return { text: `It ends on ${day(currentPeriodEnd)} and is not renewed.`, isUrgent: false };
  }
  return null;
}

/** The day on which the subscription is renewed or ends, where it still is there to do either. */
function nextDay(
  { status, cancelAtPeriodEnd, currentPeriodEnd }: Subscription,
  day: (at: string) => string,
): { label: string; text: string }[] {
  if (status === 'cancelled' || status === 'incomplete' || currentPeriodEnd === null) return [];
  return [{ label: cancelAtPeriodEnd ? 'Ends' : 'Next renewal', text: day(currentPeriodEnd) }];
}

/** What stands in the billing view; for whoever is no owner only who to ask. */
export async function loadBilling({ api, me }: MemberArgs) {
  const [{ member, company }, { owners, billing }] = await Promise.all([me(), api.call(readBilling, {})]);
  const names = owners.map(({ name }) => name);
  if (billing === null) return { owners: names, billing: null };
  const day = (at: string) => dayText(at, company.timeZone);
  const { subscription } = billing;
  const money = (amount: number, currency: 'NZD' | 'AUD') => moneyText(amount, currency);
  return {
    owners: names,
    billing: {
      ...planLines(billing),
      person: { name: member.name, loginId: member.loginId },
      current: billing.needsCheckout ? null : (subscription?.plan ?? null),
      endsSoon: subscription?.cancelAtPeriodEnd ?? false,
      isProcessing: billing.isProcessing,
      hasAccount: subscription !== null,
      isGood: subscription !== null && ['active', 'trialing'].includes(subscription.status),
      // A company that was let in without paying, as a platform's own are.
      isWithoutPlan: subscription === null && company.subscriptionActive,
      standing: subscription && standingText(subscription, day),
      facts:
        subscription === null
          ? []
          : [
              { label: 'Plan', text: subscription.plan === null ? '–' : planLabels[subscription.plan] },
              {
                label: 'State',
                text: subscriptionLifecycle.labels[subscription.status satisfies SubscriptionStatus],
              },
              ...nextDay(subscription, day),
            ],
      usage: {
        since: day(billing.usage.since),
        lines: billing.usage.lines.map(({ kind, uses, cost }) => ({
          label: usageLabels[kind].many.replace(/^./, (first) => first.toUpperCase()),
          uses: String(uses),
          without: money(cost.amount, cost.currency),
          gst: money(cost.gst, cost.currency),
          total: cost.amount === 0 ? 'Part of the fee' : money(cost.total, cost.currency),
        })),
        waiting: billing.usage.waiting,
      },
      invoices:
        billing.invoices?.map(({ number, at, total, currency, status, url }) => ({
          number,
          day: day(at),
          total: money(total, currency),
          status: invoiceWords[status],
          url,
        })) ?? null,
      asked: billing.planAskedAt && day(billing.planAskedAt),
      requestKey: newRequestKey(),
    },
  };
}

/** Answers the forms of the billing view. */
export async function answerBilling({ api, request }: MemberArgs) {
  const form = await readForm(request);
  const answer = await answerPlans(form, api, 'settings');
  if (answer !== undefined) return answer;
  return data<PlanAnswer>({ form: 'plan', reply: { error: { '': ['Choose a plan.'] } } }, { status: 422 });
}
