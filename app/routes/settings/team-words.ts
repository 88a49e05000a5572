/** Words of the team view, by the contract's names. */
export const roleLabels = { owner: 'Owner', member: 'Member', auditor: 'Auditor' } as const;

export const designationLabels = {
  complianceOfficer: 'Compliance officer',
  seniorManager: 'Senior manager',
} as const;

export const roleChoices = [
  { value: 'member', label: roleLabels.member, hint: 'Works with clients and activities.' },
  { value: 'owner', label: roleLabels.owner, hint: 'The same, and manages the team, settings and billing.' },
  {
    value: 'auditor',
    label: roleLabels.auditor,
    hint: 'Reads everything, changes nothing, until a day that you choose.',
  },
] as const;

export const designationChoices = [
  {
    value: 'complianceOfficer',
    label: designationLabels.complianceOfficer,
    hint: 'Approves high risk, decides matches, keeps the suspicion register.',
  },
  {
    value: 'seniorManager',
    label: designationLabels.seniorManager,
    hint: 'Approves high risk and politically exposed persons.',
  },
] as const;

/** What an event of the audit trail says of a person, for people to read. */
export const changeWords: Record<string, string> = {
  'member.invited': 'Invited',
  'member.invitedAgain': 'Invited again',
  'member.invitationWithdrawn': 'Invitation withdrawn',
  'member.joined': 'Joined',
  'member.roleChanged': 'Role or designations changed',
  'member.suspended': 'Suspended',
  'member.reactivated': 'Let back in',
  'member.removed': 'Removed',
};
