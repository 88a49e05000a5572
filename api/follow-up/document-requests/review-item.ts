import {
  decideRequestItem,
  requestChanges as requestChangesEndpoint,
} from '#contract/document-requests/document-requests.ts';
import { requestItemStatusLabels } from '#rules/document-requests/items.ts';
import { decisionsComeTo } from '#rules/document-requests/progress.ts';
import { requestLifecycle } from '#rules/lifecycles/checks.ts';
import { acceptEvidence } from '../../checks/document-request-evidence/accept-evidence.ts';
import { maskDetails } from '../../checks/document-request-evidence/item-numbers.ts';
import { withdrawEvidence } from '../../checks/document-request-evidence/withdraw-evidence.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { ItemRow, RequestRow } from '../../kernel/database/tables/document-request-tables.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import { lockClientById } from '../../records/clients/record/store.ts';
import { readRetainedClients } from '../../records/documents/removal-store.ts';
import { readItemEvidence } from '../../records/documents/request-evidence-store.ts';
import { closeOverdue, onRequest, type RequestsDeps } from './commands.ts';
import { queueEmail } from './emails.ts';
import { linkEnd } from './link-expiry.ts';
import { changeItem, changeRequest, readCompany, readItemRows, readRequestRow, requests } from './store.ts';

const command = commandsFor<RequestsDeps>();

/** A request with its items; its lock covers them. */
type RequestWithItems = RequestRow & { items: readonly ItemRow[] };

async function lockWithItems({
  trx,
  params,
}: Pick<Work, 'trx'> & { params: { id: string } }): Promise<RequestWithItems | null> {
  const row = await requests.lock(trx, params.id);
  return row === null ? null : { ...row, items: await readItemRows(trx, row.id) };
}

/**
 * The client, with those whose record includes what was given, first and its request second, as every command that changes both locks
 * them: rejecting an accepted item takes its document back.
 */
async function lockForDecision(
  context: Pick<Work, 'trx'> & { params: { id: string; itemId: string } },
): Promise<RequestWithItems | null> {
  const seen = await readRequestRow(context.trx, context.params.id);
  if (seen === null) return null;
  const owner = { ownerType: 'requestItem', ownerId: context.params.itemId } as const;
  await readRetainedClients(context.trx, owner, { lock: true });
  await lockClientById(context.trx, seen.client_id);
  return lockWithItems(context);
}

function requireItem({ items }: RequestWithItems, itemId: string): ItemRow {
  const item = items.find(({ id }) => id === itemId);
  if (item === undefined) throw apiError('record.notFound');
  return item;
}

/**
 * Clears the full document numbers of a request once no further decision is possible; they stay only with the recorded documents.
 */
async function clearNumbers(trx: Work['trx'], items: readonly ItemRow[]): Promise<void> {
  const evidence = await readItemEvidence(
    trx,
    items.map(({ id }) => id),
  );
  const used = new Set(evidence.flatMap(({ number_item_id: id }) => id ?? []));
  for (const { id, details } of items.filter((item) => used.has(item.id))) {
    if (details?.documentNumber === undefined) continue;
    await changeItem(trx, id, { details: JSON.stringify(maskDetails(details)), number_sealed: null });
  }
}

/**
 * POST /document-requests/:id/items/:itemId/decision. `version` is the request's. Accepted items become evidence of the requesting
 * verification. Accepting the last required item completes the request in the same command; until then a decision can be changed, which
 * withdraws the evidence.
 */
export const decideItem = command(decideRequestItem, {
  ...onRequest,
  readsHistory: true,
  lock: lockForDecision,
  check({ params }, request) {
    const item = requireItem(request, params.itemId);
    if (request.status !== 'submitted') {
      throw invalid('You can review items once the recipient has submitted the request.');
    }
    if (item.status === 'requested') throw invalid('Nothing submitted for this item.');
  },
  async change({ params, body, deps, caller, ...work }, request) {
    const { trx, at } = work;
    const { items } = request;
    const item = requireItem(request, params.itemId);
    const status = body.decision === 'accept' ? 'accepted' : 'rejected';
    const reason = body.decision === 'reject' ? body.reason : null;
    await changeItem(trx, item.id, {
      status,
      reject_reason: reason,
      decided_by: caller.member.id,
      decided_at: at,
    });
    const decided = { request, item, items };
    const evidenceOf =
      body.decision === 'accept'
        ? await acceptEvidence(work, deps, caller.company, decided, body.document)
        : null;
    if (body.decision === 'reject') await withdrawEvidence(work, caller.company, decided);
    const after = items.map((one) => (one.id === item.id ? ({ ...one, status } as const) : one));
    const isComplete = decisionsComeTo(after) === 'completed';
    if (isComplete) await clearNumbers(trx, after);
    await changeRequest(trx, request.id, {
      updated_at: at,
      ...(isComplete ? { status: 'completed', completed_at: at } : {}),
    });
    if (isComplete) await closeOverdue(work, request, 'Everything was accepted.');
    return { item, status, reason, evidenceOf, isComplete } as const;
  },
  events: (_, { before, done: { item, status, reason, evidenceOf, isComplete } }) => ({
    action: status === 'accepted' ? 'documentRequest.itemAccepted' : 'documentRequest.itemRejected',
    resourceType: 'documentRequest',
    resourceId: before.id,
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
  }),
});

/** POST /document-requests/:id/changes: the recipient can resubmit rejected items through the same link. */
export const requestChangesTo = command(requestChangesEndpoint, {
  ...onRequest,
  readsHistory: true,
  lock: lockWithItems,
  transition: { lifecycle: requestLifecycle, from: ({ status }) => status, to: () => 'changesRequested' },
  check(_, { items }) {
    // If all items are accepted the request is complete, and the lifecycle has rejected the command.
    if (decisionsComeTo(items) === 'undecided') throw invalid('Accept or reject each submitted item first.');
  },
  async change({ deps, ...work }, request) {
    const { trx, at, time } = work;
    const { id, items, version, due_on, expires_at: until } = request;
    const { timeZone, expiryDays } = await readCompany(trx);
    const longer = linkEnd(due_on, { now: time(), timeZone, expiryDays });
    const expires_at = until !== null && until > longer ? until : longer;
    await changeRequest(trx, id, { status: 'changesRequested', expires_at, updated_at: at });
    const rejected = items.filter(({ status }) => status === 'rejected');
    for (const { id: itemId } of rejected) await changeItem(trx, itemId, { refused_until: at });
    await queueEmail(work, deps, request, { kind: 'changes', cause: `changes:${version}` });
    return rejected.map(({ label }) => label);
  },
  events: (_, { before: { id }, done: items }) => ({
    action: 'documentRequest.changesRequested',
    resourceType: 'documentRequest',
    resourceId: id,
    detail: { items },
  }),
});
