import type { Database } from '#api/kernel/database/pool.ts';
import { asJobs } from '#api/kernel/database/tenancy.ts';
import { type CheckoutPlan, monthlyFee, planLabels } from '#rules/billing/prices.ts';

/** Configuration at the sandbox payment service: two monthly prices, and GST of two countries. */
export const sandboxPayments = {
  prices: { payAsYouGo: 'price_sandbox_pay_as_you_go', monthly: 'price_sandbox_monthly' },
  taxRates: { NZL: 'txr_sandbox_nzl', AUS: 'txr_sandbox_aus' },
} as const;

const price = (plan: CheckoutPlan) => ({
  id: sandboxPayments.prices[plan],
  nickname: `Assay ${planLabels[plan].toLowerCase()}`,
  unitAmounts: { nzd: monthlyFee(plan, 'NZD'), aud: monthlyFee(plan, 'AUD') },
});

/** Prices and taxes as configured in the sandbox payment service. */
export const sandboxCatalogue = {
  prices: [price('payAsYouGo'), price('monthly')],
  taxRates: [
    { id: sandboxPayments.taxRates.NZL, displayName: 'GST', percentage: 15, country: 'NZ' },
    { id: sandboxPayments.taxRates.AUS, displayName: 'GST', percentage: 10, country: 'AU' },
  ],
};

/** The demo company's customer at the payment service; fixed. */
export const demoCustomer = {
  customerId: 'cus_demo_kowhai_and_wattle',
  subscriptionId: 'sub_demo_kowhai_and_wattle',
  name: 'Kōwhai & Wattle Advisory',
  email: 'owner@demo.test',
  priceId: sandboxPayments.prices.payAsYouGo,
  currency: 'nzd',
  taxRateIds: [sandboxPayments.taxRates.NZL],
};

const demoPeriodDays = 30;

/** Creates the demo company's subscription if missing, matching the one at the sandbox payment service. */
export async function seedDemoSubscription(
  { database, now }: { database: Pick<Database, 'db'>; now: () => Date },
  companyId: string,
): Promise<void> {
  const at = now();
  await asJobs(database.db, (trx) =>
    trx
      .insertInto('subscriptions')
      .values({
        company_id: companyId,
        id: '01980000-0000-7000-8000-000000000020',
        customer_id: demoCustomer.customerId,
        provider_subscription_id: demoCustomer.subscriptionId,
        plan: 'payAsYouGo',
        status: 'active',
        currency: 'NZD',
        current_period_end: new Date(at.getTime() + demoPeriodDays * 86_400_000).toISOString(),
        created_at: at.toISOString(),
        updated_at: at.toISOString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
}
