/** Labels of a company's record counts, by the contract's names. */
export const platformUsageLabels = {
  clients: 'Clients',
  activities: 'Activities',
  identityChecks: 'Identity verifications',
  businessChecks: 'Business verifications',
  documentRequests: 'Document requests',
  openAlerts: 'Open alerts',
} as const;

/** Labels of admin events, by name. */
export const adminActionLabels: Record<string, string> = {
  'company.restricted': 'Access restricted',
  'company.restrictionLifted': 'Restriction removed',
  'support.requested': 'Access to client records requested',
  'member.suspended': 'Suspended',
  'member.reactivated': 'Reactivated',
  'member.invitationResent': 'Invitation resent',
};
