import { describe, expect, it } from 'vitest';
import {
  type ClientApprovalFacts,
  clientApprovalBlockers,
  isAboutApprover,
} from '#rules/transition-guards/client-approval.ts';

const facts: ClientApprovalFacts = {
  fourEyes: 'off',
  finalLevel: 'low',
  computedLevel: 'low',
  loweredFrom: null,
  politicallyExposed: false,
  eligiblePeople: 2,
  submittedBy: 'm1',
  approver: { memberId: 'm1', permission: { allowed: true } },
};
const refused = { allowed: false, code: 'role.forbidden', reason: 'No' } as const;

describe('a client is approved', () => {
  it.each([
    ['off', 'low', false, false],
    ['off', 'high', false, true],
    ['off', 'low', true, false],
    ['highOnly', 'medium', false, false],
    ['highOnly', 'high', false, true],
    ['highOnly', 'low', true, true],
    ['always', 'low', false, true],
  ] as const)(
    'under %s, %s, exposed %s, by a second person: %s',
    (fourEyes, finalLevel, politicallyExposed, second) => {
      const asked = { ...facts, fourEyes, finalLevel, computedLevel: finalLevel, politicallyExposed };
      const found = clientApprovalBlockers(asked);
      expect(found.map(({ code }) => code)).toEqual(second ? ['client.secondPersonNeeded'] : []);
      expect(found.every((blocker) => isAboutApprover(blocker))).toBe(true);
      // By another person, by the only one who could, or with an unknown submitter: not blocked.
      expect(clientApprovalBlockers({ ...asked, approver: { ...asked.approver, memberId: 'm2' } })).toEqual(
        [],
      );
      expect(clientApprovalBlockers({ ...asked, eligiblePeople: 1 })).toEqual([]);
      expect(clientApprovalBlockers({ ...asked, submittedBy: null })).toEqual([]);
    },
  );

  it('by a second person too where an override lowered a high risk', () => {
    expect(clientApprovalBlockers({ ...facts, computedLevel: 'high' })).toMatchObject([
      { code: 'client.secondPersonNeeded', provision: 'Your policies', fix: { target: 'settings.team' } },
    ]);
  });

  it('by those with permission to approve such a risk alone', () => {
    const approver = { memberId: 'm2', permission: refused };
    const words = (more: Partial<ClientApprovalFacts>) =>
      clientApprovalBlockers({ ...facts, approver, ...more }).map(({ text }) => text);
    expect(words({ finalLevel: 'high' })).toEqual([expect.stringMatching(/^A high risk client must/)]);
    expect(words({ politicallyExposed: true })).toEqual([
      expect.stringMatching(/^A politically exposed person must/),
    ]);
    expect(words({ fourEyes: 'always' })).toEqual([expect.stringMatching(/^An owner, /)]);
    expect(isAboutApprover({ code: 'client.cddNotDone' })).toBe(false);
  });
});
