import type { WorkEvent } from '../../kernel/command/work.ts';

export interface AdminEventInput {
  companyId: string;
  action: string;
  /** Member concerned; default the company itself. */
  member?: { id: string; name: string };
  reason: string;
  detail: Record<string, unknown>;
}

/**
 * Events of an admin's action on a company: in the company's audit log, for its members, and in the platform's, for admins. The company's
 * chain is always locked first, so that concurrent actions cannot deadlock.
 */
export function toAdminEvents({ companyId, action, member, reason, detail }: AdminEventInput): WorkEvent[] {
  return [
    {
      companyId,
      action,
      reason,
      resourceType: member === undefined ? 'company' : 'member',
      resourceId: member?.id ?? companyId,
      detail,
    },
    {
      companyId: null,
      action,
      reason,
      // All actions on a company and its members are listed together.
      resourceType: 'company',
      resourceId: companyId,
      detail: { ...detail, ...(member === undefined ? {} : { memberId: member.id, person: member.name }) },
    },
  ];
}
