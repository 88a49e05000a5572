import type { Transaction } from 'kysely';
import type { Schema } from '../database/tables/schema.ts';
import type { MemberCaller } from '../http/bind-endpoint.ts';
import { type AuditEventInput, recordEvent } from './record-event.ts';

type MemberEvent = Pick<AuditEventInput, 'action' | 'resourceType' | 'resourceId' | 'reason' | 'detail'>;

/** A signed-in member as an event's actor. */
function getActor({ member }: Pick<MemberCaller, 'member'>): AuditEventInput['actor'] {
  return { type: 'user', id: member.id, role: member.role };
}

/** Records an action of a signed-in member in the command's transaction; see `recordEvent`. Call it last. */
export async function recordMemberEvent(
  trx: Transaction<Schema>,
  deps: { now: () => Date },
  caller: MemberCaller,
  event: MemberEvent,
): Promise<void> {
  await recordEvent(trx, deps, {
    companyId: caller.company.id,
    actor: getActor(caller),
    requestId: caller.request.id,
    ...event,
  });
}
