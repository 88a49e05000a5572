import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { ownRules } from '#rules/legal-provisions.ts';
import type { MemberStatus } from '#rules/lifecycles/company.ts';

export type TeamMember = { id: string; role: 'owner' | 'member' | 'auditor'; status: MemberStatus };

/** Change of a member: a new role, or a new status. */
export type MemberChange = { role: TeamMember['role'] } | { status: MemberStatus };

const words: Record<'demote' | 'suspend' | 'remove', string> = {
  demote: 'moved to another role',
  suspend: 'suspended',
  remove: 'removed',
};

function getKind(change: MemberChange): keyof typeof words | undefined {
  if ('role' in change) return change.role === 'owner' ? undefined : 'demote';
  if (change.status === 'suspended') return 'suspend';
  return change.status === 'removed' ? 'remove' : undefined;
}

/**
 * Blockers of changing a member: a company always has an active owner. `team`: every member of the company, including the
 * one to change; a person outside it blocks nothing.
 */
export function memberChangeBlockers(
  team: readonly TeamMember[],
  memberId: string,
  change: MemberChange,
): Blocker[] {
  const kind = getKind(change);
  const isActiveOwner = ({ role, status }: TeamMember) => role === 'owner' && status === 'active';
  const member = team.find(({ id }) => id === memberId);
  if (kind === undefined || member === undefined || !isActiveOwner(member)) return [];
  if (team.some((other) => other.id !== memberId && isActiveOwner(other))) return [];
  return [
    {
      code: 'member.lastOwner',
      text: `The last active owner cannot be ${words[kind]}. Make someone else an owner first.`,
      ...ownRules.account,
      fix: { target: 'settings.team' },
    },
  ];
}
