import type { PartyRole } from '#rules/client-parties.ts';

/** Roles as the form groups them. */
export const roleGroups: { legend: string; roles: PartyRole[] }[] = [
  {
    legend: 'Owns or controls it',
    roles: ['shareholder', 'beneficialOwner', 'controller', 'partner', 'nominee', 'nominator'],
  },
  { legend: 'Runs it', roles: ['director', 'seniorManagingOfficial'] },
  {
    legend: 'Trust or estate',
    roles: ['trustee', 'settlor', 'appointor', 'protector', 'beneficiary', 'executor'],
  },
  { legend: 'Acts', roles: ['authorisedRepresentative', 'actingFor'] },
];
