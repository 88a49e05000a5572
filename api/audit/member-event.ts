import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { MemberCaller } from '../http/bind.ts';
import { type AuditEventInput, recordEvent } from './record-event.ts';

type MemberEvent = Pick<AuditEventInput, 'action' | 'resourceType' | 'resourceId' | 'reason' | 'detail'>;

/** A signed-in member as the audit trail names who acts. */
export function actorOf({ member }: Pick<MemberCaller, 'member'>): AuditEventInput['actor'] {
  return { type: 'user', id: member.id, role: member.role };
}

/** Records what a signed-in member did, in the command's transaction; see `recordEvent`. Call it last. */
export async function recordMemberEvent(
  trx: Transaction<Schema>,
  deps: { now: () => Date },
  caller: MemberCaller,
  event: MemberEvent,
): Promise<void> {
  await recordEvent(trx, deps, {
    companyId: caller.company.id,
    actor: actorOf(caller),
    requestId: caller.request.id,
    ...event,
  });
}
