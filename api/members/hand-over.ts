import type { Transaction } from 'kysely';
import type { MemberWork } from '#contract/members.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import type { TeamDeps } from './invitations.ts';
import {
  countWork,
  type HandedOver,
  mostHandedOver,
  nextOpenActivities,
  nextOpenAlerts,
  nextResponsibleClients,
  readTaker,
} from './work-store.ts';

type Trx = Transaction<Schema>;

export interface Taker {
  id: string;
  name: string;
}

/** Records of one transaction. */
const recordsPerBatch = 50;

/** Who is to take over. Refuses, beside the field, somebody who cannot, and more work than one request may move. */
export async function refuseHandOver(
  trx: Trx,
  memberId: string,
  { handOverTo, to }: { handOverTo?: string | undefined; to: string },
): Promise<Taker | undefined> {
  if (handOverTo === undefined || to === 'active') return undefined;
  const taker = handOverTo === memberId ? undefined : await readTaker(trx, handOverTo);
  const invalid = (sentence: string) => refuse('request.invalid', { fields: { handOverTo: [sentence] } });
  if (taker === undefined) throw invalid('Choose somebody else of your team who works with clients');
  const work = await countWork(trx, memberId);
  if (Object.values(work).some((count) => count > mostHandedOver)) {
    throw invalid(
      `At most ${mostHandedOver} records are handed over at once. Assign most of them from the list of clients first`,
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
  alerts: { next: nextOpenAlerts, action: 'alert.moved', resourceType: 'alert', field: 'assignee' },
};

async function handOverKind(
  deps: TeamDeps,
  caller: MemberCaller,
  memberId: string,
  taker: Taker,
  { next, action, resourceType, field }: Kind,
): Promise<number> {
  let total = 0;
  for (;;) {
    const moved = await asTenant(deps.db, caller.company.id, async (trx) => {
      const change = { limit: recordsPerBatch, at: deps.now().toISOString(), by: caller.member.id };
      const batch = await next(trx, memberId, taker.id, change);
      // An event each, because the trail is read record by record; a chain takes one after the other.
      for (const { id, holder } of batch) {
        await recordMemberEvent(trx, deps, caller, {
          action,
          resourceType,
          resourceId: id,
          detail: { changes: changesBetween({ [field]: holder }, { [field]: taker }) },
        });
      }
      return batch.length;
    });
    total += moved;
    if (moved < recordsPerBatch) return total;
  }
}

/** Gives everything open in a person's name to another, in transactions of a few dozen; gone through again it goes on where it stopped. */
export async function handOver(
  deps: TeamDeps,
  caller: MemberCaller,
  memberId: string,
  taker: Taker,
): Promise<MemberWork> {
  const one = (kind: keyof MemberWork) => handOverKind(deps, caller, memberId, taker, kinds[kind]);
  return { clients: await one('clients'), activities: await one('activities'), alerts: await one('alerts') };
}
