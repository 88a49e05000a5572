import type { BillingCurrency } from '#rules/billing/prices.ts';
import type { RequestEmailKind } from '#rules/document-requests/email-templates.ts';

/**
 * Kinds of email in the outbox, with what is stored of each: what it is about and who receives it. Never a link or a secret, which would
 * last there longer than what they open.
 */
export interface EmailPayloads {
  documentRequest: {
    requestId: string;
    /** The link that it carries; the email is dropped once the link is replaced. */
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
    /** When what costs money stops unless the invoice is paid. */
    stopsAt: string;
  };
  /** To the operator of Assay, about a plan that is agreed in person. */
  planRequest: { planRequestId: string };
}

export type EmailKind = keyof EmailPayloads;
