import type { Transaction } from 'kysely';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import { approvalPermission } from '#rules/maker-checker.ts';
import { eligibleFor } from '#rules/policies.ts';
import type { CompanyPolicy } from '../../kernel/database/tables/foundation-tables.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { activeMembers } from './store.ts';

/** Number of members who can approve at this level at an instant, including the preparer: an assessment, or the CDD of a client. */
export async function countEligible(
  trx: Transaction<Schema>,
  policy: Pick<CompanyPolicy, 'fourEyes'>,
  { level, politicallyExposed }: { level: RiskLevel | null; politicallyExposed: boolean },
  now: Date,
): Promise<number> {
  const people = await activeMembers(trx);
  return eligibleFor(people, approvalPermission(level, politicallyExposed), policy, now.toISOString()).length;
}

/** How many people of the transaction's company may grant an exception at an instant. */
export async function countExceptionApprovers(trx: Transaction<Schema>, now: Date): Promise<number> {
  const people = await activeMembers(trx);
  // The policy on maker-checker does not affect this right.
  return eligibleFor(people, 'cdd.grantException', { fourEyes: 'off' }, now.toISOString()).length;
}

/** How many people of the transaction's company may destroy records at an instant. */
export async function countDestroyers(trx: Transaction<Schema>, now: Date): Promise<number> {
  const people = await activeMembers(trx);
  return eligibleFor(people, 'retention.destroy', { fourEyes: 'off' }, now.toISOString()).length;
}
