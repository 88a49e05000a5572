import type { CheckOutcome, MatchedPart } from '#rules/identity-verification/evidence.ts';
import type { VerificationSourceCode } from '#rules/identity-verification/sources.ts';

/**
 * Reason why a check has no result from the source. `refused`: the gateway rejected the request because of our error or
 * configuration; logged and not retried automatically.
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
 * Result of one check by any vendor. Codes only, no personal data, so that it can be stored and logged. The vendor's
 * raw response is not stored, because some repeat the whole request.
 */
export type ProviderResult = {
  source: VerificationSourceCode;
  outcome: CheckOutcome;
  /** Parts that match, and parts that do not, according to the source; parts it did not compare are in neither. */
  matched: MatchedPart[];
  unmatched: MatchedPart[];
  /** The vendor's reference of this check; null if none. */
  reference: string | null;
  /** The vendor's own code: "Y", "NC", "MD-001". */
  code: string | null;
  /** UTC. */
  checkedAt: string;
  problem: CheckProblem | null;
  /** Delay that the vendor requires before a retry. */
  retryAfterSeconds: number | null;
};

/** Whether a job should retry automatically later. */
export function isWorthRetrying({ outcome, problem }: ProviderResult): boolean {
  return outcome === 'source_unavailable' && problem !== 'unauthorised';
}
