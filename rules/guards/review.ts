import type { RiskLevel } from '#rules/client-types.ts';
import type { Blocker } from '#rules/fix-targets.ts';
import { cite, type Jurisdiction } from '#rules/provisions.ts';

/** Everything that keeps a review from being completed. Source: domain 3, Review; NZ s31, AU s30. */
export function reviewBlockers({
  findings,
  riskAfter,
  jurisdictions,
}: {
  findings: string | null;
  riskAfter: RiskLevel | null;
  /** The laws that the company works under. */
  jurisdictions: readonly Jurisdiction[];
}): Blocker[] {
  const blockers: Blocker[] = [];
  const provisions = cite(jurisdictions, { NZL: 'NZ s31', AUS: 'AU s30' });
  if (!findings?.trim()) {
    blockers.push({
      code: 'review.findingsMissing',
      text: 'Write down what the review found, even if nothing has changed.',
      ...provisions,
      fix: { target: 'review.findings', id: 'findings' },
    });
  }
  if (riskAfter === null) {
    blockers.push({
      code: 'review.riskAfterMissing',
      text: 'Say what the risk is after the review.',
      ...provisions,
      fix: { target: 'review.findings', id: 'riskAfter' },
    });
  }
  return blockers;
}
