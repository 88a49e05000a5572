import type { Client } from '#contract/clients/client-record.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import {
  approvalPermission,
  isDecidedByOne,
  type MakerCheckerFacts,
  needsSecondPerson,
} from '#rules/maker-checker.ts';
import { isExposed } from '#rules/pep.ts';
import { can } from '#rules/permissions.ts';
import { clientApprovalBlockers } from '#rules/transition-guards/client-approval.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { AssessmentFacts } from '../../records/clients/current-assessment-store.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import { countEligible, readApprovers } from '../../records/team/eligible.ts';
import type { CddStatusRow } from './store.ts';

/** Facts that determine who can approve a client; the same for every caller. */
export type ApprovalFacts = MakerCheckerFacts & {
  submittedBy: string | null;
  /** Members who can approve a client at its level. */
  approvers: readonly { id: string; name: string }[];
};

/**
 * Reads the facts that determine who can approve a client. Null if CDD is verified.
 * @param now the instant at which the company's members are counted
 */
export async function readApproval(
  trx: Trx,
  companyId: string,
  {
    client,
    standing,
    assessment,
  }: { client: Client; standing: CddStatusRow; assessment: AssessmentFacts | null },
  now: Date,
): Promise<ApprovalFacts | null> {
  if (client.cddStatus === 'verified') return null;
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
    approvers: await readApprovers(trx, policy, { level, politicallyExposed }, now),
    submittedBy: standing.submittedBy,
  };
}

/** The facts as they will be once the caller sends the client for review; as they are if it is in review. */
function asSubmittedBy(
  approval: ApprovalFacts,
  { cddStatus }: Pick<Client, 'cddStatus'>,
  { member }: MemberCaller,
): ApprovalFacts {
  return cddStatus === 'readyForReview' ? approval : { ...approval, submittedBy: member.id };
}

/** Blockers of the caller approving a client, besides outstanding requirements; of one not in review, as if the caller sent it now. */
export function approverBlockers(
  { client, approval }: { client: Pick<Client, 'cddStatus'>; approval: ApprovalFacts | null },
  caller: MemberCaller,
  now: Date,
): Blocker[] {
  if (approval === null) return [];
  const { member, company } = caller;
  const { fourEyes, finalLevel, politicallyExposed } = approval;
  const permission = can(
    { kind: 'member', ...member },
    approvalPermission(finalLevel, politicallyExposed),
    { ...company, fourEyes },
    now.toISOString(),
  );
  const facts = asSubmittedBy(approval, client, caller);
  return clientApprovalBlockers({ ...facts, approver: { memberId: member.id, permission } });
}

/** Whether the caller would approve their own submission, because no second person is eligible. */
export function isApprovedByOne(
  { client, approval }: { client: Pick<Client, 'cddStatus'>; approval: ApprovalFacts | null },
  caller: MemberCaller,
): boolean {
  if (approval === null) return false;
  const facts = asSubmittedBy(approval, client, caller);
  return isDecidedByOne(facts, { preparedBy: facts.submittedBy, approvedBy: caller.member.id });
}

/** The members other than the caller who can approve a client once it is in review: not the one who sent it, if that needs a second person. */
export function otherApprovers(
  { client, approval }: { client: Pick<Client, 'cddStatus'>; approval: ApprovalFacts },
  caller: MemberCaller,
): ApprovalFacts['approvers'] {
  const { submittedBy } = asSubmittedBy(approval, client, caller);
  const excluded = needsSecondPerson(approval) ? submittedBy : null;
  return approval.approvers.filter(({ id }) => id !== caller.member.id && id !== excluded);
}
