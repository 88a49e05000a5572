import type { MemberSession } from '#contract/company/accounts.ts';
import { isOpenIdentityVerification, type VerificationStatus } from '#rules/lifecycles/checks.ts';
import { may } from '../../session/permissions.server.ts';

/** Whether the member can request evidence for a verification in this status; the API enforces it. */
export function canRequestDocuments({ member, company }: MemberSession, status: VerificationStatus): boolean {
  if (!isOpenIdentityVerification(status)) return false;
  return may({ member, company }, 'requests.send');
}
