import { createHash, randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import type { BillingCountry } from '#contract/company/accounts.ts';
import type { CheckoutPlan, Plan } from '#rules/billing/prices.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';

/** The payment service's variables, checked. */
export interface PaymentsEnv {
  secretKey: string;
  /** All of them verify. */
  webhookSecrets: string[];
  /** Overrides the hosted API, for the sandbox. */
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
  /** Base URL of the app for redirects, without trailing slash. */
  appUrl: string;
  /** Reports configuration errors to the operator. */
  report: (details: object, message: string) => void;
}

/** A page waits for the response, so the timeout allows only for a slow connection. */
const timeoutMs = 8_000;

/** Opens a client of the payment service. POST requests carry idempotency keys, so that its one retry is safe. */
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

/** Dependencies shared by all of billing. */
export interface PaymentsDeps {
  now: () => Date;
  /** Undefined if payment is not configured. */
  payments?: Payments | undefined;
}

/** Returns the payment service; throws if it is not configured. */
export function requirePayments({ payments }: PaymentsDeps): Payments {
  if (payments !== undefined) return payments;
  throw apiError('server.unavailable', {
    detail: 'Payment is not configured. Ask your Assay operator.',
  });
}

/** Whether the payment service does not recognise an id. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
}

/** Whether the payment service rejected the request itself. */
export function isRejectedByProvider(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/**
 * Calls the payment service.
 * @throws `server.unavailable` if the service is unreachable or overloaded, or rejects the API key (also reported); other errors
 * unchanged.
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
 * Idempotency key of a form, within the payment service's limit of 255 characters.
 * @param details of the request, where a rejected form may be resubmitted with changes.
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

/** Plan of a price; unknown prices belong to enterprise plans. */
export function getPricePlan({ prices }: Pick<Payments, 'prices'>, priceId: string): Plan {
  if (priceId === prices.payAsYouGo) return 'payAsYouGo';
  return priceId === prices.monthly ? 'monthly' : 'enterprise';
}
