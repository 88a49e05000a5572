import { z } from 'zod';
import { checkoutPlans, usageKinds } from '#rules/billing/prices.ts';
import { endpoint } from './endpoint.ts';
import { emailAddress, instant, optionalText, requiredText } from './fields.ts';

export const billingCurrency = z.enum(['NZD', 'AUD']);

export const subscriptionStatus = z.enum([
  'incomplete',
  'trialing',
  'active',
  'pastDue',
  'paused',
  'cancelled',
]);

/** Minor units, without GST, the GST, and both. */
const taxedAmount = z.object({
  currency: billingCurrency,
  amount: z.number().int(),
  gst: z.number().int(),
  total: z.number().int(),
});
export type TaxedAmount = z.infer<typeof taxedAmount>;

const planOffer = z.object({
  plan: z.enum(checkoutPlans),
  /** What a month costs before anything is checked. */
  monthly: taxedAmount,
  uses: z.array(z.object({ kind: z.enum(usageKinds), each: taxedAmount })),
});
export type PlanOffer = z.infer<typeof planOffer>;

const steps = z.array(z.enum(['company', 'officer', 'templates', 'team', 'plan']));

export const planOffers = z.object({
  gstPercent: z.number().int(),
  offers: z.array(planOffer),
});

export const billingState = z.object({
  subscription: z
    .object({
      plan: z.enum(['payAsYouGo', 'monthly', 'enterprise']).nullable(),
      status: subscriptionStatus,
      currency: billingCurrency,
      currentPeriodEnd: instant.nullable(),
      graceUntil: instant.nullable(),
      cancelAtPeriodEnd: z.boolean(),
    })
    .nullable(),
  /** A checkout was paid for whose payment the bank has not confirmed. */
  isProcessing: z.boolean(),
  /** Whether a plan is chosen by paying, rather than by changing the one that goes on. */
  needsCheckout: z.boolean(),
  ...planOffers.shape,
  usage: z.object({
    /** The first instant that counts: a month before the present one's end, or the calendar month's. */
    since: instant,
    lines: z.array(z.object({ kind: z.enum(usageKinds), uses: z.number().int(), cost: taxedAmount })),
    waiting: z.number().int(),
  }),
  /** Newest first; null where the payment service cannot be reached. */
  invoices: z
    .array(
      z.object({
        number: z.string(),
        at: instant,
        total: z.number().int(),
        currency: billingCurrency,
        status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']),
        url: z.string().nullable(),
      }),
    )
    .nullable(),
  /** When the enterprise plan was last asked about. */
  planAskedAt: instant.nullable(),
});
export type BillingState = z.infer<typeof billingState>;

export const readBilling = endpoint({
  id: 'billing.read',
  method: 'GET',
  path: '/billing',
  summary: 'The company’s plan, use and invoices for an owner; for everybody else who to ask',
  caller: 'member',
  act: 'company.read',
  answer: z.object({ owners: z.array(z.object({ name: z.string() })), billing: billingState.nullable() }),
  status: 200,
});

const chosenPlan = z.enum(checkoutPlans, { error: 'Choose a plan' });

export const openCheckout = endpoint({
  id: 'billing.openCheckout',
  method: 'POST',
  path: '/billing/checkouts',
  summary: 'Open a checkout at the payment service; the person goes on at its URL',
  caller: 'member',
  act: 'billing.manage',
  once: true,
  body: z.object({
    plan: chosenPlan,
    /** Where somebody lands who leaves the checkout without paying. */
    from: z.enum(['onboarding', 'settings']).default('settings'),
  }),
  answer: z.object({ id: z.string(), url: z.string() }),
  status: 201,
});

export const checkoutOutcome = z.enum(['open', 'processing', 'confirmed', 'declined', 'expired']);

export const verifyCheckout = endpoint({
  id: 'billing.verifyCheckout',
  method: 'POST',
  path: '/billing/checkouts/verification',
  summary: 'Ask the payment service what became of a checkout of the company; safe to ask again',
  caller: 'member',
  act: 'billing.manage',
  body: z.object({ sessionId: z.string().min(1).max(200) }),
  answer: z.object({
    outcome: checkoutOutcome,
    plan: z.enum(checkoutPlans),
    /** What the checkout came to, GST included. */
    total: z.object({ amount: z.number().int(), currency: billingCurrency }),
    /** Where an open checkout goes on. */
    continueUrl: z.string().nullable(),
    accessRestricted: z.boolean(),
    accessRestrictedReason: z.string().nullable(),
    /** What of the set-up is left. */
    left: steps,
  }),
  status: 200,
});

export const openPortal = endpoint({
  id: 'billing.openPortal',
  method: 'POST',
  path: '/billing/portal',
  summary: 'Open the payment service’s own pages about cards, invoices and cancelling',
  caller: 'member',
  act: 'billing.manage',
  body: z.object({}),
  answer: z.object({ url: z.string() }),
  status: 201,
});

export const changePlan = endpoint({
  id: 'billing.changePlan',
  method: 'PUT',
  path: '/billing/plan',
  summary: 'Change the plan of a subscription that goes on, or take back that it ends',
  caller: 'member',
  act: 'billing.manage',
  once: true,
  body: z.object({ plan: chosenPlan }),
  answer: z.object({ plan: z.enum(checkoutPlans) }),
  status: 200,
});

export const planRequestInput = z.object({
  contactName: requiredText('Enter who we should ask for', { max: 120 }),
  contactEmail: emailAddress,
  contactPhone: optionalText({ max: 40 }),
  message: requiredText('Say in a few words what your company needs', { max: 2000, multiline: true }),
});

export const requestPlan = endpoint({
  id: 'billing.requestPlan',
  method: 'POST',
  path: '/billing/plan-requests',
  summary: 'Ask for the enterprise plan; people answer',
  caller: 'member',
  act: 'billing.manage',
  once: true,
  body: planRequestInput,
  answer: z.object({ id: z.string(), askedAt: instant }),
  status: 201,
});

export const billingEndpoints = [
  readBilling,
  openCheckout,
  verifyCheckout,
  openPortal,
  changePlan,
  requestPlan,
] as const;
