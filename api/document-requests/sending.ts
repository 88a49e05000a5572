import type { Kysely, Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type {
  cancelDocumentRequest,
  DocumentRequest,
  listDocumentRequests,
  listSubmittedRequests,
  NewDocumentRequest,
  sendDocumentRequest,
} from '#contract/document-requests.ts';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import { waitsForRecipient } from '#rules/document-requests/progress.ts';
import { type RequestStatus, requestLifecycle } from '#rules/lifecycles/checks.ts';
import { mayMove } from '#rules/lifecycles/lifecycle.ts';
import { closeAlerts } from '../alerts/open-alerts.ts';
import { actorOf, recordMemberEvent } from '../audit/member-event.ts';
import { readClientById } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { linkEnd, requireDueDate } from './link-days.ts';
import { hashOfTransactionId } from './links.ts';
import { queueMail } from './mails.ts';
import { type PresentDeps, presentRequest } from './present.ts';
import {
  changeRequest,
  insertRequest,
  listOfClient,
  listSubmitted,
  type RequestRow,
  readCompany,
  readRequestRow,
} from './store.ts';

export interface RequestsDeps extends PresentDeps {
  db: Kysely<Schema>;
  /** Tells whoever sends mail that there is some; without anybody it goes out at the next minute. */
  wakeMail: () => void;
}

type Trx = Transaction<Schema>;

const requestsPerPage = 10;

export const invalid = (sentence: string, field = '') =>
  refuse('request.invalid', { detail: sentence, fields: { [field]: [sentence] } });

/** Refuses a move that the lifecycle does not have. */
export function requireMove(from: RequestStatus, to: RequestStatus): void {
  const decision = mayMove(requestLifecycle, from, to);
  if (!decision.allowed) throw invalid(decision.reason);
}

/** A request locked for a command of staff; 404 where it is not the company's, 409 where it has moved on. */
export async function lockRequest(
  trx: Trx,
  deps: RequestsDeps,
  caller: MemberCaller,
  { id, version }: { id: string; version: number },
): Promise<RequestRow> {
  const row = await readRequestRow(trx, id, true);
  if (row === undefined) throw refuse('record.notFound');
  if (row.version !== version) {
    throw refuse('record.stale', {
      detail: 'This request has moved on in the meantime. Look at it as it is now, then decide.',
      current: await presentRequest(trx, deps, caller, id),
    });
  }
  return row;
}

/** Once a request is sent again, finished or over, nobody has to look at its being late. */
export function closeOverdue(
  trx: Trx,
  deps: RequestsDeps,
  caller: MemberCaller,
  { id, dueOn, reason }: { id: string; dueOn: string; reason: string },
): Promise<number> {
  const by = { companyId: caller.company.id, actor: actorOf(caller), requestId: caller.request.id };
  return closeAlerts(trx, deps, by, { dedupeKeys: [overdueKey({ id, dueOn })], reason });
}

/** One alert for each due date of a request. */
export const overdueKey = ({ id, dueOn }: { id: string; dueOn: string }) => `requestOverdue:${id}:${dueOn}`;

/** GET /clients/:id/document-requests. */
export function listRequests(
  deps: RequestsDeps,
  { company }: MemberCaller,
  clientId: string,
  before: string | undefined,
): Promise<EndpointAnswer<typeof listDocumentRequests>> {
  return asTenant(deps.db, company.id, async (trx) => {
    if ((await readClientById(trx, clientId)) === null) throw refuse('record.notFound');
    const rows = await listOfClient(trx, clientId, { before, limit: requestsPerPage + 1 });
    const items = rows.slice(0, requestsPerPage);
    return { items, nextBefore: rows.length > requestsPerPage ? (items.at(-1)?.id ?? null) : null };
  });
}

/** GET /document-requests/submitted. */
export function listSubmittedOf(
  deps: RequestsDeps,
  { company }: MemberCaller,
  limit: number,
): Promise<EndpointAnswer<typeof listSubmittedRequests>> {
  return asTenant(deps.db, company.id, (trx) => listSubmitted(trx, limit));
}

/** GET /document-requests/:id. */
export function readRequest(deps: RequestsDeps, caller: MemberCaller, id: string): Promise<DocumentRequest> {
  return asTenant(deps.db, caller.company.id, (trx) => presentRequest(trx, deps, caller, id));
}

/** A new link for a request that the transaction has locked: the one before leads nowhere from the commit on. */
async function newLink(
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

const closedClients = ['archived', 'declined', 'exited'];

async function requireActivity(trx: Trx, activityId: string | undefined): Promise<void> {
  if (activityId === undefined) return;
  const found = await trx
    .selectFrom('activities')
    .select('id')
    .where('id', '=', activityId)
    .executeTakeFirst();
  if (found === undefined) throw invalid('Choose an activity from the list', 'activityId');
}

type NewItem = NewDocumentRequest['items'][number];

function requireItems(items: readonly NewItem[]): void {
  const labels = new Set(items.map(({ label }) => label.toLowerCase()));
  if (labels.size < items.length)
    throw invalid('Two things asked for have the same name: rename one of them', 'items');
  for (const [index, { kind, detailFields }] of items.entries()) {
    if (kind === 'details' && detailFields.length === 0) {
      throw invalid('Choose what details are asked for', `items[${index}].detailFields`);
    }
  }
}

async function addRequest(
  trx: Trx,
  deps: RequestsDeps,
  caller: MemberCaller,
  clientId: string,
  form: NewDocumentRequest,
): Promise<RequestRow> {
  const at = deps.now();
  const id = uuidv7({ msecs: at.getTime() });
  const company_id = caller.company.id;
  await insertRequest(
    trx,
    {
      company_id,
      id,
      client_id: clientId,
      activity_id: form.activityId ?? null,
      recipient_name: form.recipientName,
      recipient_email: form.recipientEmail ?? null,
      message: form.message ?? '',
      status: 'draft',
      due_on: form.dueOn,
      expires_at: null,
      sent_at: null,
      first_opened_at: null,
      submitted_at: null,
      consent_at: null,
      completed_at: null,
      cancel_reason: null,
      created_by: caller.member.id,
      created_at: at.toISOString(),
      updated_at: at.toISOString(),
    },
    form.items.map((item, position) => ({
      company_id,
      id: uuidv7({ msecs: at.getTime() }),
      request_id: id,
      position,
      label: item.label,
      kind: item.kind,
      document_type: item.kind === 'document' ? (item.documentType ?? 'other') : null,
      detail_fields: item.kind === 'details' ? [...new Set(item.detailFields)] : [],
      required: item.required,
      status: 'requested',
      reject_reason: null,
      given_at: null,
      decided_by: null,
      decided_at: null,
    })),
  );
  const row = await readRequestRow(trx, id);
  if (row === undefined) throw new Error('The request that was just written is not there.');
  return row;
}

/** What of a request its events tell; never the link. */
function toldOf(row: RequestRow, items?: readonly Pick<NewItem, 'label' | 'required'>[]) {
  return {
    client: row.client_id,
    recipient: row.recipient_name,
    email: row.recipient_email,
    dueOn: row.due_on,
    linkNumber: row.link_number,
    ...(items ? { items: items.map(({ label, required }) => ({ label, required })) } : {}),
  };
}

/** POST /clients/:id/document-requests. */
export async function createRequest(
  deps: RequestsDeps,
  caller: MemberCaller,
  clientId: string,
  form: NewDocumentRequest,
): Promise<DocumentRequest> {
  const made = await asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: clientId, body: form, status: 201 }, async () => {
      const client = await readClientById(trx, clientId);
      if (client === null) throw refuse('record.notFound');
      if (closedClients.includes(client.status)) {
        throw invalid('The relationship with this client is over, so nothing is asked of them any more.');
      }
      requireItems(form.items);
      await requireActivity(trx, form.activityId);
      const draft = await addRequest(trx, deps, caller, clientId, form);
      const row = form.send
        ? await newLink(trx, deps, draft, form.dueOn, {
            status: 'sent',
            recipient_email: draft.recipient_email,
          })
        : draft;
      if (form.send) await queueMail(trx, deps, row, { kind: 'request', cause: 'sent' });
      await recordMemberEvent(trx, deps, caller, {
        action: form.send ? 'documentRequest.sent' : 'documentRequest.drafted',
        resourceType: 'documentRequest',
        resourceId: row.id,
        detail: toldOf(row, form.items),
      });
      return presentRequest(trx, deps, caller, row.id);
    }),
  );
  deps.wakeMail();
  return made;
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
