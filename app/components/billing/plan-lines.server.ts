import type { BillingState, PlanOffer, TaxedAmount } from '#contract/billing.ts';
import { moneyText, planLabels, usageLabels } from '#rules/billing/prices.ts';

const about: Record<PlanOffer['plan'], string> = {
  payAsYouGo: 'For a few checks now and then. No fee; you pay for what you check.',
  monthly: 'For regular work. Identity checks are part of the fee.',
};

const total = ({ currency, total: amount }: TaxedAmount) => moneyText(amount, currency);
const bare = ({ currency, amount }: TaxedAmount) => moneyText(amount, currency);

/** A plan as people choose it: every figure as it is charged, with what of it is GST. */
export interface PlanLine {
  plan: PlanOffer['plan'];
  label: string;
  about: string;
  monthly: { total: string; without: string; gst: string; isFree: boolean };
  uses: { label: string; text: string }[];
}

function lineOf(offer: PlanOffer): PlanLine {
  const { monthly } = offer;
  return {
    plan: offer.plan,
    label: planLabels[offer.plan],
    about: about[offer.plan],
    monthly: {
      total: total(monthly),
      without: bare(monthly),
      gst: moneyText(monthly.gst, monthly.currency),
      isFree: monthly.total === 0,
    },
    uses: offer.uses.map(({ kind, each }) => ({
      label: `Each ${usageLabels[kind].one}`,
      text: each.amount === 0 ? 'Part of the fee' : total(each),
    })),
  };
}

/** What the pages show of plans to choose from. */
export function planLines({ offers, gstPercent }: Pick<BillingState, 'offers' | 'gstPercent'>): {
  plans: PlanLine[];
  gstPercent: number;
} {
  return { plans: offers.map(lineOf), gstPercent };
}
