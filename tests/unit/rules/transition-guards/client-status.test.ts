import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { type CddStatus, cddStatuses } from '#rules/clients/client-types.ts';
import { exceptionBlockers } from '#rules/transition-guards/cdd-exception.ts';
import {
  type ActivationFacts,
  activationBlockers,
  exitBlockers,
  exitEffects,
  isDiligenceDone,
} from '#rules/transition-guards/client-status.ts';

const ready: ActivationFacts = {
  cddStatus: 'verified',
  cddLevel: 'standard',
  initialCddRequired: true,
  isPreCommencement: false,
  hasApprovedAssessment: true,
  submittedAssessmentId: null,
  undecidedMatches: 0,
  sanctionsStatus: 'clear',
  clientId: 'c1',
  sanctions: [],
  parties: [
    { id: 'p1', name: 'Ngaio Example', mustVerify: true, verified: true },
    { id: 'p2', name: 'Tama Example', mustVerify: false, verified: false },
  ],
  missing: [],
  ruleBlockers: [],
  jurisdictions: ['NZL'],
  on: '2026-11-21',
};

const sanction = { clientId: 'c1', name: 'Mere Example', listName: 'List', regimes: ['un'] as const };

const seniorManager: Blocker = {
  code: 'rule.seniorManagerApproval',
  text: 'Do not deal.',
  provision: 'AU s28(2)(e)',
  fix: { target: 'client.screening' },
};

const codes = (facts: Partial<ActivationFacts>) =>
  activationBlockers({ ...ready, ...facts }).map(({ code }) => code);

describe('a client becomes active', () => {
  it('without blockers', () => expect(activationBlockers(ready)).toEqual([]));

  it.each(cddStatuses.filter((status) => status !== 'verified'))(
    'is blocked while the CDD status is %s',
    (status) =>
      expect(codes({ cddStatus: status })).toEqual([
        status === 'exceptionApproved' ? 'client.exceptionEnded' : 'client.cddNotDone',
      ]),
  );

  it('under an exception up to its last day', () => {
    const withException = (exceptionEndsOn: string | null) =>
      codes({ cddStatus: 'exceptionApproved', exceptionEndsOn });
    expect(withException('2026-11-22')).toEqual([]);
    expect(withException('2026-11-21')).toEqual([]);
    expect(withException('2026-11-20')).toEqual(['client.exceptionEnded']);
    expect(withException(null)).toEqual(['client.exceptionEnded']);
  });

  it('without an assessment only under simplified CDD or pre-commencement', () => {
    expect(codes({ hasApprovedAssessment: false })).toEqual(['client.assessmentNotApproved']);
    const submitted = { ...ready, hasApprovedAssessment: false, submittedAssessmentId: 'a1' };
    expect(activationBlockers(submitted)).toMatchObject([
      {
        text: 'The client’s risk assessment is awaiting approval.',
        fix: { target: 'client.assessment', id: 'a1' },
      },
    ]);
    expect(codes({ hasApprovedAssessment: false, cddLevel: 'enhanced' })).toEqual([
      'client.assessmentNotApproved',
    ]);
    expect(codes({ hasApprovedAssessment: false, cddLevel: 'simplified' })).toEqual([]);
    expect(codes({ hasApprovedAssessment: false, isPreCommencement: true })).toEqual([]);
  });

  it('not with an undecided match, a party to be verified, or a sanctions match', () => {
    expect(codes({ undecidedMatches: 2 })).toEqual(['client.matchesUndecided']);
    expect(
      codes({ parties: [{ id: 'p1', name: 'Ngaio Example', mustVerify: true, verified: false }] }),
    ).toEqual(['client.partyNotVerified']);
    expect(codes({ sanctions: [sanction] })).toEqual(['rule.prohibition']);
    expect(codes({ sanctions: [{ ...sanction, clientId: 'p2' }] })).toEqual(['rule.prohibition']);
    // Australia's own list is not law in New Zealand: a finding without a prohibition.
    expect(codes({ sanctions: [{ ...sanction, regimes: ['dfat'] }] })).toEqual([]);
    expect(codes({ ruleBlockers: [seniorManager] })).toEqual(['rule.seniorManagerApproval']);
  });

  it('without CDD where it is not required yet', () => {
    expect(
      codes({
        initialCddRequired: false,
        isPreCommencement: true,
        cddStatus: 'notStarted',
        hasApprovedAssessment: false,
        parties: [{ id: 'p1', name: 'Ngaio Example', mustVerify: true, verified: false }],
      }),
    ).toEqual([]);
  });

  it('lists all blockers at once, with provision and fix', () => {
    const blockers = activationBlockers({
      ...ready,
      cddStatus: 'inProgress',
      hasApprovedAssessment: false,
      undecidedMatches: 1,
      sanctions: [sanction],
      parties: [
        { id: 'p1', name: 'Ngaio Example', mustVerify: true, verified: false },
        { id: 'p2', name: 'Tama Example', mustVerify: true, verified: false },
      ],
      jurisdictions: ['NZL', 'AUS'],
    });
    expect(blockers.map(({ code, provision, fix }) => [code, provision, fix.target, fix.id])).toEqual([
      [
        'rule.prohibition',
        'United Nations Act 1946 (NZ) and its regulations; Charter of the United Nations Act 1945 (AU) ss 20, 21',
        'client.match',
        undefined,
      ],
      ['client.cddNotDone', 'NZ s11, AU s28', 'client.diligence', undefined],
      ['client.assessmentNotApproved', 'NZ reg 12AC, AU s28', 'client.assessments', undefined],
      ['client.matchesUndecided', 'NZ s26, AU s28(2)(e)', 'client.screening', undefined],
      ['client.partyNotVerified', 'NZ s11, AU s28', 'client.verifications', 'p1'],
      ['client.partyNotVerified', 'NZ s11, AU s28', 'client.verifications', 'p2'],
    ]);
    for (const { text } of blockers) expect(text).toMatch(/^[A-Z].*\.$/);
    expect(activationBlockers({ ...ready, undecidedMatches: 1, jurisdictions: ['AUS'] })[0]?.provision).toBe(
      'AU s28(2)(e)',
    );
  });

  it('has at least as many blockers with more problems', () => {
    const wrongs: Partial<ActivationFacts>[] = [
      { cddStatus: 'inProgress' },
      { hasApprovedAssessment: false },
      { undecidedMatches: 3 },
      { sanctions: [sanction] },
      { parties: [{ id: 'p1', name: 'Ngaio Example', mustVerify: true, verified: false }] },
    ];
    fc.assert(
      fc.property(fc.subarray(wrongs), (chosen) => {
        expect(activationBlockers(Object.assign({}, ready, ...chosen))).toHaveLength(chosen.length);
      }),
    );
  });
});

describe('CDD on a party', () => {
  it('is complete when verified, or under a current exception', () => {
    const done = (cddStatus: CddStatus, exceptionEndsOn?: string) =>
      isDiligenceDone({ cddStatus, exceptionEndsOn }, '2026-11-21');
    expect(cddStatuses.filter((status) => done(status))).toEqual(['verified']);
    expect(cddStatuses.filter((status) => done(status, '2026-11-21'))).toEqual([
      'verified',
      'exceptionApproved',
    ]);
    expect(cddStatuses.filter((status) => done(status, '2026-11-20'))).toEqual(['verified']);
  });
});

describe('an exception', () => {
  const problems = (reason: string | null, endsOn: string | null) =>
    exceptionBlockers({ reason, endsOn, on: '2026-11-21' }).map(({ code }) => code);

  it('needs a reason and an end after today, within 12 months', () => {
    expect(problems('The register is closed until Friday.', '2026-11-22')).toEqual([]);
    expect(problems('Because', '2027-11-21')).toEqual([]);
    expect(problems('Because', '2027-11-22')).toEqual(['exception.endTooLate']);
    expect(problems(' ', '2026-11-22')).toEqual(['exception.reasonMissing']);
    expect(problems('Because', null)).toEqual(['exception.endMissing']);
    expect(problems('Because', '2026-02-30')).toEqual(['exception.endMissing']);
    expect(problems('Because', '2026-11-21')).toEqual(['exception.endNotInFuture']);
    expect(problems(null, '2020-01-01')).toEqual(['exception.reasonMissing', 'exception.endNotInFuture']);
  });
});

describe('a relationship ends', () => {
  it('on a day not in the future, and not before its start', () => {
    const code = (endedOn: string | null, relationshipStartedOn?: string) =>
      exitBlockers({ endedOn, relationshipStartedOn, on: '2026-11-21', jurisdictions: ['NZL'] })[0]?.code;
    expect(code('2026-11-21')).toBeUndefined();
    expect(code('2020-01-01', '2020-01-01')).toBeUndefined();
    expect(code(null)).toBe('client.endMissing');
    expect(code('2026-11-22')).toBe('client.endInFuture');
    expect(code('2019-12-31', '2020-01-01')).toBe('client.endBeforeStart');
  });

  it('together with its enrolments; the record is retained from that day', () => {
    const enrolments = [
      { id: 'e1', status: 'active' },
      { id: 'e2', status: 'ended' },
      { id: 'e3', status: 'paused' },
    ] as const;
    expect(exitEffects({ endedOn: '2026-11-21', enrolments, jurisdictions: ['NZL'] })).toEqual({
      relationshipEndedOn: '2026-11-21',
      endEnrolmentIds: ['e1', 'e3'],
      retainUntil: '2031-11-21',
    });
    expect(
      exitEffects({ endedOn: '2026-11-21', enrolments: [], jurisdictions: ['NZL', 'AUS'] }).retainUntil,
    ).toBe('2033-11-21');
    expect(
      exitEffects({
        endedOn: '2026-11-21',
        enrolments: [],
        jurisdictions: ['NZL'],
        policy: { years: 10, regulatedIn: ['NZL'] },
      }).retainUntil,
    ).toBe('2036-11-21');
  });
});
