import { refuse } from '../http/problems.ts';
import { type MemberRow, teamMemberOf } from './team-store.ts';

/** Refuses with `record.stale` what was decided on a version that is no more, with the person as they are now. */
export function refuseStaleMember(row: MemberRow, version: number, timeZone: string): void {
  if (row.version === version) return;
  throw refuse('record.stale', {
    detail:
      'Somebody else changed this person’s access in the meantime. Look at it as it is now, then decide.',
    current: teamMemberOf(row, timeZone),
  });
}
