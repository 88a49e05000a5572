import {
  startBulkAction as startEndpoint,
  stopBulkAction as stopEndpoint,
  undoBulkAction as undoEndpoint,
} from '#contract/monitoring/bulk-actions.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import { readPerson } from '../../records/clients/assignment/service.ts';
import { filteredClientIds } from '../../records/clients/list/filtered-clients.ts';
import { lookupExistingIds } from '../../records/clients/record/store.ts';
import { requireWorklist } from '../../records/worklists/enrol.ts';
import { bulkEvent } from './events.ts';
import { type BulkActionsDeps, isUndoable, showAction } from './queries.ts';
import {
  countItems,
  countRunning,
  endAction,
  insertAction,
  lockAction,
  readOwners,
  readUndoItems,
} from './store.ts';

const command = commandsFor<BulkActionsDeps>();

/** Most actions of a company that run at a time; each gets its share of the job's time. */
const maxRunning = 5;

/** @throws `request.invalid` while as many actions run as a company may have */
async function requireTurn(trx: Trx): Promise<void> {
  if ((await countRunning(trx)) < maxRunning) return;
  throw invalid('Five bulk actions are running already. Start this one when one of them has ended.');
}

/** Clients with their relationship owners: an owner set later by someone else stays, and an undo restores these. */
async function withOwners(trx: Trx, items: readonly { clientId: string }[], setTo: string | null) {
  const owners = await readOwners(
    trx,
    items.map(({ clientId }) => clientId),
  );
  return items.map(({ clientId }) => ({
    clientId,
    before: { responsibleMemberId: owners.get(clientId) ?? null, setTo },
  }));
}

/** POST /bulk-actions: saves what is to be done; the job does it. */
export const startAction = command(startEndpoint, {
  async check({ trx, body: { act }, caller, time, problems }) {
    if (act.kind === 'assign') await readPerson(trx, act.memberId);
    if (act.kind === 'screen') await requireWorklist(trx, act.worklistId);
    if (act.kind === 'startReview' && act.dueOn < companyDay(time(), caller.company.timeZone)) {
      problems.add('act.dueOn', 'Enter today or a later day.');
    }
  },
  async change(context) {
    const { trx, time, caller, body, deps, afterCommit } = context;
    const { act, clientIds, filters, confirmedTotal = 0 } = body;
    await requireTurn(trx);
    const ids =
      filters === undefined
        ? await lookupExistingIds(trx, clientIds ?? [])
        : await filteredClientIds(trx, { now: time }, caller, { filters, confirmedTotal });
    // A client of another company is reported as not found.
    if (clientIds !== undefined && ids.length < new Set(clientIds).size) throw apiError('record.notFound');
    if (ids.length === 0)
      throw invalid('No clients match the filter now. Review the list, then start again.', 'filters');
    const items = ids.map((clientId) => ({ clientId }));
    const withState = act.kind === 'assign' ? await withOwners(trx, items, act.memberId) : items;
    const id = await insertAction(context, { act, undoes: null }, withState);
    if (deps.wakeBulkActions) afterCommit(deps.wakeBulkActions);
    return { id, total: ids.length };
  },
  read: ({ trx }, _, { id }) => showAction(trx, id),
  again: ({ trx }, { id }) => showAction(trx, id),
  events: ({ body: { act, filters } }, { done: { id, total } }) =>
    bulkEvent('bulkAction.started', id, { act, total, ...(filters === undefined ? {} : { filters }) }),
});

/** POST /bulk-actions/:id/stop. One that has ended meanwhile stays as it is. */
export const stopAction = command(stopEndpoint, {
  lock: ({ trx, params }) => lockAction(trx, params.id),
  async change({ trx, at }, action) {
    if (action.status !== 'running') return null;
    await endAction(trx, action, { status: 'stopped', at });
    return (await countItems(trx, [action.id])).get(action.id) ?? null;
  },
  read: ({ trx }, { id }) => showAction(trx, id),
  again: ({ trx, params }) => showAction(trx, params.id),
  events: (_, { before: { id, act }, done: counts }) =>
    counts === null ? [] : bulkEvent('bulkAction.stopped', id, { act, counts }),
});

/** POST /bulk-actions/:id/undo. @throws `request.invalid` if there is nothing to take back */
export const undoAction = command(undoEndpoint, {
  lock: ({ trx, params }) => lockAction(trx, params.id),
  async change(context, action) {
    const { trx, deps, afterCommit } = context;
    const counts = (await countItems(trx, [action.id])).get(action.id);
    if (counts === undefined || !isUndoable(action, counts)) {
      throw invalid(
        'This cannot be undone: it is still running, was undone before, or did not set relationship owners.',
      );
    }
    await requireTurn(trx);
    const items = await readUndoItems(trx, action.id);
    const id = await insertAction(context, { act: { kind: 'restoreOwner' }, undoes: action.id }, items);
    if (deps.wakeBulkActions) afterCommit(deps.wakeBulkActions);
    return id;
  },
  read: ({ trx }, _, id) => showAction(trx, id),
  again: ({ trx }, { id }) => showAction(trx, id),
  events: (_, { before, done: id }) =>
    bulkEvent('bulkAction.started', id, { act: { kind: 'restoreOwner' }, undoes: before.id }),
});
