import { describe, expect, it } from 'vitest';
import { isDecidedByOne, levelLoweredFrom, needsSecondPerson } from '#rules/maker-checker.ts';
import { isExposed } from '#rules/pep.ts';
import {
  type ApprovalFacts,
  approvalBlockers,
  loweringBlockers,
  submissionBlockers,
} from '#rules/transition-guards/assessment.ts';
import { type MemberChange, memberChangeBlockers, type TeamMember } from '#rules/transition-guards/member.ts';
import { reviewBlockers } from '#rules/transition-guards/review.ts';
import { publishingBlockers } from '#rules/transition-guards/template.ts';

const ready: ApprovalFacts = {
  finalLevel: 'medium',
  computedLevel: 'medium',
  loweredFrom: null,
  prohibited: false,
  floorsSince: [],
  outdatedBy: null,
  politicallyExposed: false,
  fourEyes: 'off',
  eligiblePeople: 2,
  assessedBy: 'm1',
  approver: { memberId: 'm1', role: 'member', designations: [] },
};

const codes = (facts: Partial<ApprovalFacts>) =>
  approvalBlockers({ ...ready, ...facts }).map(({ code }) => code);

describe('an assessment that was submitted before the record set a minimum level', () => {
  it('cannot be approved at the level that it was submitted with', () => {
    const floorsSince = [{ level: 'high' as const, reason: 'a sanctions match is confirmed' }];
    expect(codes({ floorsSince })).toEqual(['assessment.floorSince']);
    expect(approvalBlockers({ ...ready, floorsSince })[0]?.text).toContain(
      'at least high, because a sanctions match is confirmed',
    );
  });
});

describe('an assessment is submitted', () => {
  it('when each visible question is answered; missing answers are listed', () => {
    const text = (key: string) => (key === 'cash' ? 'Is cash expected?' : undefined);
    expect(submissionBlockers([], text)).toEqual([]);
    expect(
      submissionBlockers(
        [
          {
            path: 'answers.cash',
            code: 'answer.required',
            message: 'Answer this question.',
            questionKey: 'cash',
          },
          { path: 'answers', code: 'assessment.notScorable', message: 'Nothing has points.' },
        ],
        text,
      ),
    ).toEqual([
      {
        code: 'answer.required',
        text: 'Is cash expected?: Answer this question.',
        provision: 'Your AML/CFT programme',
        fix: { target: 'assessment.answers', id: 'cash' },
      },
      {
        code: 'assessment.notScorable',
        text: 'Nothing has points.',
        provision: 'Your AML/CFT programme',
        fix: { target: 'assessment.answers' },
      },
    ]);
  });
});

describe('an assessment is approved', () => {
  it('by its assessor while it is not high and four eyes are off', () => expect(codes({})).toEqual([]));

  it.each([
    ['off', 'low', false, false],
    ['off', 'low', true, false],
    ['off', 'high', false, true],
    ['off', 'high', true, true],
    ['highOnly', 'low', false, false],
    ['highOnly', 'medium', false, false],
    ['highOnly', 'high', false, true],
    ['highOnly', 'low', true, true],
    ['always', 'low', false, true],
    ['always', 'high', true, true],
  ] as const)(
    'four eyes %s, %s, exposed %s: a second person %s',
    (fourEyes, finalLevel, politicallyExposed, second) => {
      const asked = {
        fourEyes,
        finalLevel,
        computedLevel: finalLevel,
        loweredFrom: null,
        politicallyExposed,
      };
      expect(needsSecondPerson({ ...asked, eligiblePeople: 2 })).toBe(second);
      // Fewer than two possible approvers: the only one can approve, and the record says so.
      for (const eligiblePeople of [0, 1]) {
        expect(needsSecondPerson({ ...asked, eligiblePeople })).toBe(false);
        const facts = { ...asked, eligiblePeople };
        const own = { preparedBy: 'm1', approvedBy: 'm1' };
        expect(isDecidedByOne(facts, own)).toBe(second);
        expect(isDecidedByOne(facts, { ...own, approvedBy: 'm2' })).toBe(false);
        expect(isDecidedByOne(facts, { ...own, preparedBy: null })).toBe(false);
        expect(isDecidedByOne({ ...facts, eligiblePeople: 2 }, own)).toBe(false);
      }
      // An override that lowers a high risk removes nothing.
      expect(
        needsSecondPerson({ ...asked, finalLevel: 'low', computedLevel: 'high', eligiblePeople: 2 }),
      ).toBe(true);
      const approver = { memberId: 'm1', role: 'owner', designations: ['complianceOfficer'] } as const;
      const facts = { ...ready, fourEyes, finalLevel, politicallyExposed, approver };
      const found = approvalBlockers(facts).map(({ code }) => code);
      expect(found).toEqual(second ? ['assessment.secondPersonNeeded'] : []);
      expect(approvalBlockers({ ...facts, assessedBy: 'm2' })).toEqual([]);
    },
  );

  it('by a designated member alone at high risk or for a PEP', () => {
    const by = (role: 'owner' | 'member', ...designations: ('complianceOfficer' | 'seniorManager')[]) => ({
      approver: { memberId: 'm2', role, designations },
    });
    for (const facts of [{ finalLevel: 'high' }, { politicallyExposed: true }] as const) {
      expect(codes({ ...facts, ...by('member') })).toEqual(['assessment.designationMissing']);
      expect(codes({ ...facts, ...by('owner') })).toEqual(['assessment.designationMissing']);
      expect(codes({ ...facts, ...by('member', 'complianceOfficer') })).toEqual([]);
      expect(codes({ ...facts, ...by('member', 'seniorManager') })).toEqual([]);
    }
    expect(approvalBlockers({ ...ready, politicallyExposed: true })[0]?.provision).toBe(
      'Your AML/CFT programme',
    );
  });

  it.each(['off', 'highOnly', 'always'] as const)(
    'below the level in force by a second person who may approve that one, with four eyes %s',
    (fourEyes) => {
      const lowered = { fourEyes, finalLevel: 'low', computedLevel: 'low', loweredFrom: 'medium' } as const;
      expect(codes(lowered)).toEqual(['assessment.secondPersonNeeded']);
      expect(codes({ ...lowered, assessedBy: 'm2' })).toEqual([]);
      expect(codes({ ...lowered, eligiblePeople: 1 })).toEqual([]);
      const own = { preparedBy: 'm1', approvedBy: 'm1' };
      expect(isDecidedByOne({ ...ready, ...lowered, eligiblePeople: 1 }, own)).toBe(true);
      expect(codes({ ...lowered, loweredFrom: 'high', assessedBy: 'm2' })).toEqual([
        'assessment.designationMissing',
      ]);
      expect(approvalBlockers({ ...ready, ...lowered })[0]?.text).toContain(
        'your own assessment, which lowers the level from medium to low.',
      );
    },
  );

  it('lowers a level only below the one in force', () => {
    expect(levelLoweredFrom('high', 'medium')).toBe('high');
    expect(levelLoweredFrom('medium', 'medium')).toBeNull();
    expect(levelLoweredFrom('low', 'high')).toBeNull();
    expect(levelLoweredFrom(null, 'low')).toBeNull();
    expect(levelLoweredFrom('high', null)).toBeNull();
  });

  it('never by an auditor, when prohibited, or without a level', () => {
    expect(
      codes({ approver: { memberId: 'm3', role: 'auditor', designations: ['complianceOfficer'] } }),
    ).toEqual(['assessment.approverReadsOnly']);
    expect(codes({ prohibited: true })).toEqual(['assessment.prohibited']);
    expect(codes({ finalLevel: null })).toEqual(['assessment.notScorable']);
  });

  it('lists all blockers at once', () => {
    expect(codes({ prohibited: true, finalLevel: 'high', fourEyes: 'always' })).toEqual([
      'assessment.prohibited',
      'assessment.designationMissing',
      'assessment.secondPersonNeeded',
    ]);
  });

  it('counts each kind of PEP as one', () => {
    expect(
      (['foreign', 'domestic', 'internationalOrganisation', 'relativeOrAssociate'] as const).every(isExposed),
    ).toBe(true);
    expect((['none', 'notChecked'] as const).some(isExposed)).toBe(false);
  });
});

describe('an assessor who lowers the level of the own assessment', () => {
  const lowering = {
    fourEyes: 'off',
    computedLevel: 'medium',
    politicallyExposed: false,
    eligiblePeople: 2,
    from: 'medium',
    to: 'low',
    assessedBy: 'm1',
    decidedBy: 'm1',
  } as const;
  const found = (facts: Partial<Parameters<typeof loweringBlockers>[0]>) =>
    loweringBlockers({ ...lowering, ...facts }).map(({ code }) => code);

  it('leaves it to a second person at every level, where there is one', () => {
    expect(found({})).toEqual(['assessment.secondPersonLowers']);
    expect(found({ from: 'high', to: 'medium' })).toEqual(['assessment.secondPersonLowers']);
    expect(found({ eligiblePeople: 1 })).toEqual([]);
    expect(found({ decidedBy: 'm2' })).toEqual([]);
    expect(found({ to: 'medium' })).toEqual([]);
    expect(found({ to: 'high' })).toEqual([]);
  });
});

describe('a template is published', () => {
  const facts = {
    problems: [],
    changeNote: 'Weights of countries raised',
    contentHash: 'b',
    impactSeenOf: 'b',
  };

  it('without problems, with a note, after a preview of the impact', () => {
    expect(publishingBlockers(facts)).toEqual([]);
  });

  it('lists all blockers at once', () => {
    expect(
      publishingBlockers({
        problems: [
          {
            path: 'thresholds.high',
            code: 'thresholds.order',
            message: 'High must begin above medium.',
            rejectedIn: 'publish',
          },
          {
            path: 'sections[0].questions[0].showWhen',
            code: 'condition.circular',
            message: 'Circle.',
            rejectedIn: 'publish',
          },
        ],
        changeNote: ' ',
        contentHash: 'b',
        impactSeenOf: null,
      }).map(({ code, fix }) => [code, fix.target, fix.id]),
    ).toEqual([
      ['thresholds.order', 'template.editor', 'thresholds.high'],
      ['condition.circular', 'template.editor', 'sections[0].questions[0].showWhen'],
      ['template.changeNoteMissing', 'template.impact', 'changeNote'],
      ['template.impactNotSeen', 'template.impact', undefined],
    ]);
  });

  it('requires a new impact preview after the draft changed', () => {
    const [blocker] = publishingBlockers({ ...facts, impactSeenOf: 'a' });
    expect(blocker?.code).toBe('template.impactNotSeen');
    expect(blocker?.text).toContain('changed since');
  });
});

describe('a review is completed', () => {
  it('with findings and risk after review', () => {
    const found = (findings: string | null, riskAfter: 'low' | null) =>
      reviewBlockers({ findings, riskAfter, riskOnRecord: 'low', jurisdictions: ['AUS'] });
    expect(found('Nothing has changed.', 'low')).toEqual([]);
    expect(found('  ', null).map(({ code }) => code)).toEqual([
      'review.findingsMissing',
      'review.riskAfterMissing',
    ]);
    expect(found(null, 'low')[0]?.provision).toBe('AU s30');
  });

  it.each([
    ['low', 'low', []],
    ['low', null, []],
    ['medium', null, ['review.findingsTooShort']],
    ['medium', 'low', ['review.findingsTooShort']],
    ['high', 'medium', ['review.findingsTooShort']],
    ['medium', 'medium', ['review.findingsTooShort']],
    ['low', 'medium', ['review.findingsTooShort', 'review.riskBelowRecord']],
    ['medium', 'high', ['review.findingsTooShort', 'review.riskBelowRecord']],
  ] as const)(
    'is blocked at %s against %s with a one-word finding, and below the recorded risk',
    (riskAfter, riskOnRecord, codes) => {
      const found = (findings: string) =>
        reviewBlockers({ findings, riskAfter, riskOnRecord, jurisdictions: ['NZL'] }).map(({ code }) => code);
      expect(found('Unchanged')).toEqual(codes);
      expect(found(' Fine. – ')).toEqual(codes);
      expect(found('Ownership unchanged')).toEqual(
        codes.filter((code) => code !== 'review.findingsTooShort'),
      );
    },
  );
});

describe('the last active owner', () => {
  const owner: TeamMember = { id: 'o1', role: 'owner', status: 'active' };
  const others: TeamMember[] = [
    { id: 'o2', role: 'owner', status: 'suspended' },
    { id: 'o3', role: 'owner', status: 'invited' },
    { id: 'm1', role: 'member', status: 'active' },
  ];
  const removals: MemberChange[] = [
    { role: 'member' },
    { role: 'auditor' },
    { status: 'suspended' },
    { status: 'removed' },
  ];

  it.each(removals)('cannot be changed: %j', (change) => {
    expect(memberChangeBlockers([owner, ...others], 'o1', change).map(({ code }) => code)).toEqual([
      'member.lastOwner',
    ]);
    const second: TeamMember = { id: 'o4', role: 'owner', status: 'active' };
    expect(memberChangeBlockers([owner, second, ...others], 'o1', change)).toEqual([]);
  });

  it('can keep role and status, and others can be changed', () => {
    expect(memberChangeBlockers([owner, ...others], 'o1', { role: 'owner' })).toEqual([]);
    expect(memberChangeBlockers([owner, ...others], 'o1', { status: 'active' })).toEqual([]);
    for (const { id } of others) {
      for (const change of removals) {
        expect(memberChangeBlockers([owner, ...others], id, change)).toEqual([]);
      }
    }
    expect(memberChangeBlockers([owner], 'nobody', { status: 'removed' })).toEqual([]);
  });
});
