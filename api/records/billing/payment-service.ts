import { createHash, randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import type { BillingCountry } from '#contract/accounts.ts';
import type { CheckoutPlan, Plan } from '#rules/billing/prices.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';

/** The payment service's variables, checked. */
export interface PaymentsEnv {
  secretKey: string;
  /** All of them verify. */
  webhookSecrets: string[];
  /** Where it is not the hosted one. */
  apiBase?: string;
  /** Id of the monthly price of each plan, with an amount in NZD and in AUD. */
  prices: Record<CheckoutPlan, string>;
  /** Id of the tax rate that is a country's GST. */
  taxRates: Record<BillingCountry, string>;
}

/** The payment service as the API uses it. */
export interface Payments {
  stripe: Stripe;
  webhookSecrets: readonly string[];
  prices: Record<CheckoutPlan, string>;
  taxRates: Record<BillingCountry, string>;
  /** Where people come back to; without a slash at the end. */
  appUrl: string;
  /** Reports configuration errors to the operator. */
  report: (details: object, message: string) => void;
}

/** A page waits for the answer: long enough for a slow line, and no more. */
const timeoutMs = 8_000;

/** The payment service's client. Posts carry idempotency keys, so that the one retry does nothing twice. */
export function openPayments(
  env: PaymentsEnv,
  { appUrl, report }: Pick<Payments, 'appUrl' | 'report'>,
): Payments {
  const base = env.apiBase === undefined ? undefined : new URL(env.apiBase);
  const stripe = new Stripe(env.secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(base === undefined
      ? {}
      : {
          host: base.hostname,
          port: base.port || (base.protocol === 'https:' ? 443 : 80),
          protocol: base.protocol === 'https:' ? ('https' as const) : ('http' as const),
        }),
  });
  const { webhookSecrets, prices, taxRates } = env;
  return { stripe, webhookSecrets, prices, taxRates, appUrl: appUrl.replace(/\/+$/, ''), report };
}

/** What every part of billing works with. */
export interface PaymentsDeps {
  now: () => Date;
  /** Left out where payment is not set up. */
  payments?: Payments | undefined;
}

/** The payment service; refuses if it is not configured. */
export function requirePayments({ payments }: PaymentsDeps): Payments {
  if (payments !== undefined) return payments;
  throw apiError('server.unavailable', {
    detail: 'Payment is not configured. Ask your Assay operator.',
  });
}

/** Whether the payment service knows nothing under an id. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** Whether the payment service took a request and refused it. */
export function isRejectedByProvider(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/**
 * Asks the payment service. That it cannot be reached, or is too busy, is refused with `server.unavailable`; a key that it does not take
 * is that too, and reported. What it refuses for other reasons is thrown as it is.
 */
export async function callPaymentService<T>(
  payments: Payments,
  ask: (stripe: Stripe) => Promise<T>,
): Promise<T> {
  try {
    return await ask(payments.stripe);
  } catch (error) {
    const { StripeAuthenticationError, StripePermissionError, StripeInvalidRequestError, StripeError } =
      Stripe.errors;
    if (!(error instanceof StripeError) || error instanceof StripeInvalidRequestError) throw error;
    if (error instanceof StripeAuthenticationError || error instanceof StripePermissionError) {
      payments.report({ requestId: error.requestId }, 'the payment service rejected the API key');
    }
    throw apiError('server.unavailable', {
      detail: 'The payment service cannot be reached at the moment. Nothing was charged. Try again shortly.',
    });
  }
}

/**
 * A form's key as the payment service takes it, which is no longer than 255 characters.
 *
 * @param details of the request, where a refused form may be sent again with others.
 */
export function formKey(
  name: 'checkout' | 'plan',
  { company, member, request }: MemberCaller,
  details: readonly unknown[] = [],
): string {
  const key = request.requestKey ?? randomUUID();
  const parts = [company.id, member.id, key, ...details].join(' ');
  return `${name}-${createHash('sha256').update(parts).digest('hex')}`;
}

/** The plan of a price; unknown prices belong to enterprise plans. */
export function planOfPrice({ prices }: Pick<Payments, 'prices'>, priceId: string): Plan {
  if (priceId === prices.payAsYouGo) return 'payAsYouGo';
  return priceId === prices.monthly ? 'monthly' : 'enterprise';
}
