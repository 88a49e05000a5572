import type { BillingCurrency } from '#rules/billing/prices.ts';
import type { RequestEmailKind } from '#rules/document-requests/email-templates.ts';
import type { NotificationKind } from '#rules/notifications/kinds.ts';

/** Changes of a sign-in that its person is told about. */
export type AccountChange =
  | 'newDevice'
  | 'passwordChanged'
  | 'secondFactorAdded'
  | 'secondFactorRemoved'
  | 'recoveryCodesRenewed'
  | 'recoveryCodeUsed'
  | 'signInPaused';

/**
 * Kinds of email in the outbox, with their stored data: subject record and recipient. Never a link or a secret, which would be stored
 * longer than it is valid.
 */
export interface EmailPayloads {
  documentRequest: {
    requestId: string;
    /** Number of the link in the email; the email is dropped once the link is replaced. */
    linkNumber: number;
    email: RequestEmailKind;
    to: string;
  };
  /** To an owner, about an invoice whose payment failed. */
  paymentFailed: {
    memberId: string;
    invoiceNumber: string | null;
    /** Minor units, GST included. */
    total: number;
    currency: BillingCurrency;
    failedAt: string;
    /** Instant at which paid features stop unless the invoice is paid. */
    stopsAt: string;
  };
  /** To a member, about a change of their own sign-in. */
  accountChange: {
    memberId: string;
    change: AccountChange;
    /** The browser's `User-Agent`, of a new sign-in. */
    device?: string;
    /** Name of the second factor. */
    label?: string;
    /** IP address that it came from. */
    address: string;
    at: string;
  };
  /** To an owner or compliance officer, about a privacy clock that is nearly due or overdue. */
  privacyClock: {
    memberId: string;
    /** Of the alert: the email is dropped once it is closed. */
    dedupeKey: string;
    summary: string;
    /** Null for a request for access or correction. */
    breachId: string | null;
  };
  /** To an owner, about a request of Assay’s support for access. */
  supportRequest: { memberId: string; grantId: string };
  /** To a member, about new work of theirs: kinds and paths of records, without a name. */
  notification: { memberId: string; items: { kind: NotificationKind; path: string }[] };
  /** To a member, the day's summary of notifications. */
  notificationDigest: { memberId: string };
  /** To the operator of Assay, about a plan that is agreed in person. */
  planRequest: { planRequestId: string };
}

export type EmailKind = keyof EmailPayloads;
