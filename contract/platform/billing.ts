import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { emailAddress, instant, optionalText, requiredText } from '#contract/fields.ts';
import { checkoutPlans, usageKinds } from '#rules/billing/prices.ts';

export const billingCurrency = z.enum(['NZD', 'AUD']);

export const subscriptionStatus = z.enum([
  'incomplete',
  'trialing',
  'active',
  'pastDue',
  'paused',
  'cancelled',
]);

/** In minor units: excluding GST, the GST, and including GST. */
export const taxedAmount = z.object({
  currency: billingCurrency,
  amount: z.number().int(),
  gst: z.number().int(),
  total: z.number().int(),
});
export type TaxedAmount = z.infer<typeof taxedAmount>;

const planOffer = z.object({
  plan: z.enum(checkoutPlans),
  /** Monthly base fee, before any checks. */
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
  /** A checkout is paid, but the bank has not yet confirmed the payment. */
  isProcessing: z.boolean(),
  /** Whether a plan is selected through checkout instead of by changing the current plan. */
  needsCheckout: z.boolean(),
  ...planOffers.shape,
  usage: z.object({
    /** Start of the counted period: the current billing period, or the calendar month. */
    since: instant,
    lines: z.array(z.object({ kind: z.enum(usageKinds), uses: z.number().int(), cost: taxedAmount })),
    waiting: z.number().int(),
  }),
  /** Newest first; null if the payment service is unavailable. */
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
  /** When the enterprise plan was last requested. */
  planAskedAt: instant.nullable(),
});
export type BillingState = z.infer<typeof billingState>;

export const readBilling = endpoint({
  id: 'billing.read',
  method: 'GET',
  path: '/billing',
  summary: 'Get the plan, usage and invoices for an owner; for other members, who to contact',
  caller: 'member',
  permission: 'company.read',
  response: z.object({ owners: z.array(z.object({ name: z.string() })), billing: billingState.nullable() }),
  status: 200,
});

const chosenPlan = z.enum(checkoutPlans, { error: 'Select a plan' });

export const openCheckout = endpoint({
  id: 'billing.openCheckout',
  method: 'POST',
  path: '/billing/checkouts',
  summary: 'Open a checkout at the payment service; redirect the person to its URL',
  caller: 'member',
  permission: 'billing.manage',
  once: true,
  body: z.object({
    plan: chosenPlan,
    /** URL to return to if the checkout is abandoned. */
    from: z.enum(['onboarding', 'settings']).default('settings'),
  }),
  response: z.object({ id: z.string(), url: z.string() }),
  status: 201,
});

export const checkoutOutcome = z.enum(['open', 'processing', 'confirmed', 'declined', 'expired']);

export const verifyCheckout = endpoint({
  id: 'billing.verifyCheckout',
  method: 'POST',
  path: '/billing/checkouts/verification',
  summary: 'Get the outcome of a checkout from the payment service. Safe to repeat',
  caller: 'member',
  permission: 'billing.manage',
  body: z.object({ sessionId: z.string().min(1).max(200) }),
  response: z.object({
    outcome: checkoutOutcome,
    plan: z.enum(checkoutPlans),
    /** Total of the checkout, including GST. */
    total: z.object({ amount: z.number().int(), currency: billingCurrency }),
    /** URL of an open checkout. */
    continueUrl: z.string().nullable(),
    accessRestricted: z.boolean(),
    accessRestrictedReason: z.string().nullable(),
    /** Remaining steps of company setup. */
    left: steps,
  }),
  status: 200,
});

export const openPortal = endpoint({
  id: 'billing.openPortal',
  method: 'POST',
  path: '/billing/portal',
  summary: 'Open the payment service’s portal for cards, invoices and cancellation',
  caller: 'member',
  permission: 'billing.manage',
  body: z.object({}),
  response: z.object({ url: z.string() }),
  status: 201,
});

/** Cost of a plan change, from the payment service's preview. */
const planPreview = z.object({
  /** Plan in force until then. */
  current: z.enum(checkoutPlans),
  plan: z.enum(checkoutPlans),
  /** Monthly base fee of the new plan, before any checks. */
  monthly: taxedAmount,
  /** Time of the change in whole seconds, from which proration is calculated. */
  proratedAt: instant,
  /** Credit for the rest of the current month's fee; zero or less. */
  unused: taxedAmount,
  /** Charge for the new plan for the rest of the current month. */
  rest: taxedAmount,
  /** Sum of both in minor units, including GST: the amount to approve. Charged on the next invoice. */
  prorated: z.number().int(),
  nextInvoice: z.object({
    at: instant,
    /** Next invoice as currently known, including the fee of the month that starts then and GST. */
    total: z.number().int(),
    currency: billingCurrency,
  }),
});
export type PlanPreview = z.infer<typeof planPreview>;

export const previewPlan = endpoint({
  id: 'billing.previewPlan',
  method: 'GET',
  path: '/billing/plan-preview',
  summary: 'Preview the cost of a plan change, as calculated by the payment service',
  caller: 'member',
  permission: 'billing.manage',
  query: z.object({ plan: chosenPlan }),
  response: planPreview,
  status: 200,
});

export const changePlan = endpoint({
  id: 'billing.changePlan',
  method: 'PUT',
  path: '/billing/plan',
  summary:
    'Change the plan of a continuing subscription, or undo its cancellation, at the amounts of the preview',
  caller: 'member',
  permission: 'billing.manage',
  once: true,
  body: z.object({
    plan: chosenPlan,
    /** From a preview at most one hour old. If the amounts have changed since, the change is rejected. */
    proratedAt: instant,
    prorated: z.coerce.number().int().min(-100_000_000).max(100_000_000),
  }),
  response: z.object({ plan: z.enum(checkoutPlans) }),
  status: 200,
});

export const planRequestInput = z.object({
  contactName: requiredText('Enter a contact name', { max: 120 }),
  contactEmail: emailAddress,
  contactPhone: optionalText({ max: 40 }),
  message: requiredText('Enter what your company needs', { max: 2000, multiline: true }),
});

export const requestPlan = endpoint({
  id: 'billing.requestPlan',
  method: 'POST',
  path: '/billing/plan-requests',
  summary: 'Request the enterprise plan; sales replies by email',
  caller: 'member',
  permission: 'billing.manage',
  once: true,
  body: planRequestInput,
  response: z.object({ id: z.string(), askedAt: instant }),
  status: 201,
});
