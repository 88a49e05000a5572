import type { RiskLevel } from './clients/client-types.ts';
import type { Permission } from './permissions.ts';
import { minSecondPeople, type Policies } from './policies.ts';

/** Who could approve within these hours still counts as eligible, so that taking the right from the other person does not make one the only one. */
export const recentlyEligibleHours = 24;

/** What the only person left can do, in the words of every blocker that names a second person. */
export const afterTheOthers = 'You can do it alone once no one else could for 24 hours.';

/** Facts that determine whether someone other than the preparer must approve an assessment or a client's CDD. */
export type MakerCheckerFacts = {
  fourEyes: Policies['fourEyes'];
  /** Level in force or to be approved, that of an override if there is one. Null if nothing is rated. */
  finalLevel: RiskLevel | null;
  /** Level from the answers, before any override. */
  computedLevel: RiskLevel | null;
  /** Whether a PEP, or a relative or close associate of one, is concerned. */
  politicallyExposed: boolean;
  /** Number of people who may approve, by role and designation, or could in the last 24 hours. */
  eligiblePeople: number;
};

/**
 * Returns true if an approver other than the preparer is required: always for high risk, even if an override lowered it;
 * for PEPs and other levels by the company's policy.
 */
function needsSecondApprover({
  fourEyes,
  finalLevel,
  computedLevel,
  politicallyExposed,
}: MakerCheckerFacts): boolean {
  const isHigh = finalLevel === 'high' || computedLevel === 'high';
  return fourEyes === 'always' || isHigh || (fourEyes === 'highOnly' && politicallyExposed);
}

/**
 * Returns true if the approver must not be the preparer. No law requires a second person here, so the rule does not apply
 * while fewer than two people could approve: the only eligible person could never approve.
 */
export function needsSecondPerson(facts: MakerCheckerFacts): boolean {
  return facts.eligiblePeople >= minSecondPeople && needsSecondApprover(facts);
}

/**
 * Returns true if the preparer approved only because no second eligible person existed, which the file then states.
 * `preparedBy`: who assessed, or sent the client for review; null where that is not on record.
 */
export function isDecidedByOne(
  facts: MakerCheckerFacts,
  { preparedBy, approvedBy }: { preparedBy: string | null; approvedBy: string },
): boolean {
  return approvedBy === preparedBy && needsSecondApprover(facts) && !needsSecondPerson(facts);
}

/** Note on file for such a decision. */
export const decidedByOneLabel = 'Decided by one person: no second eligible person on this day';

/** Permission required to approve; high risk and PEPs have their own. */
export function approvalPermission(level: RiskLevel | null, politicallyExposed: boolean): Permission {
  return level === 'high' || politicallyExposed ? 'assessments.approveHigh' : 'assessments.approve';
}
