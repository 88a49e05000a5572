import type { Transaction } from 'kysely';
import { recordEvent } from '../audit/record-event.ts';
import type { Schema } from '../database/schema.ts';
import type { AdminCaller } from '../http/bind.ts';

export interface AdminAct {
  companyId: string;
  action: string;
  /** Whom it was done to; the company itself where left out. */
  member?: { id: string; name: string };
  reason: string;
  detail: Record<string, unknown>;
}

/**
 * Records what an admin did to a company, in the command's transaction: in the company's own trail, where its people read it, and in the
 * platform's, where admins do. The company's chain is always taken first, so that two who act never wait in a ring. Call it last.
 */
export async function recordAdminAct(
  trx: Transaction<Schema>,
  deps: { now: () => Date },
  { admin, request }: AdminCaller,
  { companyId, action, member, reason, detail }: AdminAct,
): Promise<void> {
  const common = {
    actor: { type: 'admin', id: admin.id, role: 'admin' },
    action,
    reason,
    requestId: request.id,
  } as const;
  await recordEvent(trx, deps, {
    ...common,
    companyId,
    resourceType: member === undefined ? 'company' : 'member',
    resourceId: member?.id ?? companyId,
    detail,
  });
  await recordEvent(trx, deps, {
    ...common,
    companyId: null,
    // All that is done to a company and its people is read together.
    resourceType: 'company',
    resourceId: companyId,
    detail: { ...detail, ...(member === undefined ? {} : { memberId: member.id, person: member.name }) },
  });
}
