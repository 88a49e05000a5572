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

/** Throws 403 for callers without the permission. */
export function requirePermission(decision: AccessDecision): void {
  if (!decision.allowed) throw apiError(decision.code, { detail: decision.reason });
}
