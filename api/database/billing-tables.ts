import type { Generated } from 'kysely';
import type { BillingCurrency, CheckoutPlan, Plan, UsageKind } from '#rules/billing/prices.ts';
import type { SubscriptionStatus } from '#rules/lifecycles/company.ts';
import type { Instant } from './foundation-tables.ts';

/** What a company has at the payment service; one row, from its first checkout on. Written by `assay_jobs` alone. */
export interface SubscriptionsTable {
  company_id: string;
  id: string;
  /** The company's customer at the payment service. */
  customer_id: string;
  provider_subscription_id: string | null;
  plan: Plan | null;
  status: SubscriptionStatus;
  currency: BillingCurrency;
  current_period_end: Instant | null;
  /** Until when a company whose payment failed may go on. */
  grace_until: Instant | null;
  cancel_at_period_end: Generated<boolean>;
  /** Turns taken at reading the payment service, and the newest turn that was written down. */
  read_turn: Generated<number>;
  written_turn: Generated<number>;
  created_at: Instant;
  updated_at: Instant;
  version: Generated<number>;
}

export interface CheckoutSessionsTable {
  company_id: string;
  /** The payment service's own id. */
  id: string;
  plan: CheckoutPlan;
  currency: BillingCurrency;
  /** Minor units, GST included: what was shown and what the payment service takes. */
  total: number;
  /** `open` and `processing` may still change; the others are final. */
  outcome: Generated<'open' | 'processing' | 'confirmed' | 'declined' | 'expired'>;
  created_at: Instant;
  created_by: string;
  settled_at: Instant | null;
}

/** Events of the payment service that have been taken. */
export interface PaymentEventsTable {
  company_id: string;
  event_id: string;
  type: string;
  occurred_at: Instant;
  received_at: Instant;
}

export interface UsageChargesTable {
  company_id: string;
  id: string;
  kind: UsageKind;
  resource_type: 'individualVerification' | 'businessVerification';
  resource_id: string;
  /** Minor units without GST. */
  amount: number;
  currency: BillingCurrency;
  status: 'reserved' | 'charged' | 'released';
  idempotency_key: string;
  reserved_at: Instant;
  settled_at: Instant | null;
  /** The line of an invoice that it went into. */
  report_id: string | null;
}

/** Charges of a kind that go to the payment service as one line of the next invoice. */
export interface UsageReportsTable {
  company_id: string;
  id: string;
  kind: UsageKind;
  currency: BillingCurrency;
  uses: number;
  amount: number;
  created_at: Instant;
  /** The invoice item at the payment service, once it is there. */
  provider_item_id: string | null;
  reported_at: Instant | null;
}

/** Somebody who asked for the plan that is agreed in person. */
export interface PlanRequestsTable {
  company_id: string;
  id: string;
  contact_name: string;
  contact_email: string;
  contact_phone: string | null;
  message: string;
  created_at: Instant;
  created_by: string;
  mailed_at: Instant | null;
}

export interface BillingTables {
  subscriptions: SubscriptionsTable;
  checkout_sessions: CheckoutSessionsTable;
  payment_events: PaymentEventsTable;
  usage_charges: UsageChargesTable;
  usage_reports: UsageReportsTable;
  plan_requests: PlanRequestsTable;
}
