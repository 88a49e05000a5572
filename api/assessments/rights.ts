import { type AccessDecision, type Act, mayAct } from '#rules/access.ts';
import type { RiskLevel } from '#rules/client-types.ts';
import type { CompanyPolicy } from '../database/foundation-tables.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';

/** Whether the caller may do an act under the company's policy, at an instant. */
export function rightTo(
  { member, company }: MemberCaller,
  act: Act,
  { fourEyes }: Pick<CompanyPolicy, 'fourEyes'>,
  now: Date,
): AccessDecision {
  return mayAct({ kind: 'member', ...member }, act, { ...company, fourEyes }, now.toISOString());
}

/** Which right approving takes: a high risk or a politically exposed person is another matter than the rest. Source: domain 5. */
export function approvalAct(level: RiskLevel | null, politicallyExposed: boolean): Act {
  return level === 'high' || politicallyExposed ? 'assessments.approveHigh' : 'assessments.approve';
}

/** Refuses with 403 whoever has not the right. */
export function requireRight(decision: AccessDecision): void {
  if (!decision.allowed) throw refuse(decision.code, { detail: decision.reason });
}
