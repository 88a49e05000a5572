import { lockWithCdd } from '../../checks/cdd/locked-client.ts';
import { moveClient } from '../../checks/cdd/transitions.ts';
import type { Work } from '../../kernel/command/work.ts';
import type { ItemBefore, StoredAct } from '../../kernel/database/tables/client-tool-tables.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { assign, readPerson } from '../../records/clients/assignment/service.ts';
import { lockForAssignment } from '../../records/clients/assignment/store.ts';
import { enrolBatch, requireWorklist } from '../../records/worklists/enrol.ts';
import { lockForEnrolment } from '../../records/worklists/enrolment-store.ts';
import { scheduleManualReview } from '../reviews/commands.ts';
import type { ItemRecord, Outcome } from './store.ts';

type ActWork = Work & { caller: MemberCaller };
type Act<Kind extends StoredAct['kind']> = Extract<StoredAct, { kind: Kind }>;

const gone = (): Outcome => ({ state: 'refused', reason: 'The client’s record was destroyed or merged' });

/** Sets the relationship owner, unless someone has set another than that at the action's start. */
async function assignOne(
  work: ActWork,
  { memberId }: Act<'assign'>,
  { client_id, before }: ItemRecord,
): Promise<Outcome> {
  const person = await readPerson(work.trx, memberId);
  const [client] = await lockForAssignment(work.trx, [client_id]);
  if (client === undefined) return gone();
  const owner = client.responsible?.id ?? null;
  if (owner === memberId) return { state: 'unchanged', reason: 'Has this relationship owner already' };
  if (owner !== (before?.responsibleMemberId ?? null)) {
    return {
      state: 'refused',
      reason: `Relationship owner is now ${client.responsible?.name ?? 'unassigned'}`,
    };
  }
  await assign(work, [client], person);
  return { state: 'done' };
}

/** Restores the former relationship owner, unless someone has set another since. */
async function restoreOwner(work: ActWork, clientId: string, before: ItemBefore | null): Promise<Outcome> {
  const [client] = await lockForAssignment(work.trx, [clientId]);
  if (client === undefined || before === null) return gone();
  const { responsible } = client;
  if ((responsible?.id ?? null) !== before.setTo) {
    return {
      state: 'refused',
      reason: `Someone has changed the relationship owner since, to ${responsible?.name ?? 'no one'}`,
    };
  }
  await assign(work, [client], await readPerson(work.trx, before.responsibleMemberId));
  return { state: 'done' };
}

async function screenOne(work: ActWork, act: Act<'screen'>, clientId: string): Promise<Outcome> {
  const worklist = await requireWorklist(work.trx, act.worklistId);
  const clients = await lockForEnrolment(work.trx, [clientId]);
  if (clients.length === 0) return gone();
  const { enrolled, notEnrolled } = await enrolBatch(work, worklist, clients);
  const [refused] = notEnrolled;
  if (refused !== undefined) return { state: 'refused', reason: refused.reason };
  return enrolled === 1 ? { state: 'done' } : { state: 'unchanged', reason: 'In this worklist already' };
}

async function startOne(work: ActWork, clientId: string): Promise<Outcome> {
  const locked = await lockWithCdd({ ...work, params: { id: clientId } });
  if (locked === null) return gone();
  if (locked.client.status !== 'draft') {
    return { state: 'unchanged', reason: 'Onboarding has started already, or the relationship has ended' };
  }
  await moveClient(work, locked, {
    lifecycle: 'client',
    version: locked.version,
    to: 'onboarding',
    reason: undefined,
  });
  return { state: 'done' };
}

/**
 * Does to one client what the action says, in a transaction that the caller ends with the outcome. A refusal is an outcome, or an
 * `ApiError` that undoes the transaction.
 */
export async function actOn(work: ActWork, act: StoredAct, item: ItemRecord): Promise<Outcome> {
  switch (act.kind) {
    case 'assign':
      return assignOne(work, act, item);
    case 'restoreOwner':
      return restoreOwner(work, item.client_id, item.before);
    case 'screen':
      return screenOne(work, act, item.client_id);
    case 'startOnboarding':
      return startOne(work, item.client_id);
    case 'startReview': {
      const { dueOn, cause } = act;
      const reviewed = await scheduleManualReview(work, item.client_id, { dueOn, cause });
      return reviewed === null ? gone() : { state: 'done' };
    }
    default:
      throw apiError('record.notFound');
  }
}
