import { openCheckout, verifyCheckout } from '#contract/platform/billing.ts';
import type { TestApi, TestCompany } from '#tests/support/api/api.ts';

export interface PayingCompany {
  made: TestCompany;
  /** The customer's id at the payment service. */
  customer: string;
}

/** A new company that has paid for a plan at the mock payment service. */
export async function payingCompany(
  test: TestApi,
  plan: 'monthly' | 'payAsYouGo' = 'monthly',
): Promise<PayingCompany> {
  const made = await test.addCompany('Paying Sample', { subscriptionActive: false });
  const as = { as: made.owner };
  const { id, url } = (await test.request(openCheckout, { body: { plan } }, as)).response;
  await test.payments.payOn(url, { card: 'works', webhook: 'never' });
  await test.request(verifyCheckout, { body: { sessionId: id } }, as);
  const { rows } = await test.database.asSuperuser(
    'SELECT customer_id FROM assay.subscriptions WHERE company_id = $1',
    [made.id],
  );
  return { made, customer: rows[0]?.customer_id as string };
}
