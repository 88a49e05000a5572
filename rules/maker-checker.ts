import type { RiskLevel } from './clients/client-types.ts';
import type { Permission } from './permissions.ts';
import { minSecondPeople, type Policies } from './policies.ts';
import { compareLevels } from './risk/levels.ts';

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
  /** The higher level in force that the decision replaces; null where it lowers none. */
  loweredFrom: RiskLevel | null;
  /** Whether a PEP, or a relative or close associate of one, is concerned. */
  politicallyExposed: boolean;
  /** Number of people who may approve, by role and designation, or could in the last 24 hours. */
  eligiblePeople: number;
};

/**
 * The level in force, if a decision on `to` lowers it; null otherwise. `inForce`: of the last assessment that was in force, also where
 * that is void: voiding it does not make a lower one the first.
 */
export function levelLoweredFrom(inForce: RiskLevel | null, to: RiskLevel | null): RiskLevel | null {
  if (inForce === null || to === null) return null;
  return compareLevels(to, inForce) < 0 ? inForce : null;
}

/** The level that a decision is approved for: the one that it sets or, if that is higher, the one that it replaces. */
export function approvedLevel({
  finalLevel,
  loweredFrom,
}: Pick<MakerCheckerFacts, 'finalLevel' | 'loweredFrom'>): RiskLevel | null {
  return loweredFrom ?? finalLevel;
}

/**
 * Returns true if an approver other than the preparer is required: always for high risk, even if an override lowered it, and for a level
 * below the one in force; for PEPs and other levels by the company's policy.
 */
function needsSecondApprover({
  fourEyes,
  finalLevel,
  computedLevel,
  loweredFrom,
  politicallyExposed,
}: MakerCheckerFacts): boolean {
  const isHigh = finalLevel === 'high' || computedLevel === 'high';
  return (
    fourEyes === 'always' || isHigh || loweredFrom !== null || (fourEyes === 'highOnly' && politicallyExposed)
  );
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

/** Who made what a finding lowers: the recorder of the finding that it replaces or withdraws, and the assessor in force; null for none. */
export type LoweredWork = { recordedBy: string | null; assessedBy: string | null };

/**
 * Whether someone may lower a level of CDD by a finding. Neither the recorder nor the assessor does while someone else is eligible. Where the only
 * other one is the recorder, two people have decided once the assessor lowers it.
 * @param eligible who may lower it, or could in the last 24 hours
 */
export function loweringRight(
  { recordedBy, assessedBy }: LoweredWork,
  by: string,
  eligible: ReadonlySet<string>,
): 'allowed' | 'decidedByOne' | 'secondPersonNeeded' {
  if (by !== recordedBy && by !== assessedBy) return 'allowed';
  const others = [...eligible].filter((id) => id !== by);
  const isRecorder = by === recordedBy || recordedBy === null;
  if (others.some((id) => isRecorder || id !== recordedBy)) return 'secondPersonNeeded';
  return isRecorder ? 'decidedByOne' : 'allowed';
}

/** Note on file for such a decision. */
export const decidedByOneLabel = 'Decided by one person: no second eligible person on this day';

/** Permission required to approve; high risk and PEPs have their own. */
export function approvalPermission(level: RiskLevel | null, politicallyExposed: boolean): Permission {
  return level === 'high' || politicallyExposed ? 'assessments.approveHigh' : 'assessments.approve';
}
