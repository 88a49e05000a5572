import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { creditReportingBody } from '#rules/identity-verification/au-credit-bureau.ts';
import { getNoMatches, maxFailedChecksPerDocument } from '#rules/identity-verification/current-checks.ts';
import type { CheckFact, VerificationMethod } from '#rules/identity-verification/evidence.ts';
import type { MachineResult } from '#rules/identity-verification/machine-result.ts';
import type { DataSourceCode } from '#rules/identity-verification/sources.ts';
import type { BureauStatement } from '#rules/identity-verification/statements.ts';
import { cite, type Jurisdiction, ownRules } from '#rules/legal-provisions.ts';
import { afterTheOthers } from '#rules/maker-checker.ts';
import { minSecondPeople } from '#rules/policies.ts';
import type { IdentityVerificationSection } from '#rules/verification-pages/identity-tabs.ts';
import { exceptionEndProblem } from './cdd-exception.ts';

/** Minimum length of a decision's reason; higher if the decision contradicts the findings. */
const minReasonLength = 5;
export const minContraryReasonLength = 20;

/** `section`: of the verification's page, where it is resolved. */
function blocker(
  code: string,
  text: string,
  provision: { provision: string },
  section?: IdentityVerificationSection,
): Blocker {
  const fix = { target: 'client.verifications', ...(section && { id: section }) } as const;
  return { code: `verification.${code}`, text, ...provision, fix };
}

/** Provisions on verifying identity from reliable and independent sources. */
const ofIdentity = (jurisdictions: readonly Jurisdiction[]) =>
  cite(jurisdictions, { NZL: 'NZ s16', AUS: 'AU s28(3)' });

/** Provisions on keeping what was decided about an identity, and why. */
const ofRecord = (jurisdictions: readonly Jurisdiction[]) =>
  cite(jurisdictions, { NZL: 'NZ s50', AUS: 'AU s111' });

export type CheckRunFacts = {
  method: VerificationMethod;
  consentAt: string | null;
  /** With the fields its issuer still requires, as labels: "version (5b)". */
  documents: readonly { id: string; label: string; missingForIssuer: readonly string[] }[];
  /** Selected data sources, without a document. */
  dataSources: readonly DataSourceCode[];
  bureauStatement: BureauStatement | null;
  checks: readonly CheckFact[];
  hasDateOfBirth: boolean;
  jurisdictions: readonly Jurisdiction[];
};

/** Statements required before a query to an Australian credit reporting body. AU s35A. */
const bureauStatements: Record<keyof BureauStatement, string> = {
  informed: 'Confirm that the person was told what the credit reporting body receives, and why',
  agreed: 'Confirm that the person agreed expressly',
  alternativeOffered: 'Confirm that another way was offered',
};

/**
 * Missing statements before a query to a credit reporting body, by their labels. Empty if none is queried. AU s35A, rule
 * au.creditBureau.
 */
export function missingBureauStatements({
  dataSources,
  bureauStatement,
}: Pick<CheckRunFacts, 'dataSources' | 'bureauStatement'>): { field: keyof BureauStatement; text: string }[] {
  if (!dataSources.includes(creditReportingBody)) return [];
  return (Object.keys(bureauStatements) as (keyof BureauStatement)[])
    .filter((field) => !bureauStatement?.[field])
    .map((field) => ({ field, text: bureauStatements[field] }));
}

/** Blockers of running checks with issuers and sources. No register is queried without consent. */
export function checkRunBlockers(facts: CheckRunFacts): Blocker[] {
  const blockers: Blocker[] = [];
  if (facts.consentAt === null) {
    blockers.push(
      blocker(
        'consentMissing',
        'Record the person’s consent first. No register may be checked without it.',
        cite(facts.jurisdictions, {
          NZL: 'NZ Privacy Act 2020',
          AUS: 'AU Privacy Act 1988',
        }),
        'consent',
      ),
    );
  }
  if (facts.documents.length === 0 && facts.dataSources.length === 0)
    blockers.push(
      blocker(
        'nothingToCheck',
        'Add a document, or select a data source.',
        ofIdentity(facts.jurisdictions),
        'identity-documents',
      ),
    );
  if (!facts.hasDateOfBirth) {
    blockers.push({
      code: 'verification.dateOfBirthMissing',
      text: 'Every register requires the date of birth. Record it on the client first.',
      ...cite(facts.jurisdictions, { NZL: 'NZ s15', AUS: 'AU s28(3)' }),
      fix: { target: 'client.edit' },
    });
  }
  for (const { text } of missingBureauStatements(facts)) {
    blockers.push(blocker('bureauStatementMissing', text, { provision: 'AU s35A' }));
  }
  for (const { id, label, missingForIssuer } of facts.documents) {
    if (missingForIssuer.length > 0)
      blockers.push(
        blocker(
          'documentIncomplete',
          `${label}: its issuer also needs ${missingForIssuer.join(', ')}.`,
          ofIdentity(facts.jurisdictions),
          'identity-documents',
        ),
      );
    if (getNoMatches(facts.checks, id) >= maxFailedChecksPerDocument) {
      blockers.push(
        blocker(
          'triedTooOften',
          `${label} failed ${maxFailedChecksPerDocument} checks. Sight the original, or use another document.`,
          ownRules.programme,
          'identity-documents',
        ),
      );
    }
  }
  return blockers;
}

export type DecisionFacts = {
  decision: 'verified' | 'notVerified';
  reason: string | null;
  machineResult: MachineResult | null;
  rulePassed: boolean;
  /** Another client has the same document. */
  sharesDocument: boolean;
  method: VerificationMethod;
  /** Someone who may grant exceptions approved one on this verification, and it covers what it is decided on now. */
  exceptionApproved: boolean;
  /** A document that was seen or certified, or a check with a result. */
  hasEvidence: boolean;
  /** Maker-checker applies to this client by company policy. */
  needsSecondPerson: boolean;
  startedBy: string;
  decidedBy: string;
  jurisdictions: readonly Jurisdiction[];
};

/** Whether a decision contradicts the findings, which requires a longer reason. */
export function opposesFindings({
  decision,
  rulePassed,
  sharesDocument,
  machineResult,
}: Pick<DecisionFacts, 'decision' | 'rulePassed' | 'sharesDocument' | 'machineResult'>): boolean {
  return decision === 'verified' ? !rulePassed || sharesDocument : rulePassed && machineResult !== 'fail';
}

/** Methods whose evidence is a statement about another’s verification: their conditions are the evidence, and no reason replaces them. */
const statementProvisions: Partial<Record<VerificationMethod, Record<Jurisdiction, string>>> = {
  reliance: { NZL: 'NZ s33(2)', AUS: 'AU s37A, s38' },
  // An accredited service of New Zealand.
  distf: { NZL: 'NZ IVCOP 2026', AUS: 'AU s28(3)' },
};

/** Provisions on a person whose identity standard verification does not show. */
const ofException = (jurisdictions: readonly Jurisdiction[]) =>
  cite(jurisdictions, { NZL: 'NZ IVCOP, exceptions', AUS: 'AU Rules 6-10' });

/** That a decision as verified contradicts the findings and no exception covers it. Shown on the page and on the client's. */
export const exceptionMissingText =
  'Decided as verified against the rule without an approved exception, so it does not count. Verify the person again.';

/** The provision of that. */
export const exceptionMissingProvision = (jurisdictions: readonly Jurisdiction[]): string =>
  ofException(jurisdictions).provision;

/**
 * Whether an exception can lead to a decision as verified: under the method of exceptions always, under others where there is evidence that
 * does not meet the rule, or a document that another client has too. A statement's own conditions are not excepted from.
 */
export function admitsException({
  method,
  rulePassed,
  sharesDocument,
  hasEvidence,
}: Pick<DecisionFacts, 'method' | 'rulePassed' | 'sharesDocument' | 'hasEvidence'>): boolean {
  if (method === 'exception') return true;
  if (statementProvisions[method] !== undefined) return false;
  return hasEvidence && (!rulePassed || sharesDocument);
}

/**
 * What keeps the record from being evidence of the identity; null if nothing. Source: NZ s33(2), AU s37A and s38 (reliance), AU Rules
 * 6-10 and NZ IVCOP (exceptions), NZ IVCOP 2026 (accredited services).
 */
function evidenceBlocker({
  method,
  rulePassed,
  sharesDocument,
  exceptionApproved,
  hasEvidence,
  jurisdictions,
}: DecisionFacts): Blocker | null {
  if (method === 'exception') {
    if (exceptionApproved) return null;
    return blocker(
      'exceptionNotApproved',
      'The exception is not approved. Someone who may grant exceptions must approve it first.',
      // The law lets an exception be made; who approves it is the company's own rule.
      ownRules.programme,
      'consent',
    );
  }
  const ofStatement = statementProvisions[method];
  if (ofStatement !== undefined) {
    if (rulePassed && !sharesDocument) return null;
    return blocker(
      'conditionsNotMet',
      'The conditions of this method are not met, and a reason does not replace them. Start a new verification on the client’s page.',
      cite(jurisdictions, ofStatement),
      'rules',
    );
  }
  if (!hasEvidence) {
    return blocker(
      'noEvidence',
      'No result to decide on. Run a check or record a sighted document first.',
      ofIdentity(jurisdictions),
      'identity-documents',
    );
  }
  if ((rulePassed && !sharesDocument) || exceptionApproved) return null;
  const why = sharesDocument
    ? 'Another client has the same document.'
    : 'The evidence does not meet the verification rule.';
  return blocker(
    'ruleFailed',
    `${why} Add evidence that does, or have someone who may grant exceptions approve one, until a day, first.`,
    ofException(jurisdictions),
    'exception',
  );
}

/**
 * Blockers of recording a reviewer decision. Automated checks report, people decide: a reviewer may accept what the rule does not, with a
 * reason that an auditor can assess, where there is evidence by the method and an exception is approved.
 */
export function decisionBlockers(facts: DecisionFacts): Blocker[] {
  const blockers: Blocker[] = [];
  const length = facts.reason?.trim().length ?? 0;
  if (length < minReasonLength) {
    blockers.push(blocker('reasonMissing', 'Enter a reason', ofRecord(facts.jurisdictions)));
  } else if (opposesFindings(facts) && length < minContraryReasonLength) {
    blockers.push(
      blocker(
        'reasonTooShort',
        `Your decision differs from the automated result. Enter a reason of at least ${minContraryReasonLength} characters.`,
        ofRecord(facts.jurisdictions),
      ),
    );
  }
  const unevidenced = facts.decision === 'verified' ? evidenceBlocker(facts) : null;
  if (unevidenced !== null) blockers.push(unevidenced);
  if (facts.decision === 'verified' && facts.needsSecondPerson && facts.startedBy === facts.decidedBy)
    blockers.push(
      blocker(
        'secondPersonNeeded',
        'Maker-checker: someone other than the person who started this verification must approve it.',
        ownRules.policies,
      ),
    );
  return blockers;
}

/**
 * Blockers of approving an exception: the member who started the verification cannot approve it while another member can, and one recorded
 * until a day that has come is not approved any more. `eligiblePeople`: people who may grant exceptions, or could in the last 24 hours.
 * `recordedEnd`: the last day recorded with the exception; null where it is entered with the approval.
 */
export function exceptionApprovalBlockers({
  startedBy,
  approvedBy,
  eligiblePeople,
  recordedEnd,
  on,
}: {
  startedBy: string;
  approvedBy: string;
  eligiblePeople: number;
  recordedEnd: CalendarDate | null;
  on: CalendarDate;
}): Blocker[] {
  const blockers: Blocker[] = [];
  if (recordedEnd !== null && exceptionEndProblem(recordedEnd, on) !== undefined) {
    blockers.push(
      blocker(
        'exceptionEnded',
        'The last day of this exception has come. Start a new verification on the client’s page.',
        ownRules.programme,
      ),
    );
  }
  if (startedBy !== approvedBy || eligiblePeople < minSecondPeople) return blockers;
  blockers.push(
    blocker(
      'exceptionSecondPerson',
      `Maker-checker: you cannot approve an exception in a verification that you started. Someone else who may grant exceptions must approve it. ${afterTheOthers}`,
      ownRules.policies,
    ),
  );
  return blockers;
}

/**
 * Status that follows from a provider's results: review by a person, unless the company accepts passed checks automatically. `verified` is reached by way
 * of needsReview in the same command. No result means that nothing could be checked.
 */
export function statusAfterResults(
  result: MachineResult | null,
  {
    autoAccept,
    rulePassed,
    sharesDocument,
  }: { autoAccept: boolean; rulePassed: boolean; sharesDocument: boolean },
): 'needsReview' | 'verified' | 'error' {
  if (result === null || result === 'error') return 'error';
  return autoAccept && rulePassed && result === 'pass' && !sharesDocument ? 'verified' : 'needsReview';
}
