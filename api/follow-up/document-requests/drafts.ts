import { v7 as uuidv7 } from 'uuid';
import {
  createDocumentRequest,
  editDocumentRequest,
  type NewDocumentRequest,
} from '#contract/document-requests/document-requests.ts';
import { isEndedClient } from '#rules/lifecycles/clients.ts';
import { verificationsUnderWay } from '../../checks/document-request-evidence/store.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { ItemRow, RequestRow } from '../../kernel/database/tables/document-request-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import { onRequest, type RequestsDeps } from './commands.ts';
import { toDocumentRequestDto } from './dto.ts';
import { queueEmail } from './emails.ts';
import { newLink, requestEventDetail } from './send-request.ts';
import { changeRequest, deleteItems, hasActivity, insertItems, readItemRows, requests } from './store.ts';

const command = commandsFor<RequestsDeps>();

async function requireActivity(trx: Trx, activityId: string | undefined): Promise<void> {
  if (activityId === undefined) return;
  if (!(await hasActivity(trx, activityId))) throw invalid('Select a record from the list', 'activityId');
}

type NewItem = NewDocumentRequest['items'][number];

function requireItems(items: readonly NewItem[]): void {
  const labels = new Set(items.map(({ label }) => label.toLowerCase()));
  if (labels.size < items.length) throw invalid('Two items have the same name. Rename one of them', 'items');
  for (const [index, { kind, detailFields }] of items.entries()) {
    if (kind === 'details' && detailFields.length === 0) {
      throw invalid('Select the details to request', `items[${index}].detailFields`);
    }
  }
}

/**
 * Columns of the verification that accepted items become evidence of; throws if it accepts no evidence or belongs to another
 * client.
 */
async function verificationColumns(trx: Trx, clientId: string, verificationId: string | undefined) {
  const none = { individual_verification_id: null, business_verification_id: null };
  if (verificationId === undefined) return none;
  const chosen = (await verificationsUnderWay(trx, clientId)).find(({ id }) => id === verificationId);
  if (chosen === undefined) {
    throw invalid('Select a verification of this client that is under way, or none', 'verificationId');
  }
  return chosen.kind === 'individual'
    ? { ...none, individual_verification_id: chosen.id }
    : { ...none, business_verification_id: chosen.id };
}

function itemRows(
  items: readonly NewItem[],
  { company_id, request_id, at }: { company_id: string; request_id: string; at: Date },
): Omit<ItemRow, 'version' | 'details' | 'number_sealed'>[] {
  return items.map((item, position) => ({
    company_id,
    id: uuidv7({ msecs: at.getTime() }),
    request_id,
    position,
    label: item.label,
    kind: item.kind,
    document_type: item.kind === 'document' ? (item.documentType ?? 'other') : null,
    detail_fields: item.kind === 'details' ? [...new Set(item.detailFields)] : [],
    required: item.required,
    status: 'requested',
    reject_reason: null,
    given_at: null,
    refused_until: null,
    decided_by: null,
    decided_at: null,
  }));
}

/** Writes a draft with its items. */
async function addRequest(
  context: Work & { caller: MemberCaller },
  clientId: string,
  form: NewDocumentRequest,
): Promise<RequestRow> {
  const { trx, time, caller } = context;
  const id = await requests.insert(context, {
    client_id: clientId,
    activity_id: form.activityId ?? null,
    ...(await verificationColumns(trx, clientId, form.verificationId)),
    recipient_name: form.recipientName,
    recipient_email: form.recipientEmail ?? null,
    message: form.message ?? '',
    status: 'draft',
    due_on: form.dueOn,
  });
  await insertItems(trx, itemRows(form.items, { company_id: caller.company.id, request_id: id, at: time() }));
  return requests.reread(trx, id);
}

/** Sends a draft that the transaction has written. */
async function sendDraft(work: Work, deps: RequestsDeps, draft: RequestRow): Promise<RequestRow> {
  const { recipient_email } = draft;
  const live = await newLink(work, deps, draft, draft.due_on, { status: 'sent', recipient_email });
  await queueEmail(work, deps, live, { kind: 'request', cause: 'sent' });
  return live;
}

/** POST /clients/:id/document-requests. With `send`, also sends the request. */
export const createRequest = command(createDocumentRequest, {
  readsHistory: true,
  lock: ({ trx, params }) => readClientById(trx, params.id),
  async check({ trx, body }, { status }) {
    if (isEndedClient(status)) {
      throw invalid('This client’s relationship has ended. No new document requests can be sent.');
    }
    requireItems(body.items);
    await requireActivity(trx, body.activityId);
  },
  async change(context, client) {
    const { body, deps } = context;
    const draft = await addRequest(context, client.id, body);
    return body.send ? sendDraft(context, deps, draft) : draft;
  },
  read: ({ trx, deps, caller }, _, { id }) => toDocumentRequestDto(trx, deps, caller, id),
  again: ({ trx, deps, caller }, { id }) => toDocumentRequestDto(trx, deps, caller, id),
  events: ({ body }, { done: row }) => ({
    action: body.send ? 'documentRequest.sent' : 'documentRequest.drafted',
    resourceType: 'documentRequest',
    resourceId: row.id,
    detail: requestEventDetail(row, body.items),
  }),
});

/** Audited fields of a draft. */
const getDraftEventDetail = (row: RequestRow, items: readonly Pick<ItemRow, 'label' | 'required'>[]) => ({
  recipient: row.recipient_name,
  email: row.recipient_email,
  dueOn: row.due_on,
  message: row.message,
  items: items.map(({ label, required }) => (required ? label : `${label} (optional)`)),
});

/** PUT /document-requests/:id/draft: replaces the whole draft. With `send`, also sends the request. */
export const editDraft = command(editDocumentRequest, {
  ...onRequest,
  readsHistory: true,
  async check({ trx, body }, { status }) {
    if (status !== 'draft') {
      throw invalid(
        'This request has been sent, so its items can no longer be changed. Cancel it and start a new one, or resend it with a new due date.',
      );
    }
    requireItems(body.items);
    await requireActivity(trx, body.activityId);
  },
  async change({ body, deps, caller, ...work }, before) {
    const { trx, at, time } = work;
    const { id } = before;
    const itemsBefore = await readItemRows(trx, id);
    await changeRequest(trx, id, {
      activity_id: body.activityId ?? null,
      ...(await verificationColumns(trx, before.client_id, body.verificationId)),
      recipient_name: body.recipientName,
      recipient_email: body.recipientEmail ?? null,
      message: body.message ?? '',
      due_on: body.dueOn,
      updated_at: at,
    });
    await deleteItems(trx, id);
    await insertItems(
      trx,
      itemRows(body.items, { company_id: caller.company.id, request_id: id, at: time() }),
    );
    const draft = await requests.reread(trx, id);
    const changes = changesBetween(
      getDraftEventDetail(before, itemsBefore),
      getDraftEventDetail(draft, body.items),
    );
    return { changes, after: body.send ? await sendDraft(work, deps, draft) : draft };
  },
  events: ({ body }, { done: { after, changes } }) => ({
    action: body.send ? 'documentRequest.sent' : 'documentRequest.draftEdited',
    resourceType: 'documentRequest',
    resourceId: after.id,
    detail: { ...requestEventDetail(after, body.items), changes },
  }),
});
