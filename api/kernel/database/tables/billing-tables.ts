import type { Generated } from 'kysely';
import type { BillingCurrency, CheckoutPlan, Plan, UsageKind } from '#rules/billing/prices.ts';
import type { SubscriptionStatus } from '#rules/lifecycles/company.ts';
import type { Instant } from './foundation-tables.ts';

/** A company's subscription at the payment service; one row, from its first checkout. Written by `assay_jobs` only. */
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
  /** End of the grace period after a failed payment. */
  grace_until: Instant | null;
  cancel_at_period_end: Generated<boolean>;
  /** Sequence of reads from the payment service, and the latest one saved. */
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
  /** Minor units, including GST: the amount shown and charged. */
  total: number;
  /** `open` and `processing` may still change; the others are final. */
  outcome: Generated<'open' | 'processing' | 'confirmed' | 'declined' | 'expired'>;
  created_at: Instant;
  created_by: string;
  settled_at: Instant | null;
}

/** Processed events of the payment service. */
interface PaymentEventsTable {
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
  /** Invoice line that includes it. */
  report_id: string | null;
}

/** Charges of one kind that are reported as one line of the next invoice. */
interface UsageReportsTable {
  company_id: string;
  id: string;
  kind: UsageKind;
  currency: BillingCurrency;
  uses: number;
  amount: number;
  created_at: Instant;
  /** Id of the invoice item at the payment service, once created. */
  provider_item_id: string | null;
  reported_at: Instant | null;
}

/** A person's request for the enterprise plan. */
export interface PlanRequestsTable {
  company_id: string;
  id: string;
  contact_name: string;
  contact_email: string;
  contact_phone: string | null;
  message: string;
  created_at: Instant;
  created_by: string;
}

export interface BillingTables {
  subscriptions: SubscriptionsTable;
  checkout_sessions: CheckoutSessionsTable;
  payment_events: PaymentEventsTable;
  usage_charges: UsageChargesTable;
  usage_reports: UsageReportsTable;
  plan_requests: PlanRequestsTable;
}
