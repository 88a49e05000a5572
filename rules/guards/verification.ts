import type { Blocker } from '#rules/fix-targets.ts';
import { cite, type Jurisdiction } from '#rules/provisions.ts';
import { mostNoMatchesOfOneDocument, noMatchesOf } from '#rules/verification/current-checks.ts';
import type { CheckFact, VerificationMethod } from '#rules/verification/evidence.ts';
import type { MachineResult } from '#rules/verification/machine-result.ts';

/** Fewest characters of the reason for a decision; more where the decision goes against what was found. */
export const leastReasonLength = 5;
export const leastOpposingReasonLength = 20;

function blocker(code: string, text: string, provision: { provision?: string } = {}): Blocker {
  return { code: `verification.${code}`, text, ...provision, fix: { target: 'client.verifications' } };
}

export type CheckRunFacts = {
  method: VerificationMethod;
  consentAt: string | null;
  /** With what each still lacks for its issuer, in words: "version (5b)". */
  documents: readonly { id: string; label: string; missingForIssuer: readonly string[] }[];
  /** Data sources asked for, without a document. */
  dataSources: readonly string[];
  checks: readonly CheckFact[];
  hasDateOfBirth: boolean;
  jurisdictions: readonly Jurisdiction[];
};

/** Everything that keeps issuers and sources from being asked. No register is asked without consent. Source: protocols 5.1, 5.3. */
export function checkRunBlockers(facts: CheckRunFacts): Blocker[] {
  const blockers: Blocker[] = [];
  if (facts.consentAt === null) {
    blockers.push(
      blocker(
        'consentMissing',
        'Record the person’s consent first. No register may be asked without it.',
        cite(facts.jurisdictions, {
          NZL: 'NZ Privacy Act 2020',
          AUS: 'AU Privacy Act 1988',
        }),
      ),
    );
  }
  if (facts.documents.length === 0 && facts.dataSources.length === 0)
    blockers.push(blocker('nothingToCheck', 'Add a document, or choose a source to ask.'));
  if (!facts.hasDateOfBirth) {
    blockers.push({
      code: 'verification.dateOfBirthMissing',
      text: 'Every register asks for the date of birth. Record it on the client first.',
      fix: { target: 'client.edit' },
    });
  }
  for (const { id, label, missingForIssuer } of facts.documents) {
    if (missingForIssuer.length > 0)
      blockers.push(
        blocker('documentIncomplete', `${label}: its issuer also needs ${missingForIssuer.join(', ')}.`),
      );
    if (noMatchesOf(facts.checks, id) >= mostNoMatchesOfOneDocument) {
      blockers.push(
        blocker(
          'triedTooOften',
          `${label} was refused ${mostNoMatchesOfOneDocument} times. Look at the original, or use another document.`,
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
  hasEvidence: boolean;
  /** The client is somebody for whom the company wants four eyes. */
  needsSecondPerson: boolean;
  startedBy: string;
  decidedBy: string;
};

/** Whether a decision says something else than what was found, which wants more of a reason. */
export function opposesFindings({
  decision,
  rulePassed,
  sharesDocument,
  machineResult,
}: Pick<DecisionFacts, 'decision' | 'rulePassed' | 'sharesDocument' | 'machineResult'>): boolean {
  return decision === 'verified' ? !rulePassed || sharesDocument : rulePassed && machineResult !== 'fail';
}

/**
 * Everything that keeps a person's decision from being recorded. Machines find, people decide: a person may accept what the rule does
 * not, with a reason that an auditor can judge. Source: domain 3, "a manual decision needs a reason"; domain 11.5.
 */
export function decisionBlockers(facts: DecisionFacts): Blocker[] {
  const blockers: Blocker[] = [];
  const length = facts.reason?.trim().length ?? 0;
  if (length < leastReasonLength) {
    blockers.push(blocker('reasonMissing', 'Say why. An auditor will read it.'));
  } else if (opposesFindings(facts) && length < leastOpposingReasonLength) {
    blockers.push(
      blocker(
        'reasonTooShort',
        `Your decision differs from what was found. Say why in ${leastOpposingReasonLength} characters or more.`,
      ),
    );
  }
  if (facts.decision === 'verified' && !facts.hasEvidence)
    blockers.push(
      blocker('noEvidence', 'There is nothing to decide on yet: no check answered and no document was seen.'),
    );
  if (facts.decision === 'verified' && facts.needsSecondPerson && facts.startedBy === facts.decidedBy)
    blockers.push(
      blocker(
        'secondPersonNeeded',
        'You started this verification, and your company wants a second person to accept it. Ask someone else.',
      ),
    );
  return blockers;
}

/**
 * Where a provider's results lead: a person looks, except where the company accepts by itself what passed. `verified` is reached by way
 * of needsReview in the same command. No result means that nothing could be checked. Source: domain 3, VerificationStatus.
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
