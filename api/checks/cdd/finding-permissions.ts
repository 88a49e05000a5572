import { type FindingSubject, lowersDemands } from '#rules/cdd-rule-packs/findings.ts';
import { type AccessDecision, can } from '#rules/permissions.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';

/**
 * Whether the caller can record or withdraw a subject. Findings on source of wealth and funds are from before lines were introduced. Only a
 * senior manager can record a senior manager's approval, and withdraw it together with members who can grant exceptions (NZ s26, AU s32);
 * see `lowersDemands` for the rest.
 */
export function findingPermission(
  { member, company }: MemberCaller,
  subject: FindingSubject,
  action: 'record' | 'withdraw',
  now: Date,
): AccessDecision {
  const may = (what: 'records.write' | 'cdd.grantException') =>
    can({ kind: 'member', ...member }, what, company, now.toISOString());
  if (subject === 'sourceOfWealthOrFunds' && action === 'record') {
    return {
      allowed: false,
      code: 'role.forbidden',
      reason: 'Source of wealth and funds is recorded in lines with their documents.',
    };
  }
  if (subject !== 'seniorApproval') {
    return may(lowersDemands(subject, action) ? 'cdd.grantException' : 'records.write');
  }
  const decision = may('cdd.grantException');
  if (!decision.allowed || action === 'withdraw' || member.designations.includes('seniorManager'))
    return decision;
  return {
    allowed: false,
    code: 'role.forbidden',
    reason: 'Only a member who is designated as senior manager can approve the relationship.',
  };
}
