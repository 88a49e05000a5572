import type { Transaction } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type {
  DocumentRequest,
  editDocumentRequest,
  NewDocumentRequest,
} from '#contract/document-requests.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import { readClientById } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { verificationsUnderWay } from '../request-evidence/target.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { invalid, lockRequest, type RequestsDeps } from './commands.ts';
import { queueMail } from './mails.ts';
import { presentRequest } from './present.ts';
import { newLink, toldOf } from './sending.ts';
import {
  changeRequest,
  deleteItems,
  type ItemRow,
  insertItems,
  insertRequest,
  type RequestRow,
  readItemRows,
  readRequestRow,
} from './store.ts';

type Trx = Transaction<Schema>;

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

/** The columns of the verification that accepted items are evidence of; refuses one that takes none, or another client's. */
async function verificationColumns(trx: Trx, clientId: string, verificationId: string | undefined) {
  const none = { individual_verification_id: null, business_verification_id: null };
  if (verificationId === undefined) return none;
  const chosen = (await verificationsUnderWay(trx, clientId)).find(({ id }) => id === verificationId);
  if (chosen === undefined) {
    throw invalid('Choose a verification of this client that is under way, or none', 'verificationId');
  }
  return chosen.kind === 'individual'
    ? { ...none, individual_verification_id: chosen.id }
    : { ...none, business_verification_id: chosen.id };
}

function itemRows(
  items: readonly NewItem[],
  { company_id, request_id, at }: { company_id: string; request_id: string; at: Date },
): Omit<ItemRow, 'version' | 'details'>[] {
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

async function readBack(trx: Trx, id: string): Promise<RequestRow> {
  const row = await readRequestRow(trx, id);
  if (row === undefined) throw new Error('The request that was just written is not there.');
  return row;
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
  await insertRequest(trx, {
    company_id,
    id,
    client_id: clientId,
    activity_id: form.activityId ?? null,
    ...(await verificationColumns(trx, clientId, form.verificationId)),
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
  });
  await insertItems(trx, itemRows(form.items, { company_id, request_id: id, at }));
  return readBack(trx, id);
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

/** What of a draft its history tells, before and after. */
const toldOfDraft = (row: RequestRow, items: readonly Pick<ItemRow, 'label' | 'required'>[]) => ({
  recipient: row.recipient_name,
  email: row.recipient_email,
  dueOn: row.due_on,
  message: row.message,
  items: items.map(({ label, required }) => (required ? label : `${label} (optional)`)),
});

/** POST /document-requests/:id/draft: everything of a draft anew. With `send` it goes out in the same step. */
export async function editDraft(
  deps: RequestsDeps,
  caller: MemberCaller,
  id: string,
  form: z.output<typeof editDocumentRequest.body>,
): Promise<DocumentRequest> {
  const edited = await asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: form, status: 200 }, async () => {
      const before = await lockRequest(trx, deps, caller, { id, version: form.version });
      if (before.status !== 'draft') {
        throw invalid(
          'This request was sent, so what it asks for stands. Cancel it and ask anew, or send it again with a new due date.',
        );
      }
      requireItems(form.items);
      await requireActivity(trx, form.activityId);
      const itemsBefore = await readItemRows(trx, id);
      const at = deps.now();
      await changeRequest(trx, id, {
        activity_id: form.activityId ?? null,
        ...(await verificationColumns(trx, before.client_id, form.verificationId)),
        recipient_name: form.recipientName,
        recipient_email: form.recipientEmail ?? null,
        message: form.message ?? '',
        due_on: form.dueOn,
        updated_at: at.toISOString(),
      });
      await deleteItems(trx, id);
      await insertItems(trx, itemRows(form.items, { company_id: caller.company.id, request_id: id, at }));
      const draft = await readBack(trx, id);
      if (form.send) {
        const live = await newLink(trx, deps, draft, form.dueOn, {
          status: 'sent',
          recipient_email: draft.recipient_email,
        });
        await queueMail(trx, deps, live, { kind: 'request', cause: 'sent' });
      }
      await recordMemberEvent(trx, deps, caller, {
        action: form.send ? 'documentRequest.sent' : 'documentRequest.draftEdited',
        resourceType: 'documentRequest',
        resourceId: id,
        detail: {
          ...toldOf(await readBack(trx, id), form.items),
          changes: changesBetween(toldOfDraft(before, itemsBefore), toldOfDraft(draft, form.items)),
        },
      });
      return presentRequest(trx, deps, caller, id);
    }),
  );
  if (form.send) deps.wakeMail();
  return edited;
}
