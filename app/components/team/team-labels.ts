import { designationLabels } from '#rules/firm/designations.ts';

/** Labels of the team view, by the contract's names. */
export const roleLabels = { owner: 'Owner', member: 'Member', auditor: 'Auditor' } as const;

export const roleChoices = [
  { value: 'member', label: roleLabels.member, hint: 'Works with client records.' },
  { value: 'owner', label: roleLabels.owner, hint: 'As member, plus team, settings and billing.' },
  {
    value: 'auditor',
    label: roleLabels.auditor,
    hint: 'Read-only access until a date you set.',
  },
] as const;

export const designationChoices = [
  {
    value: 'complianceOfficer',
    label: designationLabels.complianceOfficer,
    hint: 'Approves high risk, resolves matches, manages suspicion reports.',
  },
  {
    value: 'seniorManager',
    label: designationLabels.seniorManager,
    hint: 'Approves high risk and politically exposed persons.',
  },
] as const;

/** Describes an audit event about a team member. */
export const memberEventLabels: Record<string, string> = {
  'member.invited': 'Invited',
  'member.invitationResent': 'Invitation resent',
  'member.invitationWithdrawn': 'Invitation revoked',
  'member.joined': 'Joined',
  'member.roleChanged': 'Role or designations changed',
  'member.suspended': 'Suspended',
  'member.reactivated': 'Reactivated',
  'member.removed': 'Removed',
};
