/** What a company keeps, by the contract's names. */
export const usageWords = {
  clients: 'Clients',
  activities: 'Activities',
  identityChecks: 'Checks of individuals',
  businessChecks: 'Checks of businesses',
  documentRequests: 'Document requests',
  openAlerts: 'Open alerts',
} as const;

/** What an admin did, by the event's name. */
export const actWords: Record<string, string> = {
  'company.restricted': 'Access restricted',
  'company.restrictionLifted': 'Restriction lifted',
  'member.suspended': 'Suspended',
  'member.reactivated': 'Let back in',
  'member.invitedAgain': 'Invitation sent again',
};
