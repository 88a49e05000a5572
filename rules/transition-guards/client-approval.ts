import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { type CddLevel, cddLevelLabels } from '#rules/clients/client-types.ts';
import { ownRules } from '#rules/legal-provisions.ts';
import { afterTheOthers, type MakerCheckerFacts, needsSecondPerson } from '#rules/maker-checker.ts';
import type { AccessDecision } from '#rules/permissions.ts';

/** Facts that determine who can approve the CDD of a client in review. */
export type ClientApprovalFacts = MakerCheckerFacts & {
  /** Present membership of the person who submitted the client for review; null if not recorded. */
  submittedBy: string | null;
  approver: { memberId: string; permission: AccessDecision };
};

/** Label of the act that approves a client, or sends it to someone who can, by the CDD status that it reaches. */
export const approvalLabels = { readyForReview: 'Send for approval', verified: 'Approve client' } as const;

const codes = {
  notEligible: 'client.approverNotEligible',
  secondPerson: 'client.secondPersonNeeded',
} as const;

/** Returns true if a blocker concerns the approver rather than the client's record. */
export function isAboutApprover({ code }: Pick<Blocker, 'code'>): boolean {
  return Object.values<string>(codes).includes(code);
}

function blocker(code: (typeof codes)[keyof typeof codes], text: string): Blocker {
  return { code, text, ...ownRules.policies, fix: { target: 'settings.team' } };
}

/**
 * Blockers of this person approving this client's CDD. High risk and PEPs require the permission to approve such an assessment; the
 * submitter cannot approve if the policy requires a second person and one exists.
 */
export function clientApprovalBlockers(facts: ClientApprovalFacts): Blocker[] {
  const { finalLevel, politicallyExposed, submittedBy, approver } = facts;
  if (!approver.permission.allowed) {
    const who =
      finalLevel === 'high'
        ? 'A high risk client must be approved by a compliance officer or a senior manager.'
        : politicallyExposed
          ? 'A politically exposed person must be approved by a compliance officer or a senior manager.'
          : 'An owner, a compliance officer or a senior manager must approve this client.';
    return [blocker(codes.notEligible, who)];
  }
  if (approver.memberId === submittedBy && needsSecondPerson(facts)) {
    return [
      blocker(
        codes.secondPerson,
        `Maker-checker: you sent this client for review, so a second person must approve it. ${afterTheOthers}`,
      ),
    ];
  }
  return [];
}

/**
 * Blocker of someone lowering a client's level of CDD with a finding, alone. The law lets judgement lower what it requires; who decides is
 * the company's own rule.
 */
export function loweredCddBlocker(from: CddLevel, to: CddLevel): Blocker {
  return {
    code: 'client.secondPersonLowers',
    text: `Maker-checker: this lowers CDD from ${cddLevelLabels[from].toLowerCase()} to ${cddLevelLabels[to].toLowerCase()}. You recorded what it lowers, or assessed this client, so a second person must do it. ${afterTheOthers}`,
    ...ownRules.programme,
    fix: { target: 'settings.team' },
  };
}
