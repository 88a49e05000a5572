import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { clientApprovalBlockers } from '#rules/transition-guards/client-approval.ts';
import { ApprovalButton, formatBlocked } from '../../../../app/routes/clients/cdd/client-approval.tsx';

const [notEligible = expect.unreachable()] = clientApprovalBlockers({
  fourEyes: 'off',
  finalLevel: 'low',
  computedLevel: 'low',
  loweredFrom: null,
  politicallyExposed: false,
  eligiblePeople: 1,
  submittedBy: null,
  approver: { memberId: 'm1', permission: { allowed: false, code: 'role.forbidden', reason: 'No' } },
});
const outstanding: Blocker = {
  code: 'risk.rated',
  text: 'Assess the client’s risk.',
  provision: 'NZ reg 12AC',
  fix: { target: 'client.assessments' },
};
const said = 'An owner, a compliance officer or a senior manager must approve this client (Your policies).';

describe('the reason why a client cannot be approved', () => {
  it('ends each sentence with one full stop, after the provision', () => {
    expect(formatBlocked([notEligible])).toBe(said);
    expect(formatBlocked([outstanding, notEligible])).toBe(`1 requirement outstanding. ${said}`);
  });

  it('is a label without a full stop if it is about the record alone', () => {
    expect(formatBlocked([outstanding, outstanding])).toBe('2 requirements outstanding');
  });

  it('is followed by who else can approve', () => {
    const others = 'Aroha Ngata can approve this client.';
    const approval = { reaches: 'verified', blockers: [notEligible], early: [], others } as const;
    const panel = { clientId: 'c1', version: 1, requestKey: 'k1', approval, basis: [], isByOne: false };
    expect(renderToStaticMarkup(createElement(ApprovalButton, { panel }))).toContain(`>${said} ${others}<`);
  });
});
