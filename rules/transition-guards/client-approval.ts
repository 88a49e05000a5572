import { type MakerCheckerFacts, needsSecondPerson } from '#rules/maker-checker.ts';
import type { AccessDecision } from '#rules/permissions.ts';
import type { Blocker } from '#rules/resolution-targets.ts';

/** What decides who may approve the CDD of a client that is in review. */
export type ClientApprovalFacts = MakerCheckerFacts & {
  /** Who sent the client for review; null where that is not on record. */
  submittedBy: string | null;
  approver: { memberId: string; permission: AccessDecision };
};

const codes = {
  notEligible: 'client.approverNotEligible',
  secondPerson: 'client.secondPersonNeeded',
} as const;

/** Returns true if a blocker concerns who approves, and nothing that the client's record lacks. */
export function isAboutApprover({ code }: Pick<Blocker, 'code'>): boolean {
  return Object.values<string>(codes).includes(code);
}

function blocker(code: (typeof codes)[keyof typeof codes], text: string): Blocker {
  return { code, text, provision: 'Your policies', fix: { target: 'settings.team' } };
}

/**
 * Blockers of this person approving this client's CDD. High risk and PEPs are approved by those who may approve such an assessment; who
 * sent the client for review does not approve it where the policy wants a second person and there is one. Source: domain 3,
 * CddStatus; domain 5, "Approve high or PEP".
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
        'Maker-checker: you sent this client for review, so a second person must approve it.',
      ),
    ];
  }
  return [];
}
