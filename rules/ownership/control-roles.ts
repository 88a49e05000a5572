import type { PartyRole } from '#rules/client-parties.ts';

/**
 * Roles that control a client whatever they own of it, in words after the name. Source: NZ s5 "beneficial owner" (effective
 * control); AU s11 (control, directly or indirectly).
 */
export const controlRoles: Partial<Record<PartyRole, string>> = {
  beneficialOwner: 'is a beneficial owner of the client',
  controller: 'controls the client',
  trustee: 'is a trustee',
  appointor: 'can appoint trustees',
  protector: 'is a protector of the trust',
  executor: 'administers the estate',
  seniorManagingOfficial: 'stands in as the senior managing official',
};
