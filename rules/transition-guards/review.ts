import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { type RiskLevel, riskLevelLabels } from '#rules/clients/client-types.ts';
import { cite, type Jurisdiction } from '#rules/legal-provisions.ts';
import { compareLevels } from '#rules/risk/levels.ts';

/** A word has a letter or a digit. */
const wordsIn = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/**
 * Blockers of completing a review. A review judges the relationship; the level itself comes from an assessment, so a review cannot end
 * below the recorded level. Findings on medium or high risk need more than one word. NZ s31, AU s30.
 */
export function reviewBlockers({
  findings,
  riskAfter,
  riskOnRecord,
  jurisdictions,
}: {
  findings: string | null;
  riskAfter: RiskLevel | null;
  /** The client's recorded level; null if there is none. */
  riskOnRecord: RiskLevel | null;
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
  } else if (wordsIn(findings) < 2 && [riskAfter, riskOnRecord].some((level) => level && level !== 'low')) {
    blockers.push({
      code: 'review.findingsTooShort',
      text: 'Enter what you reviewed and concluded. One word is not enough for medium or high risk.',
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
  } else if (riskOnRecord !== null && compareLevels(riskAfter, riskOnRecord) < 0) {
    blockers.push({
      code: 'review.riskBelowRecord',
      text: `The risk on record is ${riskLevelLabels[riskOnRecord].toLowerCase()}, and a review cannot lower it. Reassess the client, then complete the review.`,
      ...provisions,
      fix: { target: 'client.assessments' },
    });
  }
  return blockers;
}
