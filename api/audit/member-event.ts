import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { MemberCaller } from '../http/bind.ts';
import { type AuditEventInput, recordEvent } from './record-event.ts';

type MemberEvent = Pick<AuditEventInput, 'action' | 'resourceType' | 'resourceId' | 'reason' | 'detail'>;

/** Records what a signed-in member did, in the command's transaction; see `recordEvent`. Call it last. */
export async function recordMemberEvent(
  trx: Transaction<Schema>,
  deps: { now: () => Date },
  { member, company, request }: MemberCaller,
  event: MemberEvent,
): Promise<void> {
  await recordEvent(trx, deps, {
    companyId: company.id,
    actor: { type: 'user', id: member.id, role: member.role },
    requestId: request.id,
    ...event,
  });
}
