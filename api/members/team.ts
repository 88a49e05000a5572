import type { EndpointAnswer } from '#contract/endpoint.ts';
import type { readTeam, readTeamMember } from '#contract/members.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import type { TeamDeps } from './invitations.ts';
import { listTeam, readTeamRow, recentChanges, teamMemberOf } from './team-store.ts';
import { countWork, listTakers } from './work-store.ts';

/** GET /team. */
export function showTeam(
  deps: TeamDeps,
  { company }: MemberCaller,
): Promise<EndpointAnswer<typeof readTeam>> {
  return asTenant(deps.db, company.id, async (trx) => {
    const rows = await listTeam(trx, company.id);
    return { members: rows.map((row) => teamMemberOf(row, company.timeZone)) };
  });
}

/** GET /team/:id. Refuses with 404 somebody who is not of the company. */
export function showMember(
  deps: TeamDeps,
  { company }: MemberCaller,
  id: string,
): Promise<EndpointAnswer<typeof readTeamMember>> {
  return asTenant(deps.db, company.id, async (trx) => {
    const row = await readTeamRow(trx, id, false);
    if (row === undefined) throw refuse('record.notFound');
    return {
      member: teamMemberOf(row, company.timeZone),
      work: await countWork(trx, id),
      others: await listTakers(trx, { companyId: company.id, except: id }),
      changes: await recentChanges(trx, { companyId: company.id, memberId: id }),
    };
  });
}
