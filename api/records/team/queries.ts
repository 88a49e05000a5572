import { listMembers as listMembersEndpoint } from '#contract/company/accounts.ts';
import {
  readTeamMember as readMemberEndpoint,
  readTeam as readTeamEndpoint,
} from '#contract/company/members.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { readReaderNumbers } from '../../kernel/audit/reader-numbers.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { TeamDeps } from './invitations.ts';
import { companyMembers } from './store.ts';
import { getTeamMember, listTeam, readTeamRow, recentChanges } from './team-store.ts';
import { countWork, listAssignees } from './work-store.ts';

const query = queriesFor<TeamDeps>();

/** Ids and names of the company's members. */
export const listNames = (
  deps: Pick<TeamDeps, 'db'>,
  { company }: MemberCaller,
): Promise<EndpointResponse<typeof listMembersEndpoint>['members']> =>
  asTenant(deps.db, company.id, companyMembers);

/** GET /members. */
export const listMembers = query(listMembersEndpoint, async ({ trx }) => ({
  members: await companyMembers(trx),
}));

/** GET /team. */
export const readTeam = query(readTeamEndpoint, async ({ trx, caller: { company } }) => {
  const rows = await listTeam(trx, company.id);
  return { members: rows.map((row) => getTeamMember(row, company.timeZone)) };
});

/** GET /team/:id. 404 outside the company. */
export const readTeamMember = query(readMemberEndpoint, async ({ trx, deps, caller, params: { id } }) => {
  const { company } = caller;
  const row = await readTeamRow(trx, id, false);
  if (row === undefined) return null;
  const changes = await recentChanges(trx, { companyId: company.id, memberId: id });
  const numbers = await readReaderNumbers(trx, caller, deps.now());
  return {
    member: getTeamMember(row, company.timeZone),
    work: await countWork(trx, id),
    others: await listAssignees(trx, { companyId: company.id, except: id }),
    changes: changes.map((change) => ({ ...change, seq: numbers.toNumber(change.seq) })),
  };
});
