import type { CheckOutcome, MatchedPart } from '#rules/verification/evidence.ts';
import type { VerificationSourceCode } from '#rules/verification/sources.ts';

/**
 * Why a check has no answer of the source itself. `refused`: the gateway did not take the request, which is a mistake of ours or of
 * the set-up; it is logged and not tried again by itself.
 */
export type CheckProblem =
  | 'timeout'
  | 'unreachable'
  | 'status'
  | 'unreadable'
  | 'rateLimited'
  | 'unauthorised'
  | 'refused';

/**
 * What came back from one check, whichever vendor stands behind it. Codes only: no name, number or date of the person is in it, so that
 * it may be kept and logged. Source: protocols 5.3; the vendor's raw answer is not kept, because some repeat the whole request.
 */
export type ProviderResult = {
  source: VerificationSourceCode;
  outcome: CheckOutcome;
  /** Parts that the source says agree, and parts that it says do not; parts it did not speak of are in neither. */
  matched: MatchedPart[];
  unmatched: MatchedPart[];
  /** The vendor's reference of this check; null where it gave none. */
  reference: string | null;
  /** The vendor's own code: "Y", "NC", "MD-001". */
  code: string | null;
  /** UTC. */
  checkedAt: string;
  problem: CheckProblem | null;
  /** After how long the vendor wants to be asked again. */
  retryAfterSeconds: number | null;
};

/** Whether a job should ask again by itself later. */
export function isWorthRetrying({ outcome, problem }: ProviderResult): boolean {
  return outcome === 'source_unavailable' && problem !== 'unauthorised';
}
