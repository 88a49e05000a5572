import { useRouteLoaderData } from '@remix-run/react';
import type { CompanyState } from '#contract/company/accounts.ts';
import { getCurrency, unitPrice, withGst } from '#rules/billing/prices.ts';
import { formatMoney } from '#rules/format/money.ts';

/** The price of an identity check with one source on the company's plan. */
export function IdentityCheckCost() {
  const main = useRouteLoaderData('routes/main-layout') as { company: CompanyState } | undefined;
  if (main === undefined) return null;
  const { billingCountryCode, subscription } = main.company;
  const amount = unitPrice('identityCheck', subscription?.plan ?? null);
  if (amount === 0) return <p className="hint">Identity checks are included in your plan.</p>;
  const currency = getCurrency(billingCountryCode);
  const { total } = withGst(amount, billingCountryCode);
  return (
    <p className="hint">
      {formatMoney(total, currency)} incl. GST ({formatMoney(amount, currency)} excl.) per source that returns
      a result. No charge if a source does not respond.
    </p>
  );
}
