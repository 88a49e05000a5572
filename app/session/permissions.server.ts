import type { MemberSession } from '#contract/company/accounts.ts';
import { type AccessDecision, can, type Permission } from '#rules/permissions.ts';
import { errorResponse } from '../main-api/error-response.ts';

/** Whether the member has a permission now, with the reason if not. The API enforces it; a page only hides what would be rejected. */
export function permissionFor(
  { member, company }: Pick<MemberSession, 'member' | 'company'>,
  permission: Permission,
): AccessDecision {
  return can({ kind: 'member', ...member }, permission, company, new Date().toISOString());
}

/** `permissionFor` as a boolean. */
export function may(session: Pick<MemberSession, 'member' | 'company'>, permission: Permission): boolean {
  return permissionFor(session, permission).allowed;
}

/** Throws the error page for a member without the permission. */
export function requirePermission(session: MemberSession, permission: Permission, requestId: string): void {
  const decision = permissionFor(session, permission);
  if (!decision.allowed) {
    throw errorResponse(403, { code: decision.code, detail: decision.reason, requestId });
  }
}
