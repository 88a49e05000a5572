import { stopsWithoutPayment } from '#rules/billing/subscription.ts';
import { formatDayIn } from '#rules/format/dates.ts';
import { formatMoney } from '#rules/format/money.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import type { EmailPayloads } from '../../integrations/email/emails.ts';
import { memberLink } from '../../integrations/email/member-link.ts';
import type { EmailSender } from '../../integrations/email/outbox-receivers.ts';
import { type OwnerToEmail, readOwnerToEmail, readPlanRequest } from './store.ts';

/** Email to owners about a failed payment: required action, due date and consequence. */
function formatFailureEmail(
  { invoiceNumber, total, currency, failedAt, stopsAt }: EmailPayloads['paymentFailed'],
  { companyId, companyName, timeZone }: OwnerToEmail,
  { appUrl, now }: { appUrl: string; now: Date },
): { subject: string; text: string } {
  const stops = formatDayIn(stopsAt, timeZone);
  const isOver = Date.parse(stopsAt) <= now.getTime();
  const invoice = invoiceNumber === null ? 'the invoice' : `invoice ${invoiceNumber}`;
  const amount = formatMoney(total, currency);
  const paragraphs = [
    isOver
      ? `Update your card, or pay ${invoice}, to start these again:`
      : `Update your card, or pay ${invoice}, by ${stops}:`,
    memberLink(appUrl, companyId, settingsUrl('billing')),
    `The payment of ${amount} for ${companyName} failed on ${formatDayIn(failedAt, timeZone)}.`,
    isOver
      ? 'These have stopped until payment is made:'
      : `Everything continues until ${stops}. Then these stop until payment is made:`,
    stopsWithoutPayment.map((what) => `- ${what}`).join('\n'),
    'You can still read, edit and export your records.',
    'Assay never requests card details by email. If you are unsure about this email, sign in at the address you always use.',
  ];
  const due = isOver ? '' : `, pay by ${stops}`;
  return { subject: `Assay: payment for ${companyName} failed${due}`, text: paragraphs.join('\n\n') };
}

/** Sends emails about failed payments to members who are still owners. */
export function failedPaymentSender(deps: { appUrl: string; now: () => Date }): EmailSender<'paymentFailed'> {
  return {
    header: 'payment failed',
    async compose(trx, { payload }) {
      const owner = await readOwnerToEmail(trx, payload.memberId);
      if (owner === undefined) return undefined;
      const { appUrl, now } = deps;
      return { to: owner.loginId, ...formatFailureEmail(payload, owner, { appUrl, now: now() }) };
    },
  };
}

/** Emails requests for the enterprise plan to the operator of Assay. */
export function planRequestSender({ salesAddress }: { salesAddress: string }): EmailSender<'planRequest'> {
  return {
    header: 'plan request',
    // No one else would notice that it is missing.
    retriesForever: true,
    async compose(trx, { payload }) {
      const request = await readPlanRequest(trx, payload.planRequestId);
      if (request === undefined) return undefined;
      const { companyName, name, email, phone, message } = request;
      const lines = [
        `${companyName} has requested the enterprise plan.`,
        `Contact: ${name}, ${email}${phone ? `, ${phone}` : ''}`,
        message,
      ];
      return { to: salesAddress, subject: 'Enterprise plan requested', text: lines.join('\n\n') };
    },
  };
}
