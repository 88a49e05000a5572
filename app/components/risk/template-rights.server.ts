import type { MemberSession } from '#contract/accounts.ts';
import { mayAct } from '#rules/access.ts';
import { errorResponse } from '../../error-answer.ts';

const decisionFor = ({ member, company }: MemberSession) =>
  mayAct({ kind: 'member', ...member }, 'templates.write', company, new Date().toISOString());

/** Whether this member may edit and publish templates. The API decides; a page only leaves out what would be refused. */
export const mayWriteTemplates = (session: MemberSession): boolean => decisionFor(session).allowed;

/** Throws the error page for somebody who may not. */
export function requireTemplateWriting(session: MemberSession, requestId: string): void {
  const decision = decisionFor(session);
  if (!decision.allowed) {
    throw errorResponse(403, { code: decision.code, detail: decision.reason, requestId });
  }
}
