import {
  cancelDocumentRequest,
  type NewDocumentRequest,
  sendDocumentRequest,
  sendReminder,
} from '#contract/document-requests/document-requests.ts';
import { type RequestStatus, requestLifecycle, waitsForRecipient } from '#rules/lifecycles/checks.ts';
import { canTransition } from '#rules/lifecycles/lifecycle.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { RequestRow } from '../../kernel/database/tables/document-request-tables.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import { closeOverdue, onRequest, type RequestsDeps } from './commands.ts';
import { queueEmail } from './emails.ts';
import { linkEnd, requireDueDate } from './link-expiry.ts';
import { hashTransactionId } from './links.ts';
import { changeRequest, readCompany } from './store.ts';

const command = commandsFor<RequestsDeps>();

/** Creates a new link for a locked request: the previous one stops working at the commit. */
export async function newLink(
  { trx, time, at }: Work,
  deps: Pick<RequestsDeps, 'links'>,
  row: RequestRow,
  dueOn: string,
  changes: { status: RequestStatus; recipient_email: string | null },
): Promise<RequestRow> {
  const company = await readCompany(trx);
  const days = { now: time(), timeZone: company.timeZone, expiryDays: company.expiryDays };
  requireDueDate(dueOn, days);
  const seed = deps.links.newSeed();
  const link = {
    link_number: row.link_number + 1,
    link_seed: seed,
    link_hash: hashTransactionId(deps.links.transactionId(row.id, seed)),
    due_on: dueOn,
    expires_at: linkEnd(dueOn, days),
    sent_at: at,
    updated_at: at,
  };
  await changeRequest(trx, row.id, { ...link, ...changes });
  return { ...row, ...link, ...changes };
}

/** Audited fields of a request; never the link. */
export function requestEventDetail(
  row: RequestRow,
  items?: readonly Pick<NewDocumentRequest['items'][number], 'label' | 'required'>[],
) {
  return {
    client: row.client_id,
    recipient: row.recipient_name,
    email: row.recipient_email,
    dueOn: row.due_on,
    linkNumber: row.link_number,
    ...(items ? { items: items.map(({ label, required }) => ({ label, required })) } : {}),
  };
}

/** POST /document-requests/:id/send: sends a draft for the first time, or resends a request with a new link. */
export const sendRequest = command(sendDocumentRequest, {
  ...onRequest,
  readsHistory: true,
  check(_, { status }) {
    if (waitsForRecipient(status)) return;
    const decision = canTransition(requestLifecycle, status, 'sent');
    if (!decision.allowed) throw invalid(decision.reason);
  },
  async change({ body, deps, ...work }, row) {
    const isFirst = row.status === 'draft';
    const live = await newLink(work, deps, row, body.dueOn, {
      status: waitsForRecipient(row.status) ? row.status : 'sent',
      recipient_email: body.recipientEmail ?? row.recipient_email,
    });
    await queueEmail(work, deps, live, { kind: isFirst ? 'request' : 'newLink', cause: 'sent' });
    await closeOverdue(work, row, 'The request was sent again.');
    return { isFirst, live };
  },
  events: (_, { done: { isFirst, live } }) => ({
    action: isFirst ? 'documentRequest.sent' : 'documentRequest.sentAgain',
    resourceType: 'documentRequest',
    resourceId: live.id,
    detail: requestEventDetail(live),
  }),
});

const hourMs = 60 * 60 * 1000;

/** POST /document-requests/:id/reminders. */
export const remind = command(sendReminder, {
  ...onRequest,
  readsHistory: true,
  check(_, { status, recipient_email: email }) {
    if (!waitsForRecipient(status)) throw invalid('Nothing is outstanding, so no reminder is needed.');
    if (email === null) throw invalid('No email address. Resend the request with one.');
  },
  async change({ deps, ...work }, row) {
    const hour = Math.floor(work.time().getTime() / hourMs);
    if (!(await queueEmail(work, deps, row, { kind: 'reminder', cause: `byHand:${hour}` }))) {
      throw invalid('A reminder was sent in the last hour. Wait before sending another.');
    }
    await changeRequest(work.trx, row.id, { updated_at: work.at });
  },
  events: (_, { before: { id, recipient_email: email } }) => ({
    action: 'documentRequest.reminded',
    resourceType: 'documentRequest',
    resourceId: id,
    detail: { email },
  }),
});

/** POST /document-requests/:id/cancel. */
export const cancelRequest = command(cancelDocumentRequest, {
  ...onRequest,
  readsHistory: true,
  transition: { lifecycle: requestLifecycle, from: ({ status }) => status, to: () => 'cancelled' },
  async change({ body, ...work }, row) {
    await changeRequest(work.trx, row.id, {
      status: 'cancelled',
      cancel_reason: body.reason,
      updated_at: work.at,
    });
    await closeOverdue(work, row, 'The request was cancelled.');
  },
  events: ({ body }, { before: { id, status } }) => ({
    action: 'documentRequest.cancelled',
    resourceType: 'documentRequest',
    resourceId: id,
    reason: body.reason,
    detail: { changes: { status: { before: status, after: 'cancelled' } } },
  }),
});
