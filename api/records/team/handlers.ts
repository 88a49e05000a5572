import { listMembers } from '#contract/company/accounts.ts';
import {
  acceptInvitation,
  inviteMember,
  inviteMemberAgain,
  readInvitation,
  readTeam,
  readTeamMember,
  transitionMember,
} from '#contract/company/members.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { accept, showInvitation } from './acceptance.ts';
import { updateMemberPermissions } from './commands.ts';
import { invite, inviteAgain, type TeamDeps } from './invitations.ts';
import { showMember, showMembers, showTeam } from './queries.ts';
import { transitionMember as move } from './transitions.ts';

const handler = handlersFor<TeamDeps>();

/** Handlers of the team endpoints: members, their management by owners, and accepting invitations. */
export const memberHandlers = [
  handler(listMembers, (deps, _input, caller) => showMembers(deps, caller)),
  handler(readTeam, (deps, _input, caller) => showTeam(deps, caller)),
  handler(readTeamMember, (deps, { params }, caller) => showMember(deps, caller, params.id)),
  handler(inviteMember, (deps, { body }, caller) => invite(deps, caller, body)),
  handler(inviteMemberAgain, (deps, { params, body }, caller) => inviteAgain(deps, caller, params.id, body)),
  updateMemberPermissions,
  handler(transitionMember, (deps, { params, body }, caller) => move(deps, caller, params.id, body)),
  handler(readInvitation, (deps, { body }, caller) => showInvitation(deps, body, caller)),
  handler(acceptInvitation, (deps, { body }, caller) => accept(deps, body, caller)),
] as const;
