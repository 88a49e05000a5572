import type { ClientType } from '#rules/clients/client-types.ts';
import type { CheckOutcome } from '#rules/identity-verification/evidence.ts';
import { provesPart } from '#rules/ownership/business-evidence.ts';

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

/** What an identity verification holds that its rules are evaluated by. */
type RuleEvidence = {
  machineResult: unknown;
  checks: readonly unknown[];
  documents: readonly unknown[];
  accreditedService: unknown;
  reliance: unknown;
  exception: unknown;
};

/** Whether there is evidence by which rules are met or not; until then they are not evaluated rather than not met. */
export const areRulesEvaluated = (verification: RuleEvidence): boolean =>
  verification.checks.length + verification.documents.length > 0 ||
  [
    verification.machineResult,
    verification.accreditedService,
    verification.reliance,
    verification.exception,
  ].some((evidence) => evidence !== null);

/** What a business verification holds that could be evidence. */
type BusinessEvidenceFacts = {
  clientType: ClientType;
  /** An extract of the client itself, from a register. */
  hasExtract: boolean;
  /** Evidence accepted from document requests. */
  submittedEvidence: readonly { documentType: string | null }[];
};

/**
 * Whether there is evidence of the business to decide on: a register extract of the client itself, or an accepted document that is
 * independent of it. What a member enters about its ownership is none, whatever source it names. Source: NZ s16(1)(a), reg 11, 11A; AU s28(3)(c), (d).
 */
export function hasBusinessEvidence({
  clientType,
  hasExtract,
  submittedEvidence,
}: BusinessEvidenceFacts): boolean {
  return (
    hasExtract ||
    submittedEvidence.some(({ documentType }) => provesPart(documentType, 'existence', clientType))
  );
}
