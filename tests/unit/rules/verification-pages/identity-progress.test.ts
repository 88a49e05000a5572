import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verificationMethods } from '#rules/identity-verification/evidence.ts';
import { openIdentityVerificationStatuses, verificationLifecycle } from '#rules/lifecycles/checks.ts';
import { getStates } from '#rules/lifecycles/lifecycle.ts';
import { decisionBlockers } from '#rules/transition-guards/verification.ts';
import {
  getNextIdentityAction,
  type IdentityProgressFacts,
  identitySteps,
  identityVerificationSteps,
} from '#rules/verification-pages/identity-progress.ts';

const ready: IdentityProgressFacts = {
  method: 'electronicInPerson',
  status: 'needsReview',
  hasConsent: true,
  evidenceCount: 2,
  uncheckedSources: 0,
  hasDecisionEvidence: true,
  hasCheckResult: true,
  machineResult: 'pass',
  isEvaluated: true,
  clauses: { met: 4, unmet: 0 },
  rulePassed: true,
  isExceptionApproved: false,
  sharesDocument: false,
  decision: null,
  identityChangedOn: null,
  unmetAtRisk: null,
  exceptionMissing: false,
};
const begun: Partial<IdentityProgressFacts> = {
  status: 'notStarted',
  evidenceCount: 0,
  hasDecisionEvidence: false,
  hasCheckResult: false,
  machineResult: null,
  isEvaluated: false,
  clauses: { met: 0, unmet: 4 },
  rulePassed: false,
};
const steps = (facts: Partial<IdentityProgressFacts>) => identityVerificationSteps({ ...ready, ...facts });
const lines = (facts: Partial<IdentityProgressFacts>) =>
  Object.fromEntries(steps(facts).map(({ step, state, reason }) => [step, `${state}: ${reason}`]));
const next = (facts: Partial<IdentityProgressFacts>, ...impossible: string[]) =>
  getNextIdentityAction(
    { ...ready, ...facts },
    steps(facts),
    (action) => action !== 'sendLink' && action !== 'retry' && !impossible.includes(action),
  );

/** Any facts whose parts agree: a result of a check is evidence to decide on. */
const identityFacts = fc
  .record({
    method: fc.constantFrom(...verificationMethods),
    status: fc.constantFrom(...getStates(verificationLifecycle)),
    hasConsent: fc.boolean(),
    evidenceCount: fc.nat(3),
    uncheckedSources: fc.nat(2),
    hasDecisionEvidence: fc.boolean(),
    isEvaluated: fc.boolean(),
    hasCheckResult: fc.boolean(),
    machineResult: fc.constantFrom('pass', 'refer', 'fail', 'error', null),
    clauses: fc.option(fc.record({ met: fc.nat(3), unmet: fc.nat(3) })),
    rulePassed: fc.boolean(),
    isExceptionApproved: fc.boolean(),
    sharesDocument: fc.boolean(),
    decision: fc.constantFrom('verified', 'notVerified', null),
    identityChangedOn: fc.option(fc.constant('2026-05-04')),
    unmetAtRisk: fc.option(fc.record({ evidence: fc.string(), provision: fc.string() })),
    exceptionMissing: fc.boolean(),
  })
  .filter(
    ({ hasCheckResult, hasDecisionEvidence }) => hasDecisionEvidence || !hasCheckResult,
  ) as fc.Arbitrary<IdentityProgressFacts>;

describe('the steps of an identity verification', () => {
  it('follow from what it holds', () => {
    expect(lines({ ...begun, hasConsent: false })).toEqual({
      consent: 'current: Not recorded',
      evidence: 'outstanding: None recorded',
      checks: 'outstanding: Not run',
      rules: 'outstanding: Not evaluated',
      decision: 'outstanding: After the other steps',
    });
    expect(lines({ clauses: { met: 3, unmet: 1 }, machineResult: 'refer' })).toEqual({
      consent: 'complete: Recorded',
      evidence: 'complete: 2 items',
      checks: 'complete: Result: refer',
      rules: 'current: 1 clause not met',
      decision: 'outstanding: Ready to decide',
    });
    expect(lines({})).toMatchObject({ rules: 'complete: Met', decision: 'current: Ready to decide' });
  });

  it('need no consent and no check of documents that a member sighted', () => {
    expect(lines({ ...begun, method: 'documentSighted', hasConsent: false })).toMatchObject({
      consent: 'complete: Not required',
      evidence: 'current: None recorded',
      checks: 'complete: Not required',
    });
  });

  it('do not count a selected source before it is checked, and offer the check', () => {
    const selected = { ...begun, uncheckedSources: 1 };
    expect(lines(selected)).toMatchObject({
      evidence: 'current: Sources not checked',
      checks: 'outstanding: Not run',
    });
    expect(next(selected)).toBe('runChecks');
  });

  it('do not count a document that nobody sighted or certified as evidence of a documentary method', () => {
    const recorded = { ...begun, hasConsent: false, evidenceCount: 1 };
    expect(lines({ ...recorded, method: 'documentSighted' }).evidence).toBe('current: Not sighted');
    expect(lines({ ...recorded, method: 'documentCertified' }).evidence).toBe('current: Not certified');
    expect(lines({ ...recorded, method: 'documentSighted', hasDecisionEvidence: true }).evidence).toBe(
      'complete: 1 item',
    );
    expect(next({ ...recorded, method: 'documentSighted' })).toBe('addDocument');
  });

  it('call the rules complete only where a positive decision needs nothing further', () => {
    expect(lines({ clauses: null, rulePassed: false }).rules).toBe('current: No rule applies');
    expect(lines({ sharesDocument: true }).rules).toBe('current: Document also another client’s');
    expect(lines({ rulePassed: false }).rules).toBe('current: Not met');
    const approved = { clauses: { met: 3, unmet: 2 }, rulePassed: false, isExceptionApproved: true };
    expect(lines(approved).rules).toBe('complete: Exception approved');
    expect(lines({ ...approved, method: 'reliance' }).rules).toBe('current: 2 clauses not met');
    expect(lines({ method: 'exception' }).rules).toBe('current: Not approved');
    expect(lines({ method: 'exception', isExceptionApproved: true }).rules).toBe('complete: Met');
    const shared = { sharesDocument: true };
    expect(next(shared, 'approveException', 'recordBureauNotice')).toBe('decide');
  });

  it('are complete but for the decision only where the evidence satisfies it', () => {
    fc.assert(
      fc.property(identityFacts, (facts) => {
        const open = identityVerificationSteps(facts).filter(({ state }) => state !== 'complete');
        if (open.some(({ step }) => step !== 'decision')) return;
        const blockers = decisionBlockers({
          decision: 'verified',
          reason: 'Seen in person, met each month',
          machineResult: facts.machineResult,
          rulePassed: facts.rulePassed,
          sharesDocument: facts.sharesDocument,
          method: facts.method,
          exceptionApproved: facts.isExceptionApproved,
          hasEvidence: facts.hasDecisionEvidence,
          needsSecondPerson: false,
          startedBy: 'a',
          decidedBy: 'b',
          jurisdictions: ['NZL'],
        });
        expect(blockers.map(({ code }) => code)).toEqual([]);
      }),
    );
  });

  it('say that a person or a source has yet to respond, and offer nothing meanwhile', () => {
    const sent = { ...begun, method: 'electronicRemote', status: 'sent', hasConsent: false } as const;
    expect(lines(sent)).toMatchObject({
      consent: 'current: Waiting for the person',
      evidence: 'outstanding: Waiting for the person',
    });
    expect(next(sent)).toBeNull();
    expect(lines({ status: 'processing' })).toMatchObject({ checks: 'current: Running' });
    expect(next({ status: 'processing' })).toBeNull();
    expect(lines({ status: 'error', machineResult: 'error' })).toMatchObject({
      checks: 'current: Source unavailable',
    });
  });

  it('do not call a decision complete that no longer counts', () => {
    expect(lines({ status: 'verified', decision: 'verified' }).decision).toBe('complete: Verified');
    expect(lines({ status: 'failed', decision: 'notVerified' }).decision).toBe('complete: Not verified');
    expect(lines({ status: 'evidenceExpired', decision: 'verified' }).decision).toBe(
      'outstanding: Evidence expired',
    );
    expect(lines({ status: 'verified', decision: 'verified', exceptionMissing: true }).decision).toBe(
      'outstanding: Does not count',
    );
  });

  it('have one current step while it is open, the first incomplete one', () => {
    fc.assert(
      fc.property(identityFacts, (facts) => {
        const found = identityVerificationSteps(facts);
        expect(found.map(({ step }) => step)).toEqual(identitySteps);
        const current = found.filter(({ state }) => state === 'current');
        const isOpen = openIdentityVerificationStatuses.some((status) => status === facts.status);
        expect(current).toEqual(isOpen ? [found.find(({ state }) => state !== 'complete')] : []);
      }),
    );
  });
});

describe('the next action', () => {
  it('is the first possible one of the current step, and then the decision', () => {
    expect(next({ ...begun, hasConsent: false })).toBe('recordConsent');
    expect(next(begun)).toBe('addDocument');
    expect(next({ ...begun, evidenceCount: 1 })).toBe('runChecks');
    expect(next({ ...begun, evidenceCount: 1 }, 'runChecks')).toBe('addDocument');
    const unmet = { clauses: { met: 3, unmet: 1 } };
    expect(next(unmet, 'approveException', 'recordBureauNotice')).toBe('addDocument');
    expect(next(unmet, 'approveException', 'recordBureauNotice', 'addDocument')).toBe('decide');
    expect(next({})).toBe('decide');
    expect(next({}, 'decide')).toBeNull();
  });

  it('is not a document where the method rests on a statement, or the document is also another client’s', () => {
    const unmet = { method: 'reliance', clauses: { met: 3, unmet: 1 } } as const;
    expect(next(unmet, 'approveException', 'recordBureauNotice')).toBe('decide');
    const shared = { sharesDocument: true, clauses: { met: 3, unmet: 1 } };
    expect(next(shared, 'approveException', 'recordBureauNotice')).toBe('decide');
  });

  it('is to verify again once the evidence has expired', () => {
    expect(next({ status: 'evidenceExpired', decision: 'verified' })).toBe('reopenVerification');
    expect(next({ status: 'verified', decision: 'verified' }, 'reopenVerification')).toBeNull();
  });
});
