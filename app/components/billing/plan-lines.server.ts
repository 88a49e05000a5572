import type { Problem } from '#contract/errors.ts';
import type { BillingState, PlanOffer, PlanPreview, TaxedAmount } from '#contract/platform/billing.ts';
import { planLabels, usageLabels } from '#rules/billing/prices.ts';
import { formatMoney } from '#rules/format/money.ts';

const about: Record<PlanOffer['plan'], string> = {
  payAsYouGo: 'No monthly fee. Pay for each check.',
  monthly: 'For regular use. Identity checks are included.',
};

const total = ({ currency, total: amount }: TaxedAmount) => formatMoney(amount, currency);
const bare = ({ currency, amount }: TaxedAmount) => formatMoney(amount, currency);

/** A plan to choose, with all prices as charged and their GST. */
export interface PlanLine {
  plan: PlanOffer['plan'];
  label: string;
  about: string;
  monthly: { total: string; without: string; gst: string; isFree: boolean };
  uses: { label: string; text: string }[];
}

function getLine(offer: PlanOffer): PlanLine {
  const { monthly } = offer;
  return {
    plan: offer.plan,
    label: planLabels[offer.plan],
    about: about[offer.plan],
    monthly: {
      total: total(monthly),
      without: bare(monthly),
      gst: formatMoney(monthly.gst, monthly.currency),
      isFree: monthly.total === 0,
    },
    uses: offer.uses.map(({ kind, each }) => ({
      label: `Each ${usageLabels[kind].one}`,
      text: each.amount === 0 ? 'Included' : total(each),
    })),
  };
}

/** The plans to choose from. */
export function planLines({ offers, gstPercent }: Pick<BillingState, 'offers' | 'gstPercent'>): {
  plans: PlanLine[];
  gstPercent: number;
} {
  return { plans: offers.map(getLine), gstPercent };
}

/** The question before a plan is changed. */
export interface PlanQuestion {
  plan: PlanOffer['plan'];
  title: string;
  button: string;
  /** Why it cannot be changed now; null if it can. */
  problem: string | null;
  change: {
    message: string;
    facts: { label: string; text: string; about?: string }[];
    /** The previewed price, posted back to the API. */
    proratedAt: string;
    prorated: number;
  } | null;
}

function getChange(seen: PlanPreview, day: (at: string) => string): NonNullable<PlanQuestion['change']> {
  const { current, plan, monthly, unused, rest, proratedAt, prorated, nextInvoice } = seen;
  const next = day(nextInvoice.at);
  const money = (amount: number) => formatMoney(amount, nextInvoice.currency);
  const difference = prorated < 0 ? `${money(-prorated)} credit` : money(prorated);
  const price = {
    label: 'Price per month',
    text: total(monthly),
    ...(monthly.total === 0 ? {} : { about: `${bare(monthly)} and ${money(monthly.gst)} GST` }),
  };
  const isUnchangedPlan = current === plan;
  return {
    proratedAt,
    prorated,
    message: isUnchangedPlan
      ? `${planLabels[plan]} does not end on ${next}: it renews on that day.`
      : `Your plan changes today. Nothing is charged today: the difference is added to the next invoice, on ${next}.`,
    facts: [
      price,
      { label: 'Takes effect', text: isUnchangedPlan ? next : day(proratedAt) },
      ...(isUnchangedPlan
        ? []
        : [
            { label: `Unused time on ${planLabels[current]}`, text: total(unused), about: `until ${next}` },
            { label: `Remaining time on ${planLabels[plan]}`, text: total(rest), about: `until ${next}` },
            { label: 'Difference (proration)', text: difference },
          ]),
      {
        label: `Next invoice, ${next}`,
        text: money(nextInvoice.total),
        about: isUnchangedPlan
          ? 'with checks charged so far'
          : 'with the month from then on, the difference, and checks charged so far',
      },
    ],
  };
}

/** The question before a plan is changed, from the API's preview or problem. */
export function planQuestion(
  plan: PlanOffer['plan'],
  found: { ok: true; value: PlanPreview } | { ok: false; problem: Problem },
  day: (at: string) => string,
): PlanQuestion {
  const label = planLabels[plan];
  const isUnchangedPlan = found.ok && found.value.current === plan;
  return {
    plan,
    title: isUnchangedPlan ? `Stay on ${label}?` : `Change to ${label}?`,
    button: isUnchangedPlan ? `Stay on ${label}` : `Change to ${label}`,
    problem: found.ok
      ? null
      : (Object.values(found.problem.fields ?? {}).flat()[0] ??
        found.problem.detail ??
        `${found.problem.title}.`),
    change: found.ok ? getChange(found.value, day) : null,
  };
}
