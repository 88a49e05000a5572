import type { TeamMember } from '#contract/company/members.ts';
import { type MemberChange, memberChangeBlockers } from '#rules/transition-guards/member.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { activeOwners, getTeamMember, lockTeam, type MemberRow, readTeamRow } from './team-store.ts';

/** Rejects a command about an outdated version of a member. */
export const staleMember = {
  message: 'Someone else changed this person’s access in the meantime. Review it, then decide.',
  current: ({ caller }: { caller: MemberCaller }, row: MemberRow) =>
    getTeamMember(row, caller.company.timeZone),
};

/**
 * Locks the whole team and returns the member of a command; null outside the company. Rechecks the caller's own
 * permissions, because of two owners who concurrently demote each other only one may succeed.
 * @throws `request.invalid` for changes that would leave the company without an active owner.
 */
export async function lockPerson(
  trx: Trx,
  caller: MemberCaller,
  id: string,
  change: MemberChange,
): Promise<MemberRow | null> {
  await lockTeam(trx, caller.company.id);
  const owners = await activeOwners(trx, caller.company.id);
  if (!owners.some((owner) => owner.id === caller.member.id)) {
    throw apiError('role.forbidden', { detail: 'You are no longer an owner of this company.' });
  }
  const row = await readTeamRow(trx, id, true);
  if (row === undefined) return null;
  const [blocker] = memberChangeBlockers(owners, id, change);
  if (blocker !== undefined)
    throw apiError('request.invalid', { fields: { '': [blocker.text] }, blockers: [blocker] });
  return row;
}

/** A team member as the API returns them, read after a change. */
export async function reloadRecord(trx: Trx, caller: MemberCaller, id: string): Promise<TeamMember> {
  const row = await readTeamRow(trx, id, false);
  if (row === undefined) throw new Error('The member just saved could not be read.');
  return getTeamMember(row, caller.company.timeZone);
}
