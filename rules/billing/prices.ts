/**
 * All prices of Assay. Proposed, not quoted: change figures here, and at the payment service for the two monthly fees. Amounts are
 * minor units without GST (decision 020).
 */

export type BillingCurrency = 'NZD' | 'AUD';
export type Plan = 'payAsYouGo' | 'monthly' | 'enterprise';

/** Plans available by checkout. */
export const checkoutPlans = ['payAsYouGo', 'monthly'] as const;
export type CheckoutPlan = (typeof checkoutPlans)[number];

export const planLabels: Record<Plan, string> = {
  payAsYouGo: 'Pay as you go',
  monthly: 'Monthly',
  enterprise: 'Enterprise',
};

/** Unit charges: a data source or issuer checked for a person, a register extract. */
export type UsageKind = 'identityCheck' | 'registryExtract';
export const usageKinds = ['identityCheck', 'registryExtract'] as const;

export const usageLabels: Record<UsageKind, { one: string; many: string }> = {
  identityCheck: { one: 'identity source checked', many: 'identity sources checked' },
  registryExtract: { one: 'register extract', many: 'register extracts' },
};

/** Monthly base fee. */
const monthlyFees: Record<CheckoutPlan, Record<BillingCurrency, number>> = {
  payAsYouGo: { NZD: 0, AUD: 0 },
  monthly: { NZD: 14_900, AUD: 13_900 },
};

/** Price of one extract on every plan: the registers' own fees are passed on. */
export const extractPrice = 250;

/** Price of one identity source if the plan does not include it. */
const identityCheckPrice = 150;

/** The fee of a plan for a month. */
export function monthlyFee(plan: CheckoutPlan, currency: BillingCurrency): number {
  return monthlyFees[plan][currency];
}

/**
 * Price of one use. Identity checks are included in the monthly fee and in enterprise agreements; without a plan the price is the
 * pay-as-you-go price, so that the displayed price is never below the charged one.
 */
export function unitPrice(kind: UsageKind, plan: Plan | null): number {
  if (kind === 'registryExtract') return extractPrice;
  return plan === 'monthly' || plan === 'enterprise' ? 0 : identityCheckPrice;
}

type Country = 'AUS' | 'NZL';

/** Billing currency of a country. */
export function getCurrency(country: Country): BillingCurrency {
  return country === 'NZL' ? 'NZD' : 'AUD';
}

/**
 * Goods and services tax in percent: New Zealand, Goods and Services Tax Act 1985 s8(1); Australia, A New Tax System (Goods and
 * Services Tax Imposition—General) Act 1999 s4.
 */
export const gstPercent: Record<Country, number> = { NZL: 15, AUS: 10 };

/** An amount with its GST, each a whole number of minor units; half a unit is rounded up, as the payment service does. */
export function withGst(amount: number, country: Country): { amount: number; gst: number; total: number } {
  const gst = Math.floor((amount * gstPercent[country] + 50) / 100);
  return { amount, gst, total: amount + gst };
}
