import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checksToRetry, currentChecks } from '#rules/identity-verification/current-checks.ts';
import type { VerificationMethod } from '#rules/identity-verification/evidence.ts';
import { checkOutcomes, checkTypes } from '#rules/identity-verification/evidence.ts';
import {
  defaultEvidencePolicy,
  dueExpiryAlert,
  evidenceExpiresOn,
} from '#rules/identity-verification/evidence-expiry.ts';
import { machineResult } from '#rules/identity-verification/machine-result.ts';
import {
  checkRunBlockers,
  decisionBlockers,
  statusAfterResults,
} from '#rules/transition-guards/verification.ts';
import { check } from './facts.ts';

const at = (minute: number) => `2026-11-20T01:${String(minute).padStart(2, '0')}:00.000Z`;
const down = (more = {}) => check({ outcome: 'source_unavailable', matched: [], ...more });
const rejected = (more = {}) => check({ outcome: 'no_match', matched: [], unmatched: ['name'], ...more });

describe('automated results of checks', () => {
  it('have a distinct label each', () => {
    expect(machineResult([], false)).toBeNull();
    expect(machineResult([check()], true)).toBe('pass');
    expect(machineResult([check()], false)).toBe('refer');
    expect(machineResult([rejected()], false)).toBe('fail');
    expect(machineResult([check(), rejected({ type: 'dataSource', source: 'nzCreditBureau' })], true)).toBe(
      'refer',
    );
    expect(machineResult([check({ outcome: 'document_error' })], false)).toBe('refer');
    expect(machineResult([check({ outcome: 'exception' })], false)).toBe('refer');
    expect(machineResult([down()], false)).toBe('error');
    expect(machineResult([check(), down({ source: 'nzCreditBureau' })], true)).toBe('pass');
  });

  it('do not fail a person because a source was unavailable', () => {
    const one = fc.record({
      type: fc.constantFrom(...checkTypes),
      outcome: fc.constantFrom(...checkOutcomes),
      minute: fc.integer({ min: 0, max: 59 }),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 6 }), fc.boolean(), (list, rulePassed) => {
        const checks = list.map(({ type, outcome, minute }) => check({ type, outcome, at: at(minute) }));
        const withSilence = [
          ...checks,
          ...checkTypes.map((type) => down({ type, at: '2026-11-20T02:00:00.000Z' })),
        ];
        const [before, after] = [machineResult(checks, rulePassed), machineResult(withSilence, rulePassed)];
        if (after === 'fail') expect(before).toBe('fail');
        if (before === 'pass') expect(after).toBe('pass');
      }),
    );
  });
});

describe('retries', () => {
  it('replace a result only by a result', () => {
    expect(currentChecks([check({ at: at(1) }), down({ at: at(2) })])).toEqual([check({ at: at(1) })]);
    expect(currentChecks([down({ at: at(1) }), check({ at: at(2) })])).toEqual([check({ at: at(2) })]);
    expect(currentChecks([check({ at: at(2) }), rejected({ at: at(1) })])[0]?.outcome).toBe('match');
    expect(currentChecks([check({ documentId: 'a' }), check({ documentId: 'b' })])).toHaveLength(2);
  });

  it('leave matches unchanged', () => {
    const checks = [check(), down({ source: 'nzCreditBureau' }), rejected({ source: 'nzDriverLicence' })];
    expect(checksToRetry(checks).map(({ source }) => source)).toEqual(['nzCreditBureau', 'nzDriverLicence']);
  });
});

describe('guards', () => {
  const run = {
    method: 'electronicRemote' as const,
    consentAt: at(0),
    documents: [{ id: 'passport', label: 'New Zealand passport', missingForIssuer: [] as string[] }],
    dataSources: [],
    bureauStatement: null,
    checks: [],
    hasDateOfBirth: true,
    jurisdictions: ['NZL' as const],
  };
  const codes = (blockers: { code: string }[]) =>
    blockers.map(({ code }) => code.replace('verification.', ''));

  it('block checks without consent, document or date of birth, and repeated checks', () => {
    expect(codes(checkRunBlockers(run))).toEqual([]);
    expect(
      codes(checkRunBlockers({ ...run, consentAt: null, documents: [], hasDateOfBirth: false })),
    ).toEqual(['consentMissing', 'nothingToCheck', 'dateOfBirthMissing']);
    const [passport] = run.documents;
    expect(
      codes(
        checkRunBlockers({
          ...run,
          documents: [{ ...passport, id: 'passport', label: 'P', missingForIssuer: ['version (5b)'] }],
        }),
      ),
    ).toEqual(['documentIncomplete']);
    const tries = (count: number) => Array.from({ length: count }, (_, i) => rejected({ at: at(i) }));
    expect(codes(checkRunBlockers({ ...run, checks: [...tries(4), down(), down()] }))).toEqual([]);
    expect(codes(checkRunBlockers({ ...run, checks: tries(5) }))).toEqual(['triedTooOften']);
  });

  it('block an Australian credit reporting body until each statement of s35A is recorded', () => {
    const bureau = { ...run, documents: [], dataSources: ['auCreditBureau' as const] };
    const said = { informed: true, agreed: true, alternativeOffered: true };
    expect(codes(checkRunBlockers({ ...bureau, bureauStatement: said }))).toEqual([]);
    for (const missing of ['informed', 'agreed', 'alternativeOffered']) {
      expect(checkRunBlockers({ ...bureau, bureauStatement: { ...said, [missing]: false } })).toMatchObject([
        { code: 'verification.bureauStatementMissing', provision: 'AU s35A' },
      ]);
    }
    expect(checkRunBlockers(bureau)).toHaveLength(3);
    expect(codes(checkRunBlockers({ ...bureau, dataSources: ['auElectoralRoll'] }))).toEqual([]);
  });

  it('require a reason, a longer one against the findings, and a second person under maker-checker', () => {
    const decide = {
      decision: 'verified' as const,
      reason: 'All agree.',
      machineResult: 'pass' as const,
      rulePassed: true,
      sharesDocument: false,
      method: 'documentSighted' as const,
      exceptionApproved: false,
      hasEvidence: true,
      needsSecondPerson: false,
      startedBy: 'a',
      decidedBy: 'a',
      jurisdictions: ['NZL' as const],
    };
    expect(codes(decisionBlockers(decide))).toEqual([]);
    expect(codes(decisionBlockers({ ...decide, reason: '  ' }))).toEqual(['reasonMissing']);
    for (const against of [{ rulePassed: false }, { sharesDocument: true }]) {
      expect(codes(decisionBlockers({ ...decide, ...against }))).toEqual(['reasonTooShort', 'ruleFailed']);
      const approved = { ...decide, ...against, exceptionApproved: true };
      expect(codes(decisionBlockers(approved))).toEqual(['reasonTooShort']);
      const reason = 'Known to the firm for twenty years, met each month';
      expect(codes(decisionBlockers({ ...approved, reason }))).toEqual([]);
      expect(codes(decisionBlockers({ ...decide, ...against, reason }))).toEqual(['ruleFailed']);
      expect(codes(decisionBlockers({ ...decide, ...against, reason, decision: 'notVerified' }))).toEqual([]);
    }
    expect(codes(decisionBlockers({ ...decide, decision: 'notVerified' }))).toEqual(['reasonTooShort']);
    expect(codes(decisionBlockers({ ...decide, hasEvidence: false, needsSecondPerson: true }))).toEqual([
      'noEvidence',
      'secondPersonNeeded',
    ]);
    expect(codes(decisionBlockers({ ...decide, needsSecondPerson: true, decidedBy: 'b' }))).toEqual([]);
  });

  it('verify by an exception only once it is approved, and by another’s verification only on its conditions', () => {
    const decide = {
      decision: 'verified' as const,
      reason: 'Known to the firm for twenty years, met each month',
      machineResult: null,
      rulePassed: false,
      sharesDocument: false,
      exceptionApproved: false,
      hasEvidence: true,
      needsSecondPerson: false,
      startedBy: 'a',
      decidedBy: 'a',
      jurisdictions: ['NZL' as const],
    };
    const blocked = (
      more: Partial<Parameters<typeof decisionBlockers>[0]> & { method: VerificationMethod },
    ) => codes(decisionBlockers({ ...decide, ...more }));
    expect(blocked({ method: 'exception' })).toEqual(['exceptionNotApproved']);
    expect(blocked({ method: 'exception', exceptionApproved: true })).toEqual([]);
    expect(blocked({ method: 'exception', decision: 'notVerified' })).toEqual([]);
    for (const method of ['reliance', 'distf'] as const) {
      expect(blocked({ method })).toEqual(['conditionsNotMet']);
      expect(blocked({ method, rulePassed: true })).toEqual([]);
      expect(blocked({ method, decision: 'notVerified' })).toEqual([]);
    }
    expect(blocked({ method: 'documentSighted' })).toEqual(['ruleFailed']);
    expect(blocked({ method: 'documentSighted', exceptionApproved: true })).toEqual([]);
  });

  it('accept automatically only by company policy and with all checks passed', () => {
    const accept = { autoAccept: true, rulePassed: true, sharesDocument: false };
    expect(statusAfterResults('pass', accept)).toBe('verified');
    expect(statusAfterResults('pass', { ...accept, autoAccept: false })).toBe('needsReview');
    expect(statusAfterResults('pass', { ...accept, sharesDocument: true })).toBe('needsReview');
    expect(statusAfterResults('refer', accept)).toBe('needsReview');
    expect(statusAfterResults('fail', accept)).toBe('needsReview');
    expect(statusAfterResults('error', accept)).toBe('error');
    expect(statusAfterResults(null, accept)).toBe('error');
  });
});

describe('validity of evidence', () => {
  const verified = { verifiedOn: '2026-11-21', documentExpiries: ['2028-02-29', null, '2020-01-01'] };

  it('follows method, policy and documents, the earliest first', () => {
    const policy = defaultEvidencePolicy;
    expect(evidenceExpiresOn({ ...verified, method: 'electronicRemote', policy })).toBeNull();
    expect(evidenceExpiresOn({ ...verified, method: 'reliance', policy })).toBe('2027-11-21');
    expect(
      evidenceExpiresOn({ ...verified, method: 'exception', exceptionEndsOn: '2027-01-31', policy }),
    ).toBe('2027-01-31');
    const strict = { months: { ...policy.months, electronicRemote: 36 }, endsWithDocument: true };
    expect(evidenceExpiresOn({ ...verified, method: 'electronicRemote', policy: strict })).toBe('2028-02-29');
    expect(
      evidenceExpiresOn({ ...verified, documentExpiries: [], method: 'electronicRemote', policy: strict }),
    ).toBe('2029-11-21');
  });

  it('ends with one warning for each of the company’s days', () => {
    expect([91, 90, 61, 60, 30, 0, -1].map((days) => dueExpiryAlert(days, [90, 60, 30]))).toEqual([
      null,
      90,
      90,
      60,
      30,
      30,
      30,
    ]);
  });
});
