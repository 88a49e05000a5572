import type { z } from 'zod';
import type { DocumentRequest, decideRequestItem } from '#contract/document-requests.ts';
import { requestItemStatusLabels } from '#rules/document-requests/items.ts';
import { decisionsComeTo } from '#rules/document-requests/progress.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { linkEnd } from './link-days.ts';
import { queueMail } from './mails.ts';
import { presentRequest } from './present.ts';
import { closeOverdue, invalid, lockRequest, type RequestsDeps, requireMove } from './sending.ts';
import { changeItem, changeRequest, readCompany, readItemRows } from './store.ts';

/**
 * POST /document-requests/:id/items/:itemId/decision. `version` is the request's. The last required item accepted completes the request,
 * in the same command; until then a decision can be changed.
 */
export function decideItem(
  deps: RequestsDeps,
  caller: MemberCaller,
  { id, itemId }: { id: string; itemId: string },
  form: z.output<typeof decideRequestItem.body>,
): Promise<DocumentRequest> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: itemId, body: form, status: 200 }, async () => {
      const row = await lockRequest(trx, deps, caller, { id, version: form.version });
      const items = await readItemRows(trx, id);
      const item = items.find((one) => one.id === itemId);
      if (item === undefined) throw refuse('record.notFound');
      if (row.status !== 'submitted') {
        throw invalid('Items are accepted or not once the person has sent everything that is needed.');
      }
      if (item.status === 'requested')
        throw invalid('Nothing was given for this item, so there is nothing to decide.');
      const at = deps.now().toISOString();
      const isAccepted = form.decision === 'accept';
      const status = isAccepted ? 'accepted' : 'rejected';
      const reason = form.decision === 'reject' ? form.reason : null;
      await changeItem(trx, itemId, {
        status,
        reject_reason: reason,
        decided_by: caller.member.id,
        decided_at: at,
      });
      const decided = items.map((one) => (one.id === itemId ? ({ ...one, status } as const) : one));
      const isComplete = decisionsComeTo(decided) === 'completed';
      if (isComplete) requireMove(row.status, 'completed');
      await changeRequest(trx, id, {
        updated_at: at,
        ...(isComplete ? { status: 'completed', completed_at: at } : {}),
      });
      if (isComplete) {
        await closeOverdue(trx, deps, caller, { id, dueOn: row.due_on, reason: 'Everything was accepted.' });
      }
      await recordMemberEvent(trx, deps, caller, {
        action: isAccepted ? 'documentRequest.itemAccepted' : 'documentRequest.itemRejected',
        resourceType: 'documentRequest',
        resourceId: id,
        reason,
        detail: {
          item: item.label,
          completed: isComplete,
          changes: {
            [item.label]: {
              before: requestItemStatusLabels[item.status],
              after: requestItemStatusLabels[status] + (reason === null ? '' : `: ${reason}`),
            },
          },
        },
      });
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
