import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ActivityProgressFacts,
  activityProgress,
  activitySteps,
  getActivityStep,
} from '#rules/activities/activity-progress.ts';
import { type Blocker, type Fix, type FixTarget, fixTargetLabels } from '#rules/alerts/resolution-targets.ts';
import { finalActivityStatuses, openActivityStatuses } from '#rules/lifecycles/activities.ts';

const ready: ActivityProgressFacts = {
  status: 'inReview',
  outcome: 'approved',
  outstanding: [],
  delayedUntil: null,
  wantsFunds: false,
  assessmentStatus: 'approved',
  riskLevel: 'medium',
};
const blocker = (fix: Fix, code = 'activity.something'): Blocker => ({
  code,
  text: 'Something',
  provision: 'NZ s11',
  fix,
});
const progress = (facts: Partial<ActivityProgressFacts>) => activityProgress({ ...ready, ...facts });
const states = (facts: Partial<ActivityProgressFacts>) => progress(facts).steps.map(({ state }) => state);
const reasons = (facts: Partial<ActivityProgressFacts>) =>
  Object.fromEntries(progress(facts).steps.map(({ step, reason }) => [step, reason]));

describe('the steps of an activity', () => {
  it('start with its record, and link to the first outstanding requirement', () => {
    const outstanding = [
      blocker({ target: 'activity.outcome' }),
      blocker({ target: 'activity.assessments' }),
      blocker({ target: 'client.diligence', id: 'c' }),
      blocker({ target: 'client.screening', of: 'c' }),
      blocker({ target: 'client.funds', of: 'c' }),
      blocker({ target: 'activity.edit', id: 'purpose' }),
    ];
    const { steps, next } = progress({
      status: 'toDo',
      outstanding,
      assessmentStatus: null,
      riskLevel: null,
    });
    expect(steps.map(({ step, state, outstanding }) => [step, state, outstanding])).toEqual([
      ['record', 'current', 1],
      ['parties', 'outstanding', 2],
      ['risk', 'outstanding', 1],
      ['funds', 'outstanding', 1],
      ['complete', 'outstanding', 1],
    ]);
    expect(next).toEqual({
      step: 'record',
      text: 'Complete details',
      fix: { target: 'activity.edit', id: 'purpose' },
    });
  });

  it.each([
    ['toDo', 'Start work'],
    ['inProgress', 'Submit for review'],
    ['inReview', 'Complete'],
    ['onHold', 'Resume'],
  ] as const)('of a %s activity end with %s', (status, text) => {
    expect(progress({ status }).next).toEqual({
      step: 'complete',
      text,
      fix: { target: 'activity.completion' },
    });
  });

  it('leave the outcome to the review, unless an answer prohibits the work', () => {
    const outcome = blocker({ target: 'activity.outcome' });
    expect(progress({ status: 'inProgress', outstanding: [outcome] }).next?.text).toBe('Submit for review');
    expect(progress({ outstanding: [outcome] }).next).toMatchObject({ text: 'Set outcome' });
    const prohibited = blocker({ target: 'activity.outcome' }, 'activity.prohibited');
    expect(progress({ status: 'inProgress', outstanding: [prohibited] }).next?.text).toBe('Set outcome');
  });

  it.each(openActivityStatuses)(
    'lead from a confirmed sanctions match to permits and reports: %s',
    (status) => {
      const outstanding = [
        blocker({ target: 'activity.edit', id: 'purpose' }),
        blocker({ target: 'activity.outcome' }, 'activity.prohibited'),
        blocker({ target: 'client.diligence', id: 'c' }),
        blocker({ target: 'client.match', id: 'd' }, 'rule.prohibition'),
      ];
      expect(progress({ status, outstanding }).next).toEqual({
        step: 'parties',
        text: 'View permits and reports',
        fix: { target: 'client.prohibition', id: 'd' },
      });
      expect(states({ status, outstanding }).slice(0, 2)).toEqual(['outstanding', 'current']);
    },
  );

  it.each(['activity.prohibited', 'activity.cashProhibited'])(
    'lead from %s to the outcome, whatever the record lacks',
    (code) => {
      const outstanding = [
        blocker({ target: 'activity.edit', id: 'purpose' }),
        blocker({ target: 'activity.outcome' }, code),
      ];
      for (const status of openActivityStatuses)
        expect(progress({ status, outstanding }).next).toMatchObject({
          step: 'complete',
          text: 'Set outcome',
        });
    },
  );

  it('are all complete and link nowhere once it is completed', () => {
    const done = progress({ status: 'completed' });
    expect(done.steps.map(({ state }) => state)).toEqual(activitySteps.map(() => 'complete'));
    expect(done.next).toBeNull();
  });

  it('stay open for a completed activity whose delayed CDD is outstanding', () => {
    const owed = {
      status: 'completed',
      outstanding: [blocker({ target: 'client.diligence', id: 'c' })],
    } as const;
    expect(progress(owed).next).toMatchObject({ step: 'parties', text: 'Complete CDD' });
    expect(reasons(owed).complete).toBe('Completed; CDD is outstanding');
  });

  it('allow the other steps before delayed CDD, with its due date', () => {
    const delayed = { delayedUntil: '2026-08-03' } as const;
    expect(states(delayed)).toEqual(['complete', 'outstanding', 'complete', 'complete', 'current']);
    expect(reasons(delayed).parties).toBe('CDD due by 3 Aug 2026');
    expect(progress(delayed).next?.text).toBe('Complete');
    const other = { ...delayed, outstanding: [blocker({ target: 'client.diligence', id: 'seller' })] };
    expect(progress(other).next?.step).toBe('parties');
  });

  it('show the risk status, and whether source of funds is required', () => {
    expect(reasons({}).risk).toBe('Medium risk');
    const outdated = blocker({ target: 'activity.assessments' }, 'activity.assessmentOutdated');
    expect(reasons({ outstanding: [outdated] }).risk).toBe('Assessment outdated');
    expect(reasons({ assessmentStatus: 'submitted', riskLevel: null }).risk).toBe('Awaiting approval');
    expect(reasons({ assessmentStatus: null, riskLevel: null }).risk).toBe('Not assessed');
    expect(reasons({}).funds).toBe('Not required');
    expect(reasons({ status: 'completed', wantsFunds: null }).funds).toBe('Nothing outstanding');
    expect(reasons({ wantsFunds: true }).funds).toBe('Nothing outstanding');
    expect(
      reasons({ wantsFunds: true, outstanding: [blocker({ target: 'client.funds', of: 'c' })] }).funds,
    ).toBe('1 outstanding');
  });

  it('give the reason why declined and cancelled work has no requirements', () => {
    expect(reasons({ outcome: 'declined', assessmentStatus: null }).risk).toBe('Not required: declined');
    expect(progress({ status: 'cancelled' }).next).toBeNull();
    expect(states({ status: 'cancelled' })).not.toContain('complete');
  });

  it('count every requirement once, with one current step unless all are complete', () => {
    const anyFix = fc.record({ target: fc.constantFrom(...(Object.keys(fixTargetLabels) as FixTarget[])) });
    const anyStatus = fc.constantFrom(...openActivityStatuses, ...finalActivityStatuses);
    const anyDelay = fc.constantFrom(null, '2026-08-03');
    fc.assert(
      fc.property(fc.array(anyFix), anyStatus, anyDelay, (fixes, status, delayedUntil) => {
        const outstanding = fixes.map((fix) => blocker(fix));
        const { steps } = progress({ outstanding, status, delayedUntil });
        expect(steps.reduce((sum, step) => sum + step.outstanding, 0)).toBe(fixes.length);
        const current = steps.filter(({ state }) => state === 'current');
        const isAllComplete = steps.every(({ state }) => state === 'complete');
        expect(current).toHaveLength(isAllComplete ? 0 : 1);
        for (const { target } of fixes) {
          expect(steps.find(({ step }) => step === getActivityStep({ target }))?.state).not.toBe('complete');
        }
      }),
    );
  });
});
