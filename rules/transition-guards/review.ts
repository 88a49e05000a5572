import type { RiskLevel } from '#rules/clients/client-types.ts';
import { cite, type Jurisdiction } from '#rules/legal-provisions.ts';
import type { Blocker } from '#rules/resolution-targets.ts';

/** Blockers of completing a review. Source: domain 3, Review; NZ s31, AU s30. */
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
      text: 'Enter the findings, even if nothing has changed.',
      ...provisions,
      fix: { target: 'review.findings', id: 'findings' },
    });
  }
  if (riskAfter === null) {
    blockers.push({
      code: 'review.riskAfterMissing',
      text: 'Select the risk after review.',
      ...provisions,
      fix: { target: 'review.findings', id: 'riskAfter' },
    });
  }
  return blockers;
}
