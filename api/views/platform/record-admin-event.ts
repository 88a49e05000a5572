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
 * The events of what an admin did to a company: in the company's own trail, where its people read it, and in the platform's, where admins
 * do. The company's chain is always taken first, so that two who act never wait in a ring.
 */
export function adminActEvents({ companyId, action, member, reason, detail }: AdminEventInput): WorkEvent[] {
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
      // All that is done to a company and its people is read together.
      resourceType: 'company',
      resourceId: companyId,
      detail: { ...detail, ...(member === undefined ? {} : { memberId: member.id, person: member.name }) },
    },
  ];
}
