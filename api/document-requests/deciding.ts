import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { DocumentRequest, decideRequestItem } from '#contract/document-requests.ts';
import { requestItemStatusLabels } from '#rules/document-requests/items.ts';
import { decisionsComeTo } from '#rules/document-requests/progress.ts';
import { maskNumber } from '#rules/verification/documents.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { readEvidenceOfItems } from '../request-evidence/store.ts';
import { takeEvidence } from '../request-evidence/taking.ts';
import { takeBackEvidence } from '../request-evidence/taking-back.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { closeOverdue, invalid, lockRequest, type RequestsDeps, requireMove } from './commands.ts';
import { linkEnd } from './link-days.ts';
import { queueMail } from './mails.ts';
import { presentRequest } from './present.ts';
import {
  changeItem,
  changeRequest,
  type ItemRow,
  type RequestRow,
  readCompany,
  readItemRows,
} from './store.ts';

type Trx = Transaction<Schema>;

type Decision = z.output<typeof decideRequestItem.body>;

interface Decided {
  trx: Trx;
  deps: RequestsDeps;
  caller: MemberCaller;
  row: RequestRow;
  items: readonly ItemRow[];
  item: ItemRow;
}

/** The item of a request that waits for decisions, both locked. */
async function requireDecidable(
  trx: Trx,
  deps: RequestsDeps,
  caller: MemberCaller,
  { id, itemId, version }: { id: string; itemId: string; version: number },
): Promise<Decided> {
  const row = await lockRequest(trx, deps, caller, { id, version });
  const items = await readItemRows(trx, id);
  const item = items.find((one) => one.id === itemId);
  if (item === undefined) throw refuse('record.notFound');
  if (row.status !== 'submitted') {
    throw invalid('Items are accepted or not once the person has sent everything that is needed.');
  }
  if (item.status === 'requested')
    throw invalid('Nothing was given for this item, so there is nothing to decide.');
  return { trx, deps, caller, row, items, item };
}

/** Makes the item evidence, or takes it back as evidence; what else is to be told comes after the request's own event. */
async function settleEvidence({ trx, deps, caller, row, items, item }: Decided, form: Decision) {
  const decided = { request: row, item, items };
  if (form.decision === 'accept') return takeEvidence(trx, deps, caller, decided, form.document);
  return { evidenceOf: null, ...(await takeBackEvidence(trx, deps, caller, decided)) };
}

/**
 * The numbers of documents that were recorded from a request's details stay there alone, masked, once nothing more can be decided.
 * Source: domain 6, "ID numbers: masked".
 */
async function maskNumbers(trx: Trx, items: readonly ItemRow[]): Promise<void> {
  const evidence = await readEvidenceOfItems(
    trx,
    items.map(({ id }) => id),
  );
  const used = new Set(evidence.flatMap(({ number_item_id: id }) => id ?? []));
  for (const { id, details } of items.filter((item) => used.has(item.id))) {
    const number = details?.documentNumber;
    if (details === null || number === undefined) continue;
    await changeItem(trx, id, {
      details: JSON.stringify({ ...details, documentNumber: maskNumber(number.replace(/[\s-]/g, '')) }),
    });
  }
}

async function decideOne(decided: Decided, form: Decision): Promise<void> {
  const { trx, deps, caller, row, items, item } = decided;
  const at = deps.now().toISOString();
  const isAccepted = form.decision === 'accept';
  const status = isAccepted ? 'accepted' : 'rejected';
  const reason = form.decision === 'reject' ? form.reason : null;
  await changeItem(trx, item.id, {
    status,
    reject_reason: reason,
    decided_by: caller.member.id,
    decided_at: at,
  });
  const { evidenceOf, tell } = await settleEvidence(decided, form);
  const after = items.map((one) => (one.id === item.id ? ({ ...one, status } as const) : one));
  const isComplete = decisionsComeTo(after) === 'completed';
  if (isComplete) {
    requireMove(row.status, 'completed');
    await maskNumbers(trx, after);
  }
  await changeRequest(trx, row.id, {
    updated_at: at,
    ...(isComplete ? { status: 'completed', completed_at: at } : {}),
  });
  if (isComplete) {
    await closeOverdue(trx, deps, caller, {
      id: row.id,
      dueOn: row.due_on,
      reason: 'Everything was accepted.',
    });
  }
  await recordMemberEvent(trx, deps, caller, {
    action: isAccepted ? 'documentRequest.itemAccepted' : 'documentRequest.itemRejected',
    resourceType: 'documentRequest',
    resourceId: row.id,
    reason,
    detail: {
      item: item.label,
      completed: isComplete,
      ...(evidenceOf === null ? {} : { evidenceOf }),
      changes: {
        [item.label]: {
          before: requestItemStatusLabels[item.status],
          after: requestItemStatusLabels[status] + (reason === null ? '' : `: ${reason}`),
        },
      },
    },
  });
  await tell();
}

/**
 * POST /document-requests/:id/items/:itemId/decision. `version` is the request's. What is accepted becomes evidence of the verification
 * that it was asked for. The last required item accepted completes the request, in the same command; until then a decision can be changed,
 * and evidence is taken back with it.
 */
export function decideItem(
  deps: RequestsDeps,
  caller: MemberCaller,
  { id, itemId }: { id: string; itemId: string },
  form: Decision,
): Promise<DocumentRequest> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: itemId, body: form, status: 200 }, async () => {
      const decided = await requireDecidable(trx, deps, caller, { id, itemId, version: form.version });
      await decideOne(decided, form);
      return presentRequest(trx, deps, caller, id);
    }),
  );
}

/** POST /document-requests/:id/changes: the person may give again what was not accepted, by the same link. */
export async function requestChangesOf(
  deps: RequestsDeps,
  caller: MemberCaller,
  id: string,
  form: { version: number },
): Promise<DocumentRequest> {
  const asked = await asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: id, body: form, status: 200 }, async () => {
      const row = await lockRequest(trx, deps, caller, { id, version: form.version });
      requireMove(row.status, 'changesRequested');
      const items = await readItemRows(trx, id);
      const outcome = decisionsComeTo(items);
      if (outcome === 'undecided') throw invalid('Accept or refuse each item that was given first.');
      if (outcome === 'completed') throw invalid('Everything is accepted, so there is nothing to ask again.');
      const now = deps.now();
      const company = await readCompany(trx);
      const longer = linkEnd(row.due_on, { now, timeZone: company.timeZone, expiryDays: company.expiryDays });
      const expires_at = row.expires_at !== null && row.expires_at > longer ? row.expires_at : longer;
      const changed = { ...row, status: 'changesRequested' as const, expires_at };
      await changeRequest(trx, id, { status: changed.status, expires_at, updated_at: now.toISOString() });
      for (const { id: itemId } of items.filter(({ status }) => status === 'rejected')) {
        await changeItem(trx, itemId, { refused_until: now.toISOString() });
      }
      await queueMail(trx, deps, changed, { kind: 'changes', cause: `changes:${row.version}` });
      await recordMemberEvent(trx, deps, caller, {
        action: 'documentRequest.changesRequested',
        resourceType: 'documentRequest',
        resourceId: id,
        detail: { items: items.filter(({ status }) => status === 'rejected').map(({ label }) => label) },
      });
      return presentRequest(trx, deps, caller, id);
    }),
  );
  deps.wakeMail();
  return asked;
}
