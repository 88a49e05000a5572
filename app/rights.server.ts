import type { MemberSession } from '#contract/accounts.ts';
import { type AccessDecision, type Act, mayAct } from '#rules/access.ts';
import { errorResponse } from './error-answer.ts';

/** Whether this member may do something just now, with the reason where not. The API decides; a page only leaves out what would be refused. */
export function rightTo(
  { member, company }: Pick<MemberSession, 'member' | 'company'>,
  act: Act,
): AccessDecision {
  return mayAct({ kind: 'member', ...member }, act, company, new Date().toISOString());
}

/** The same as yes or no. */
export function may(session: Pick<MemberSession, 'member' | 'company'>, act: Act): boolean {
  return rightTo(session, act).allowed;
}

/** Throws the error page for a member who may not. */
export function requireRight(session: MemberSession, act: Act, requestId: string): void {
  const decision = rightTo(session, act);
  if (!decision.allowed) {
    throw errorResponse(403, { code: decision.code, detail: decision.reason, requestId });
  }
}
