import { z } from 'zod';
import { isProduction } from '#contract/operating-mode.ts';
import type { PaymentsEnv } from '../records/billing/payment-service.ts';
import { missing, type Source, type VariableProblem } from './variable-problems.ts';
import { text, webAddress } from './variable-schemas.ts';

export const paymentVariables = z.object({
  STRIPE_SECRET_KEY: text.optional(),
  STRIPE_WEBHOOK_SECRET: text.optional(),
  STRIPE_API_BASE: webAddress.optional(),
  STRIPE_PRICE_PAY_AS_YOU_GO: text.optional(),
  STRIPE_PRICE_MONTHLY: text.optional(),
  STRIPE_TAX_RATE_NZL: text.optional(),
  STRIPE_TAX_RATE_AUS: text.optional(),
  SALES_ADDRESS: z.email({ error: 'must be an email address' }).optional(),
});

const neededForPayments = [
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_PRICE_PAY_AS_YOU_GO',
  'STRIPE_PRICE_MONTHLY',
  'STRIPE_TAX_RATE_NZL',
  'STRIPE_TAX_RATE_AUS',
] as const;

/** Missing payment variables: all are required if one is set, and in production. */
export function paymentProblems(variables: Source): VariableProblem[] {
  const lacking = neededForPayments.filter((name) => variables[name] === undefined);
  if (lacking.length === neededForPayments.length && !isProduction(variables)) return [];
  return lacking.map(missing);
}

/** `paymentProblems` ensures that either all variables are set or none. */
export function paymentsEnv(values: z.output<typeof paymentVariables>): PaymentsEnv | undefined {
  if (values.STRIPE_SECRET_KEY === undefined) return undefined;
  return {
    secretKey: values.STRIPE_SECRET_KEY,
    webhookSecrets: (values.STRIPE_WEBHOOK_SECRET ?? '').split(',').map((secret) => secret.trim()),
    ...(values.STRIPE_API_BASE === undefined ? {} : { apiBase: values.STRIPE_API_BASE }),
    prices: {
      payAsYouGo: values.STRIPE_PRICE_PAY_AS_YOU_GO ?? '',
      monthly: values.STRIPE_PRICE_MONTHLY ?? '',
    },
    taxRates: { NZL: values.STRIPE_TAX_RATE_NZL ?? '', AUS: values.STRIPE_TAX_RATE_AUS ?? '' },
  };
}
