import { describe, expect, it } from 'vitest';
import {
  type BusinessProgressFacts,
  businessVerificationSteps,
  getNextBusinessAction,
} from '#rules/verification-pages/business-progress.ts';

const ready: BusinessProgressFacts = {
  status: 'needsReview',
  isOrdering: false,
  hasExtract: true,
  hasOtherEvidence: true,
  discrepancies: { all: 2, open: 0, toResolve: 0 },
  ownership: { unresolvedPercent: '0', isTraced: true },
  people: { all: 2, verified: 2, notParties: [] },
  decision: null,
};
const begun: Partial<BusinessProgressFacts> = {
  status: 'notStarted',
  hasExtract: false,
  hasOtherEvidence: false,
  discrepancies: { all: 0, open: 0, toResolve: 0 },
  ownership: null,
  people: { all: 0, verified: 0, notParties: [] },
};
const lines = (facts: Partial<BusinessProgressFacts>) =>
  Object.fromEntries(
    businessVerificationSteps({ ...ready, ...facts }).map(({ step, state, reason }) => [
      step,
      `${state}: ${reason}`,
    ]),
  );
const next = (facts: Partial<BusinessProgressFacts>, ...impossible: string[]) =>
  getNextBusinessAction(
    { ...ready, ...facts },
    businessVerificationSteps({ ...ready, ...facts }),
    (action) => !impossible.includes(action),
  );

describe('the steps of a business verification', () => {
  it('start with the register, and follow from what is known', () => {
    expect(lines(begun)).toEqual({
      register: 'current: No extract',
      comparison: 'outstanding: After the extract',
      ownership: 'outstanding: Not known yet',
      people: 'outstanding: After ownership',
      decision: 'outstanding: Not decided',
    });
    expect(lines({ ...begun, isOrdering: true }).register).toBe('current: Ordering extract');
    expect(lines({})).toMatchObject({
      register: 'complete: Extract received',
      comparison: 'complete: Resolved',
      ownership: 'complete: Traced to individuals',
      people: 'complete: 2 of 2 verified',
      decision: 'current: Not decided',
    });
  });

  it('compare nothing where the evidence is not of a register', () => {
    expect(lines({ hasExtract: false })).toMatchObject({
      register: 'complete: Other evidence',
      comparison: 'complete: Nothing to compare',
    });
  });

  it('say what is open in each', () => {
    expect(lines({ discrepancies: { all: 3, open: 2, toResolve: 1 } }).comparison).toBe(
      'current: 1 to resolve',
    );
    expect(lines({ discrepancies: { all: 3, open: 2, toResolve: 0 } }).comparison).toBe(
      'complete: 2 to review',
    );
    expect(lines({ discrepancies: { all: 0, open: 0, toResolve: 0 } }).comparison).toBe(
      'complete: No discrepancies',
    );
    expect(lines({ ownership: { unresolvedPercent: '40', isTraced: false } }).ownership).toBe(
      'current: 40% unresolved',
    );
    expect(lines({ ownership: { unresolvedPercent: '0', isTraced: false } }).ownership).toBe(
      'current: No owner found',
    );
    expect(lines({ people: { all: 2, verified: 1, notParties: [] } }).people).toBe(
      'current: 1 of 2 verified',
    );
    expect(lines({ people: { all: 0, verified: 0, notParties: [] } }).people).toBe('complete: None required');
    const untraced = { unresolvedPercent: '100', isTraced: false };
    expect(lines({ ownership: untraced, people: { all: 0, verified: 0, notParties: [] } }).people).toBe(
      'outstanding: After ownership',
    );
  });

  it('ask for everyone to verify as a related party, whom they name, even where each is verified', () => {
    const people = (...notParties: string[]) => ({ people: { all: 4, verified: 4, notParties } });
    expect(lines(people('Ana Reed')).people).toBe(
      'current: 4 of 4 verified; Ana Reed not yet a related party',
    );
    expect(lines(people('Ana Reed', 'Ben Hale')).people).toBe(
      'current: 4 of 4 verified; Ana Reed and Ben Hale not yet related parties',
    );
    expect(lines(people('Ana Reed', 'Ben Hale', 'Cy Moss', 'Di Pike')).people).toBe(
      'current: 4 of 4 verified; Ana Reed, Ben Hale and 2 more not yet related parties',
    );
    expect(next(people('Ana Reed'), 'decide')).toBe('createParties');
  });

  it('end with the decision, unless its evidence has expired', () => {
    expect(lines({ status: 'verified', decision: 'verified' }).decision).toBe('complete: Verified');
    expect(lines({ status: 'failed', decision: 'notVerified' }).decision).toBe('complete: Not verified');
    expect(lines({ status: 'evidenceExpired', decision: 'verified' }).decision).toBe(
      'outstanding: Evidence expired',
    );
  });
});

describe('the next action', () => {
  it('is the first possible one of the current step', () => {
    expect(next(begun)).toBe('orderExtract');
    expect(next(begun, 'orderExtract')).toBe('edit');
    expect(next({ discrepancies: { all: 1, open: 1, toResolve: 1 } })).toBe('settle');
    const untraced = { ownership: { unresolvedPercent: '40', isTraced: false } };
    expect(next(untraced)).toBe('expand');
    expect(next(untraced, 'expand')).toBe('edit');
    expect(next({ people: { all: 2, verified: 0, notParties: ['Ana Reed'] } })).toBe('createParties');
    expect(next({})).toBe('decide');
  });

  it('is the decision once everyone to verify is a related party, and nothing while an extract is ordered', () => {
    expect(next({ people: { all: 2, verified: 0, notParties: [] } })).toBe('decide');
    expect(next({ people: { all: 2, verified: 0, notParties: [] } }, 'decide')).toBeNull();
    expect(next({ ...begun, isOrdering: true })).toBeNull();
    expect(next({ status: 'verified', decision: 'verified' })).toBeNull();
  });
});
