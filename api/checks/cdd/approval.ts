import type { Transaction } from 'kysely';
import type { Client } from '#contract/clients/client-record.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { approvalPermission, isDecidedByOne, type MakerCheckerFacts } from '#rules/maker-checker.ts';
import { isExposed } from '#rules/pep.ts';
import { can } from '#rules/permissions.ts';
import { clientApprovalBlockers } from '#rules/transition-guards/client-approval.ts';
import type { Schema } from '../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { AssessmentFacts } from '../../records/clients/current-assessment-store.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import { countEligible } from '../../records/team/eligible.ts';
import type { CddStatusRow } from './store.ts';

/** Facts that determine who can approve a client in review; the same for every caller. */
export type ApprovalFacts = MakerCheckerFacts & { submittedBy: string | null };

/**
 * Reads the facts that determine who can approve a client. Null if the client is not in review.
 * @param now the instant at which the company's members are counted
 */
export async function readApproval(
  trx: Transaction<Schema>,
  companyId: string,
  {
    client,
    standing,
    assessment,
  }: { client: Client; standing: CddStatusRow; assessment: AssessmentFacts | null },
  now: Date,
): Promise<ApprovalFacts | null> {
  if (client.cddStatus !== 'readyForReview') return null;
  const { policy } = await readCompanyFacts(trx, companyId);
  const level = client.riskLevel;
  const politicallyExposed = isExposed(client.pepStatus);
  return {
    fourEyes: policy.fourEyes,
    finalLevel: level,
    computedLevel: assessment?.computedLevel ?? null,
    // A lower level is approved with its assessment.
    loweredFrom: null,
    politicallyExposed,
    eligiblePeople: await countEligible(trx, policy, { level, politicallyExposed }, now),
    submittedBy: standing.submittedBy,
  };
}

/** Blockers of the caller approving a client in review, besides outstanding requirements. */
export function approvalBlockers(
  approval: ApprovalFacts | null,
  { member, company }: MemberCaller,
  now: Date,
): Blocker[] {
  if (approval === null) return [];
  const { fourEyes, finalLevel, politicallyExposed } = approval;
  const permission = can(
    { kind: 'member', ...member },
    approvalPermission(finalLevel, politicallyExposed),
    { ...company, fourEyes },
    now.toISOString(),
  );
  return clientApprovalBlockers({ ...approval, approver: { memberId: member.id, permission } });
}

/** Whether the caller would approve their own submission, because no second person is eligible. */
export function isApprovedByOne(approval: ApprovalFacts | null, { member }: MemberCaller): boolean {
  return (
    approval !== null && isDecidedByOne(approval, { preparedBy: approval.submittedBy, approvedBy: member.id })
  );
}
