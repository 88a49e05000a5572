import type { listMembers } from '#contract/company/accounts.ts';
import type { readTeam, readTeamMember } from '#contract/company/members.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { readReaderNumbers } from '../../kernel/audit/reader-numbers.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { TeamDeps } from './invitations.ts';
import { companyMembers } from './store.ts';
import { getTeamMember, listTeam, readTeamRow, recentChanges } from './team-store.ts';
import { countWork, listAssignees } from './work-store.ts';

/** Ids and names of the company's members. */
export const listNames = (
  deps: Pick<TeamDeps, 'db'>,
  { company }: MemberCaller,
): Promise<EndpointResponse<typeof listMembers>['members']> => asTenant(deps.db, company.id, companyMembers);

/** GET /members. */
export async function showMembers(
  deps: TeamDeps,
  caller: MemberCaller,
): Promise<EndpointResponse<typeof listMembers>> {
  return { members: await listNames(deps, caller) };
}

/** GET /team. */
export function showTeam(
  deps: TeamDeps,
  { company }: MemberCaller,
): Promise<EndpointResponse<typeof readTeam>> {
  return asTenant(deps.db, company.id, async (trx) => {
    const rows = await listTeam(trx, company.id);
    return { members: rows.map((row) => getTeamMember(row, company.timeZone)) };
  });
}

/** GET /team/:id. 404 outside the company. */
export function showMember(
  deps: TeamDeps,
  caller: MemberCaller,
  id: string,
): Promise<EndpointResponse<typeof readTeamMember>> {
  const { company } = caller;
  return asTenant(deps.db, company.id, async (trx) => {
    const row = await readTeamRow(trx, id, false);
    if (row === undefined) throw apiError('record.notFound');
    const changes = await recentChanges(trx, { companyId: company.id, memberId: id });
    const numbers = await readReaderNumbers(trx, caller, deps.now());
    return {
      member: getTeamMember(row, company.timeZone),
      work: await countWork(trx, id),
      others: await listAssignees(trx, { companyId: company.id, except: id }),
      changes: changes.map((change) => ({ ...change, seq: numbers.toNumber(change.seq) })),
    };
  });
}
