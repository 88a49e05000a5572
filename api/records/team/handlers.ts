import { acceptInvitation, readInvitation } from './acceptance.ts';
import { updateMemberPermissions } from './commands.ts';
import { inviteMember, inviteMemberAgain } from './invitations.ts';
import { listMembers, readTeam, readTeamMember } from './queries.ts';
import { transitionMember } from './transitions.ts';

/** Handlers of the team endpoints: members, their management by owners, and accepting invitations. */
export const memberHandlers = [
  listMembers,
  readTeam,
  readTeamMember,
  inviteMember,
  inviteMemberAgain,
  updateMemberPermissions,
  transitionMember,
  readInvitation,
  acceptInvitation,
] as const;
