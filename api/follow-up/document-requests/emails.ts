import { formatRequestEmail, type RequestEmailKind } from '#rules/document-requests/email-templates.ts';
import { isAwaitedItem } from '#rules/document-requests/items.ts';
import { waitsForRecipient } from '#rules/lifecycles/checks.ts';
import { enqueueEmail } from '../../integrations/email/enqueue-email.ts';
import type { EmailSender } from '../../integrations/email/outbox-receivers.ts';
import type { OutboxEmail } from '../../integrations/email/store.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { RequestRow } from '../../kernel/database/tables/document-request-tables.ts';
import { openAlerts } from '../../records/alerts/inbox.ts';
import { hashTransactionId, type RequestLinks } from './links.ts';
import { emailRecord, readCompany, readItemRows, readRequestRow } from './store.ts';

/**
 * Queues an email about a locked request. No effect without an address, or if the same cause already has an email.
 * @returns whether an email will be sent.
 */
export async function queueEmail(
  work: Work,
  deps: { wakeOutbox?: (() => void) | undefined },
  request: Pick<RequestRow, 'id' | 'client_id' | 'link_number' | 'recipient_email'>,
  { kind, cause }: { kind: RequestEmailKind; cause: string },
): Promise<boolean> {
  const { id, client_id: clientId, link_number: linkNumber, recipient_email: to } = request;
  if (to === null) return false;
  return enqueueEmail(work, deps, {
    kind: 'documentRequest',
    record: emailRecord(id),
    cause: `${linkNumber}:${cause}`,
    clientId,
    payload: { requestId: id, linkNumber, email: kind, to },
  });
}

/** Current content of the email; undefined if its link was replaced, or nothing is outstanding. */
async function compose(
  trx: Work['trx'],
  links: RequestLinks,
  { payload: { requestId, linkNumber, email, to } }: OutboxEmail<'documentRequest'>,
) {
  const request = await readRequestRow(trx, requestId);
  if (request === null || request.link_number !== linkNumber) return undefined;
  if (!waitsForRecipient(request.status) || request.link_seed === null) return undefined;
  const transactionId = links.transactionId(request.id, request.link_seed, request.link_hash);
  // The server's key has changed since the link was created, so this link would not work.
  if (hashTransactionId(transactionId) !== request.link_hash) return undefined;
  const items = await readItemRows(trx, request.id);
  const missing = items.filter(({ status }) =>
    email === 'changes' ? status === 'rejected' : isAwaitedItem(status),
  );
  if (missing.length === 0) return undefined;
  const company = await readCompany(trx);
  const text = formatRequestEmail({
    kind: email,
    companyName: company.name,
    recipientName: request.recipient_name,
    message: request.message,
    dueOn: request.due_on,
    itemLabels: missing.map(({ label }) => label),
    link: links.url(transactionId),
  });
  return { to, ...text };
}

/** Sends emails of document requests, with the link and the items outstanding at that moment. */
export function requestEmailSender(links: RequestLinks): EmailSender<'documentRequest'> {
  return {
    header: 'document request',
    compose: (trx, email) => compose(trx, links, email),
    async giveUp(work, { id, payload }) {
      const request = await readRequestRow(work.trx, payload.requestId);
      if (request === null) return;
      await openAlerts(work, [
        {
          type: 'other',
          resourceType: 'clients',
          resourceId: request.client_id,
          severity: 'medium',
          summary:
            'A document request email could not be delivered. Check the address and resend, or share the link yourself.',
          dedupeKey: `requestEmail:${id}`,
        },
      ]);
    },
  };
}
