import { listMembers } from '#contract/accounts.ts';
import {
  acceptInvitation,
  changeMember,
  inviteMember,
  inviteMemberAgain,
  moveMember,
  readInvitation,
  readTeam,
  readTeamMember,
} from '#contract/members.ts';
import { asTenant } from '../database/tenancy.ts';
import { type Binding, bind } from '../http/bind.ts';
import { accept, showInvitation } from './acceptance.ts';
import { changeRights, move } from './changes.ts';
import { invite, inviteAgain, type TeamDeps } from './invitations.ts';
import { companyMembers } from './store.ts';
import { showMember, showTeam } from './team.ts';

/** The people of a company: who they are, what owners do with them, and how those who are invited join. */
export function membersRoutes(deps: TeamDeps): Binding[] {
  return [
    bind(listMembers, async (_input, caller) => ({
      members: await asTenant(deps.db, caller.company.id, companyMembers),
    })),
    bind(readTeam, (_input, caller) => showTeam(deps, caller)),
    bind(readTeamMember, ({ params }, caller) => showMember(deps, caller, params.id)),
    bind(inviteMember, ({ body }, caller) => invite(deps, caller, body)),
    bind(inviteMemberAgain, ({ params, body }, caller) => inviteAgain(deps, caller, params.id, body)),
    bind(changeMember, ({ params, body }, caller) => changeRights(deps, caller, params.id, body)),
    bind(moveMember, ({ params, body }, caller) => move(deps, caller, params.id, body)),
    bind(readInvitation, ({ body }, caller) => showInvitation(deps, body, caller)),
    bind(acceptInvitation, ({ body }, caller) => accept(deps, body, caller)),
  ];
}
