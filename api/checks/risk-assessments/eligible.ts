import type { Transaction } from 'kysely';
import type { RiskLevel } from '#rules/clients/client-types.ts';
import { eligibleFor } from '#rules/policies.ts';
import type { CompanyPolicy } from '../../kernel/database/tables/foundation-tables.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import { activeMembers } from '../../records/team/store.ts';
import { approvalPermission } from './permissions.ts';

/** How many people of the transaction's company may approve an assessment of this level at an instant, its assessor among them. */
export async function countEligible(
  trx: Transaction<Schema>,
  policy: Pick<CompanyPolicy, 'fourEyes'>,
  { level, politicallyExposed }: { level: RiskLevel | null; politicallyExposed: boolean },
  now: Date,
): Promise<number> {
  const people = await activeMembers(trx);
  return eligibleFor(people, approvalPermission(level, politicallyExposed), policy, now.toISOString()).length;
}
