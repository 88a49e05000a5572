import type { MemberWork } from '#contract/company/members.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { callerActor } from '../../kernel/command/caller-actor.ts';
import { inWork } from '../../kernel/command/work.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { TeamDeps } from './invitations.ts';
import {
  countWork,
  type HandedOver,
  maxReassigned,
  nextOpenActivities,
  nextOpenAlerts,
  nextResponsibleClients,
  readAssignee,
} from './work-store.ts';

export interface Assignee {
  id: string;
  name: string;
}

/** Records of one transaction. */
const recordsPerBatch = 50;

/** The member who takes over. A field error for members who cannot, and for more work than one request may reassign. */
export async function assertCanReassign(
  trx: Trx,
  memberId: string,
  { handOverTo, to }: { handOverTo?: string | undefined; to: string },
): Promise<Assignee | undefined> {
  if (handOverTo === undefined || to === 'active') return undefined;
  const taker = handOverTo === memberId ? undefined : await readAssignee(trx, handOverTo);
  if (taker === undefined) throw invalid('Select another team member who works with clients', 'handOverTo');
  const work = await countWork(trx, memberId);
  if (Object.values(work).some((count) => count > maxReassigned)) {
    throw invalid(
      `At most ${maxReassigned} records can be reassigned at once. Bulk-assign most of them from the client list first`,
      'handOverTo',
    );
  }
  return taker;
}

interface Kind {
  next: (
    trx: Trx,
    from: string,
    to: string,
    change: { limit: number; at: string; by: string },
  ) => Promise<HandedOver[]>;
  action: string;
  resourceType: string;
  field: string;
}

const kinds: Record<keyof MemberWork, Kind> = {
  clients: {
    next: nextResponsibleClients,
    action: 'client.updated',
    resourceType: 'client',
    field: 'responsible',
  },
  activities: {
    next: nextOpenActivities,
    action: 'activity.updated',
    resourceType: 'activity',
    field: 'assignee',
  },
  alerts: { next: nextOpenAlerts, action: 'alert.statusChanged', resourceType: 'alert', field: 'assignee' },
};

async function handOverKind(
  deps: TeamDeps,
  caller: MemberCaller,
  memberId: string,
  taker: Assignee,
  { next, action, resourceType, field }: Kind,
): Promise<number> {
  let total = 0;
  for (;;) {
    const moved = await inWork(deps, callerActor(caller), async ({ trx, at, record }) => {
      const change = { limit: recordsPerBatch, at, by: caller.member.id };
      const batch = await next(trx, memberId, taker.id, change);
      // An event each, because the trail is read record by record.
      record(
        ...batch.map(({ id, holder }) => ({
          action,
          resourceType,
          resourceId: id,
          detail: { changes: changesBetween({ [field]: holder }, { [field]: taker }) },
        })),
      );
      return batch.length;
    });
    total += moved;
    if (moved < recordsPerBatch) return total;
  }
}

/** Reassigns all open work of a member, in transactions of a few dozen; can be repeated after an interruption. */
export async function reassignWork(
  deps: TeamDeps,
  caller: MemberCaller,
  memberId: string,
  taker: Assignee,
): Promise<MemberWork> {
  const one = (kind: keyof MemberWork) => handOverKind(deps, caller, memberId, taker, kinds[kind]);
  return { clients: await one('clients'), activities: await one('activities'), alerts: await one('alerts') };
}
