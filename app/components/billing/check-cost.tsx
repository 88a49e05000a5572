import { useRouteLoaderData } from '@remix-run/react';
import type { CompanyState } from '#contract/accounts.ts';
import { currencyOf, moneyText, unitPrice, withGst } from '#rules/billing/prices.ts';

/** What asking one issuer or source about a person costs on the company's plan, before anything is asked. */
export function IdentityCheckCost() {
  const main = useRouteLoaderData('routes/main-layout') as { company: CompanyState } | undefined;
  if (main === undefined) return null;
  const { billingCountryCode, subscription } = main.company;
  const amount = unitPrice('identityCheck', subscription?.plan ?? null);
  if (amount === 0)
    return <p className="hint">Identity checks are part of your plan: asking costs nothing more.</p>;
  const currency = currencyOf(billingCountryCode);
  const { total } = withGst(amount, billingCountryCode);
  return (
    <p className="hint">
      Each issuer or source that answers costs {moneyText(total, currency)} with GST (
      {moneyText(amount, currency)} without). One that does not answer costs nothing.
    </p>
  );
}
