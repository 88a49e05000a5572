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
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { accept, showInvitation } from './acceptance.ts';
import { updateMemberPermissions } from './commands.ts';
import { invite, inviteAgain, type TeamDeps } from './invitations.ts';
import { showMember, showMembers, showTeam } from './queries.ts';
import { transitionMember as move } from './transitions.ts';

/** Handlers of the team endpoints: members, their management by owners, and accepting invitations. */
export function membersRoutes(deps: TeamDeps): Binding[] {
  return [
    bind(listMembers, (_input, caller) => showMembers(deps, caller)),
    bind(readTeam, (_input, caller) => showTeam(deps, caller)),
    bind(readTeamMember, ({ params }, caller) => showMember(deps, caller, params.id)),
    bind(inviteMember, ({ body }, caller) => invite(deps, caller, body)),
    bind(inviteMemberAgain, ({ params, body }, caller) => inviteAgain(deps, caller, params.id, body)),
    updateMemberPermissions.bind(deps),
    bind(transitionMember, ({ params, body }, caller) => move(deps, caller, params.id, body)),
    bind(readInvitation, ({ body }, caller) => showInvitation(deps, body, caller)),
    bind(acceptInvitation, ({ body }, caller) => accept(deps, body, caller)),
  ];
}
