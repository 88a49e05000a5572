import type { RiskLevel } from '#rules/clients/client-types.ts';
import { approvalPermission, recentlyEligibleHours } from '#rules/maker-checker.ts';
import type { Permission } from '#rules/permissions.ts';
import { eligibleFor } from '#rules/policies.ts';
import type { CompanyPolicy } from '../../kernel/database/tables/foundation-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { readAccessSince } from './people-store.ts';
import { activeMembers } from './store.ts';

type Policy = Pick<CompanyPolicy, 'fourEyes'>;

/** The policy on maker-checker does not affect exceptions, matches and destruction. */
const withoutPolicy: Policy = { fourEyes: 'off' };

/** What members may do, now or at some moment of the last 24 hours. Who was demoted, suspended or removed an hour ago still counts. */
async function readEligible(trx: Trx, permission: Permission, policy: Policy, now: Date) {
  const since = new Date(now.getTime() - recentlyEligibleHours * 60 * 60 * 1000).toISOString();
  return eligibleFor(await readAccessSince(trx, since), permission, policy, since);
}

/** Members who may do something now or could in the last 24 hours, each person once, by the membership that they have today. */
export async function readEligiblePeople(
  trx: Trx,
  permission: Permission,
  policy: Policy,
  now: Date,
): Promise<Set<string>> {
  return new Set((await readEligible(trx, permission, policy, now)).map(({ id }) => id));
}

/** Number of people who can approve at this level or could in the last 24 hours, including the preparer: an assessment, or the CDD of a client. */
export async function countEligible(
  trx: Trx,
  policy: Policy,
  { level, politicallyExposed }: { level: RiskLevel | null; politicallyExposed: boolean },
  now: Date,
): Promise<number> {
  return (await readEligiblePeople(trx, approvalPermission(level, politicallyExposed), policy, now)).size;
}

/** Members who can approve at this level now, by name: an assessment, or the CDD of a client. */
export async function readApprovers(
  trx: Trx,
  policy: Policy,
  { level, politicallyExposed }: { level: RiskLevel | null; politicallyExposed: boolean },
  now: Date,
): Promise<{ id: string; name: string }[]> {
  const permission = approvalPermission(level, politicallyExposed);
  const members = eligibleFor(await activeMembers(trx), permission, policy, now.toISOString());
  return members.map(({ id, name }) => ({ id, name }));
}

/** How many people of the transaction's company may grant an exception or could in the last 24 hours. */
export async function countExceptionApprovers(trx: Trx, now: Date): Promise<number> {
  return (await readEligiblePeople(trx, 'cdd.grantException', withoutPolicy, now)).size;
}

/** Whether someone other than a member may decide matches, or could in the last 24 hours. */
export async function hasOtherMatchDecider(trx: Trx, memberId: string, now: Date): Promise<boolean> {
  const people = await readEligiblePeople(trx, 'matches.confirm', withoutPolicy, now);
  people.delete(memberId);
  return people.size > 0;
}

/** Who besides a member may destroy records. */
export interface OtherDestroyers {
  /** Whether someone else may at this instant. */
  present: boolean;
  /** Until when someone else could, in the last 24 hours; null if no one could. */
  until: string | null;
}

/** Who besides a member of the transaction's company may destroy records, or could in the last 24 hours. */
export async function readOtherDestroyers(trx: Trx, memberId: string, now: Date): Promise<OtherDestroyers> {
  const others = (await readEligible(trx, 'retention.destroy', withoutPolicy, now)).filter(
    ({ id }) => id !== memberId,
  );
  const isOver = (end: string | null) => end !== null && Date.parse(end) <= now.getTime();
  if (others.some(({ until, accessEndsAt }) => until === null && !isOver(accessEndsAt))) {
    return { present: true, until: null };
  }
  const ends = others.map(({ until, accessEndsAt }) =>
    Math.min(now.getTime(), ...[until, accessEndsAt].flatMap((end) => (end === null ? [] : Date.parse(end)))),
  );
  return { present: false, until: ends.length === 0 ? null : new Date(Math.max(...ends)).toISOString() };
}
