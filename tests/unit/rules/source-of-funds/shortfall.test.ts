import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { activityProgress } from '#rules/activities/activity-progress.ts';
import { type Blocker, type FixTarget, fixTargetLabels } from '#rules/alerts/resolution-targets.ts';
import { missingBlockers } from '#rules/cdd-rule-packs/blockers.ts';
import { assess } from '#rules/cdd-rule-packs/engine.ts';
import { clientProgress } from '#rules/clients/client-progress.ts';
import { shippedCountryLists } from '#rules/country-lists/list-versions.ts';
import { finalActivityStatuses, openActivityStatuses } from '#rules/lifecycles/activities.ts';
import { type Coverage, getCoverage } from '#rules/source-of-funds/coverage.ts';
import { fundsPurposes, fundsStatuses } from '#rules/source-of-funds/funds-lines.ts';
import { describeShortfall, mustVerifySource } from '#rules/source-of-funds/shortfall.ts';
import { anyCountries, anyFacts, anyOn } from '../cdd-rule-packs/any-facts.ts';

const mustBeVerified = /^NZD [\d,.]+ more must be verified\.$/;
const notVerified = /^NZD [\d,.]+ is not verified\.$/;
const value = { amount: 70_000_000, currency: 'NZD' };
const short: Coverage = getCoverage([], value, 10);

const anyLine = fc.record({
  amount: fc.integer({ min: 1, max: 80_000_000 }),
  currency: fc.constantFrom('NZD', 'AUD'),
  status: fc.constantFrom(...fundsStatuses),
});

describe('what a panel says of a value that is not covered', () => {
  it('is that it must be verified only while a step of the client is outstanding because of it', () => {
    fc.assert(
      fc.property(anyFacts, anyCountries, anyOn, (facts, jurisdictions, on) => {
        const company = { sector: 'finance' } as const;
        const assessed = assess(facts, { jurisdictions, on, company, lists: shippedCountryLists });
        const outstanding = missingBlockers(assessed);
        const { steps } = clientProgress({ outstanding, cddStatus: 'verified', exceptionEndsOn: null, on });
        const isComplete = steps.find(({ step }) => step === 'risk')?.state === 'complete';
        for (const of of fundsPurposes) {
          const text = describeShortfall(short, mustVerifySource(of, outstanding));
          if (isComplete) expect(text).toMatch(notVerified);
          const own = { wealth: 'source.wealth', funds: 'source.funds' }[of];
          const isWanted = outstanding.some(({ code }) => code === own || code === 'source.verified');
          if (isWanted) expect(text).toMatch(mustBeVerified);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is that it must be verified exactly while the funds of an activity are outstanding, completed or not', () => {
    const anyStatus = fc.constantFrom(...openActivityStatuses, ...finalActivityStatuses);
    const anyTarget = fc.constantFrom(...(Object.keys(fixTargetLabels) as FixTarget[]));
    fc.assert(
      fc.property(fc.array(anyTarget), anyStatus, (targets, status) => {
        const outstanding = targets.map(
          (target): Blocker => ({
            code: target === 'client.funds' ? 'activity.fundsNotCovered' : 'activity.partyOutstanding',
            text: 'Something is missing',
            provision: 'NZ s24(1)(b)',
            fix: { target, of: 'party' },
          }),
        );
        const { steps } = activityProgress({
          status,
          outcome: null,
          outstanding,
          delayedUntil: null,
          wantsFunds: null,
          assessmentStatus: null,
          riskLevel: null,
        });
        const step = steps.find((one) => one.step === 'funds');
        const text = describeShortfall(short, mustVerifySource('funds', outstanding));
        expect(text).toMatch(step?.outstanding === 0 ? notVerified : mustBeVerified);
        if (step?.state === 'complete') expect(text).toMatch(notVerified);
      }),
    );
  });

  it('is the amount that verified lines do not reach, if it is required within the tolerance', () => {
    expect(describeShortfall(short, true)).toBe('NZD 630,000 more must be verified.');
    expect(describeShortfall(short, false)).toBe('NZD 700,000 is not verified.');
    fc.assert(
      fc.property(fc.array(anyLine), fc.boolean(), (lines, must) => {
        const coverage = getCoverage(lines, value, 10);
        expect(describeShortfall(coverage, must) === null).toBe(coverage.uncovered === 0);
        expect(describeShortfall({ ...coverage, target: null, uncovered: null }, must)).toBeNull();
      }),
    );
  });

  it('is no requirement of a source where it is only to be obtained, or the other one is to be verified', () => {
    const item = (code: string) => [{ code, fix: { target: 'client.funds' as const } }];
    expect(fundsPurposes.map((of) => mustVerifySource(of, item('source.obtained')))).toEqual([false, false]);
    expect(fundsPurposes.map((of) => mustVerifySource(of, item('source.wealth')))).toEqual([true, false]);
    expect(fundsPurposes.map((of) => mustVerifySource(of, item('source.verified')))).toEqual([true, true]);
  });
});
