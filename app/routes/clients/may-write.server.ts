import type { MemberSession } from '#contract/accounts.ts';
import { mayAct } from '#rules/access.ts';
import { errorResponse } from '../../error-answer.ts';

/** Whether this member may create and change clients. The API decides; a page only leaves out what would be refused. */
export function mayWriteClients({ member, company }: MemberSession): boolean {
  return mayAct({ kind: 'member', ...member }, 'records.write', company, new Date().toISOString()).allowed;
}

/** Whether this member may hold clients' records back from destruction, and lift such a hold. */
export function mayHoldClients({ member, company }: MemberSession): boolean {
  return mayAct({ kind: 'member', ...member }, 'retention.hold', company, new Date().toISOString()).allowed;
}

/** Throws the error page for somebody who may not create and change clients. */
export function requireClientWriting({ member, company }: MemberSession, requestId: string): void {
  const decision = mayAct({ kind: 'member', ...member }, 'records.write', company, new Date().toISOString());
  if (!decision.allowed)
    throw errorResponse(403, { code: decision.code, detail: decision.reason, requestId });
}
