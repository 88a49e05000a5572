import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isProhibition } from '#rules/alerts/prohibitions.ts';
import { type Fix, type FixTarget, fixTargetLabels } from '#rules/alerts/resolution-targets.ts';
import { clientProgress, clientSteps, getStep, type ProgressFacts } from '#rules/clients/client-progress.ts';
import { cddStatuses } from '#rules/clients/client-types.ts';

const nothing: ProgressFacts = {
  outstanding: [],
  cddStatus: 'inProgress',
  exceptionEndsOn: null,
  on: '2026-11-23',
};
const item = (fix: Fix, code = 'client.something') => ({ code, text: 'Something is missing', fix });
const prohibition = (id?: string) =>
  item({ target: 'client.match', ...(id === undefined ? {} : { id }) }, 'rule.prohibition');
const states = (facts: Partial<ProgressFacts>) =>
  clientProgress({ ...nothing, ...facts }).steps.map(({ state }) => state);

describe('the steps of a client', () => {
  it('start with the details, and link to the first outstanding requirement', () => {
    const outstanding = [
      item({ target: 'client.assessments' }),
      item({ target: 'client.verifications' }),
      item({ target: 'client.edit', id: 'dateOfBirth' }),
      item({ target: 'client.edit', id: 'addresses' }),
    ];
    const { steps, next } = clientProgress({ ...nothing, outstanding, cddStatus: 'notStarted' });
    expect(steps.map(({ step, state, outstanding }) => [step, state, outstanding])).toEqual([
      ['details', 'current', 2],
      ['identity', 'outstanding', 1],
      ['screening', 'complete', 0],
      ['risk', 'outstanding', 1],
      ['approval', 'outstanding', 0],
    ]);
    expect(next).toEqual({
      step: 'details',
      text: 'Complete details',
      fix: { target: 'client.edit', id: 'dateOfBirth' },
    });
  });

  it('end with approval, which is open until CDD is verified', () => {
    expect(states({})).toEqual(['complete', 'complete', 'complete', 'complete', 'current']);
    expect(clientProgress(nothing).next?.text).toBe('Approve client');
    const verified = clientProgress({ ...nothing, cddStatus: 'verified' });
    expect(verified.next).toBeNull();
    expect(verified.steps.map(({ state }) => state)).toEqual(clientSteps.map(() => 'complete'));
  });

  it('show outstanding requirements of a previously verified client', () => {
    const facts = {
      ...nothing,
      cddStatus: 'verified' as const,
      outstanding: [item({ target: 'client.screening' })],
    };
    const { steps, next } = clientProgress(facts);
    expect(steps[4]).toMatchObject({
      state: 'outstanding',
      reason: 'Verified before; requirements are outstanding',
    });
    expect(next).toMatchObject({ step: 'screening', text: 'Complete screening' });
  });

  it.each([
    [undefined, { target: 'client.prohibition' }],
    ['party', { target: 'client.prohibition', id: 'party' }],
  ] as const)('lead to permits and reports under a prohibition, whatever else is missing', (id, fix) => {
    const outstanding = [item({ target: 'client.edit', id: 'dateOfBirth' }), prohibition(id)];
    const { steps, next } = clientProgress({ ...nothing, outstanding, cddStatus: 'notStarted' });
    expect(next).toEqual({ step: 'screening', text: 'View permits and reports', fix });
    expect(steps.slice(0, 3).map(({ state }) => state)).toEqual(['outstanding', 'complete', 'current']);
  });

  it('show an exception with its last day, current or ended', () => {
    const reasonOn = (on: string) =>
      clientProgress({ ...nothing, cddStatus: 'exceptionApproved', exceptionEndsOn: '2026-12-01', on })
        .steps[4]?.reason;
    expect(reasonOn('2026-12-01')).toBe('Exception until 1 Dec 2026');
    expect(reasonOn('2026-12-02')).toBe('Exception ended 1 Dec 2026');
  });

  it('place each subject in its expected step', () => {
    const finding = (id: string) => getStep({ target: 'client.findings', id });
    expect(['politicalExposure', 'mitigation', 'structure', 'seniorApproval'].map(finding)).toEqual([
      'screening',
      'risk',
      'details',
      'approval',
    ]);
    expect(getStep({ target: 'client.funds' })).toBe('risk');
  });

  it('count every requirement once, with one current step unless all are complete', () => {
    const targets = (Object.keys(fixTargetLabels) as FixTarget[]).filter(
      (target) => target !== 'client.prohibition',
    );
    const anyRequirements = fc
      .tuple(
        fc.array(fc.constantFrom(...targets)),
        fc.array(fc.constantFrom('party', undefined), { maxLength: 1 }),
      )
      .chain(([found, prohibited]) => {
        const all = [...found.map((target) => item({ target })), ...prohibited.map(prohibition)];
        return fc.shuffledSubarray(all, { minLength: all.length });
      });
    fc.assert(
      fc.property(anyRequirements, fc.constantFrom(...cddStatuses), (outstanding, cddStatus) => {
        const { steps, next } = clientProgress({ ...nothing, outstanding, cddStatus });
        expect(steps.reduce((sum, step) => sum + step.outstanding, 0)).toBe(outstanding.length);
        const current = steps.filter(({ state }) => state === 'current');
        expect(current.map(({ step }) => step)).toEqual(next ? [next.step] : []);
        expect(next === null).toBe(outstanding.length === 0 && cddStatus === 'verified');
        expect(next?.fix.target === 'client.prohibition').toBe(outstanding.some(isProhibition));
      }),
    );
  });
});
