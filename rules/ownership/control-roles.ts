import type { PartyRole } from '#rules/clients/client-parties.ts';

/**
 * Roles that give control of a client regardless of ownership, worded to follow the person's name. Source: NZ s5
 * "beneficial owner" (effective control); AU s11 (control, directly or indirectly).
 */
export const controlRoles: Partial<Record<PartyRole, string>> = {
  beneficialOwner: 'is a beneficial owner of the client',
  controller: 'controls the client',
  trustee: 'is a trustee',
  appointor: 'can appoint trustees',
  protector: 'is a protector of the trust',
  executor: 'administers the estate',
  seniorManagingOfficial: 'is the senior managing official',
};
