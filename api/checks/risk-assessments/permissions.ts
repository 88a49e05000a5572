import type { RiskLevel } from '#rules/clients/client-types.ts';
import { type AccessDecision, can, type Permission } from '#rules/permissions.ts';
import type { CompanyPolicy } from '../../kernel/database/tables/foundation-tables.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';

/** Whether the caller may do an act under the company's policy, at an instant. */
export function permissionFor(
  { member, company }: MemberCaller,
  permission: Permission,
  { fourEyes }: Pick<CompanyPolicy, 'fourEyes'>,
  now: Date,
): AccessDecision {
  return can({ kind: 'member', ...member }, permission, { ...company, fourEyes }, now.toISOString());
}

/** Which right approving takes: a high risk or a politically exposed person is another matter than the rest. Source: domain 5. */
export function approvalPermission(level: RiskLevel | null, politicallyExposed: boolean): Permission {
  return level === 'high' || politicallyExposed ? 'assessments.approveHigh' : 'assessments.approve';
}

/** Refuses callers without the permission with 403. */
export function requirePermission(decision: AccessDecision): void {
  if (!decision.allowed) throw apiError(decision.code, { detail: decision.reason });
}
