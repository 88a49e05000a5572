import { businessEvidenceTypes } from '#rules/document-requests/evidence.ts';
import type { CheckOutcome } from '#rules/identity-verification/evidence.ts';

/** What an identity verification holds that could be evidence. */
type IdentityEvidenceFacts = {
  documents: readonly { certified: unknown; sighted: { originalSighted: boolean } | null }[];
  checks: readonly { outcome: CheckOutcome }[];
};

/**
 * Whether there is evidence of the identity to decide on: a document that was sighted or certified, or a check with a result. Source: NZ
 * s16, AU s28(3).
 */
export function hasIdentityEvidence({ documents, checks }: IdentityEvidenceFacts): boolean {
  return (
    documents.some(({ certified, sighted }) => certified !== null || sighted?.originalSighted) ||
    checks.some(({ outcome }) => outcome !== 'source_unavailable')
  );
}

/** What a business verification holds that could be evidence. */
type BusinessEvidenceFacts = {
  hasExtract: boolean;
  holdings: readonly unknown[];
  controls: readonly unknown[];
  /** Evidence accepted from document requests. */
  submittedEvidence: readonly { documentType: string | null }[];
};

/**
 * Whether there is evidence of the business to decide on: an extract, entered ownership, or a submitted document that shows either.
 * Source: NZ s16, AU s28(3).
 */
export function hasBusinessEvidence({
  hasExtract,
  holdings,
  controls,
  submittedEvidence,
}: BusinessEvidenceFacts): boolean {
  return (
    hasExtract ||
    holdings.length + controls.length > 0 ||
    submittedEvidence.some(({ documentType }) => businessEvidenceTypes.some((type) => type === documentType))
  );
}
