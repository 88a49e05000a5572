import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type {
  cancelDocumentRequest,
  DocumentRequest,
  NewDocumentRequest,
  sendDocumentRequest,
} from '#contract/document-requests.ts';
import { waitsForRecipient } from '#rules/document-requests/progress.ts';
import type { RequestStatus } from '#rules/lifecycles/checks.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { closeOverdue, invalid, lockRequest, type RequestsDeps, requireMove } from './commands.ts';
import { linkEnd, requireDueDate } from './link-days.ts';
import { hashOfTransactionId } from './links.ts';
import { queueMail } from './mails.ts';
import { presentRequest } from './present.ts';
import { changeRequest, type RequestRow, readCompany } from './store.ts';

type Trx = Transaction<Schema>;

/** A new link for a request that the transaction has locked: the one before leads nowhere from the commit on. */
export async function newLink(
  trx: Trx,
  deps: RequestsDeps,
  row: RequestRow,
  dueOn: string,
  changes: { status: RequestStatus; recipient_email: string | null },
): Promise<RequestRow> {
  const company = await readCompany(trx);
  const now = deps.now();
  const days = { now, timeZone: company.timeZone, expiryDays: company.expiryDays };
  requireDueDate(dueOn, days);
  const seed = deps.links.newSeed();
  const link = {
    link_number: row.link_number + 1,
    link_seed: seed,
    link_hash: hashOfTransactionId(deps.links.transactionId(row.id, seed)),
    due_on: dueOn,
    expires_at: linkEnd(dueOn, days),
    sent_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
  await changeRequest(trx, row.id, { ...link, ...changes });
  return { ...row, ...link, ...changes };
}

/** What of a request its events tell; never the link. */
export function toldOf(
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

/** POST /document-requests/:id/sending: a draft for the first time, others with a new link. */
export async function sendRequest(
  deps: RequestsDeps,
  caller: MemberCaller,
  id: string,
  form: z.output<typeof sendDocumentRequest.body>,
): Promise<DocumentRequest> {
  const sent = await asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: form, status: 200 }, async () => {
      const row = await lockRequest(trx, deps, caller, { id, version: form.version });
      const isFirst = row.status === 'draft';
      const status = waitsForRecipient(row.status) ? row.status : 'sent';
      if (!waitsForRecipient(row.status)) requireMove(row.status, 'sent');
      const recipient_email = form.recipientEmail ?? row.recipient_email;
      const live = await newLink(trx, deps, row, form.dueOn, { status, recipient_email });
      await queueMail(trx, deps, live, { kind: isFirst ? 'request' : 'newLink', cause: 'sent' });
      await closeOverdue(trx, deps, caller, { id, dueOn: row.due_on, reason: 'The request was sent again.' });
      await recordMemberEvent(trx, deps, caller, {
        action: isFirst ? 'documentRequest.sent' : 'documentRequest.sentAgain',
        resourceType: 'documentRequest',
        resourceId: id,
        detail: toldOf(live),
      });
      return presentRequest(trx, deps, caller, id);
    }),
  );
  deps.wakeMail();
  return sent;
}

const hourMs = 60 * 60 * 1000;

/** POST /document-requests/:id/reminders. */
export async function remindOf(
  deps: RequestsDeps,
  caller: MemberCaller,
  id: string,
  form: { version: number },
): Promise<DocumentRequest> {
  const reminded = await asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: form, status: 200 }, async () => {
      const row = await lockRequest(trx, deps, caller, { id, version: form.version });
      if (!waitsForRecipient(row.status)) {
        throw invalid('Nothing is waited for from this person, so there is nothing to remind them of.');
      }
      if (row.recipient_email === null) {
        throw invalid('There is no email address to remind at. Send the request again with one.');
      }
      const now = deps.now();
      const hour = Math.floor(now.getTime() / hourMs);
      if (!(await queueMail(trx, deps, row, { kind: 'reminder', cause: `byHand:${hour}` }))) {
        throw invalid('A reminder went out within the last hour. Wait a while before the next one.');
      }
      await changeRequest(trx, id, { updated_at: now.toISOString() });
      await recordMemberEvent(trx, deps, caller, {
        action: 'documentRequest.reminded',
        resourceType: 'documentRequest',
        resourceId: id,
        detail: { email: row.recipient_email },
      });
      return presentRequest(trx, deps, caller, id);
    }),
  );
  deps.wakeMail();
  return reminded;
}

/** POST /document-requests/:id/cancellation. */
export function cancelRequest(
  deps: RequestsDeps,
  caller: MemberCaller,
  id: string,
  form: z.output<typeof cancelDocumentRequest.body>,
): Promise<DocumentRequest> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: form, status: 200 }, async () => {
      const row = await lockRequest(trx, deps, caller, { id, version: form.version });
      requireMove(row.status, 'cancelled');
      await changeRequest(trx, id, {
        status: 'cancelled',
        cancel_reason: form.reason,
        updated_at: deps.now().toISOString(),
      });
      await closeOverdue(trx, deps, caller, { id, dueOn: row.due_on, reason: 'The request was cancelled.' });
      await recordMemberEvent(trx, deps, caller, {
        action: 'documentRequest.cancelled',
        resourceType: 'documentRequest',
        resourceId: id,
        reason: form.reason,
        detail: { changes: { status: { before: row.status, after: 'cancelled' } } },
      });
      return presentRequest(trx, deps, caller, id);
    }),
  );
}
