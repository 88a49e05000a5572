import type { PartyRole } from '#rules/clients/client-parties.ts';

/** Roles as the form groups them. */
export const roleGroups: { legend: string; roles: PartyRole[] }[] = [
  {
    legend: 'Ownership and control',
    roles: ['shareholder', 'beneficialOwner', 'controller', 'partner', 'nominee', 'nominator'],
  },
  { legend: 'Management', roles: ['director', 'seniorManagingOfficial'] },
  {
    legend: 'Trust or estate',
    roles: ['trustee', 'settlor', 'appointor', 'protector', 'beneficiary', 'executor'],
  },
  { legend: 'Authorised representatives', roles: ['authorisedRepresentative', 'actingFor'] },
  { legend: 'Household', roles: ['familyMember'] },
];
