import type { SourceEvidence, SourceFacts } from '#rules/cdd-rule-packs/facts.ts';
import type { FundsPurpose, FundsStatus } from './funds-lines.ts';

/** An amount in minor units. */
export type Money = { amount: number; currency: string };

/** A line as input of coverage. `activity`: the activity whose funds it explains, with the largest recorded value of its transaction. */
export type CountedLine = Money & {
  of: FundsPurpose;
  status: FundsStatus;
  activity: { id: string; value: Money | null } | null;
};

/** Recorded values that a client's lines must explain. */
export type SourceTargets = Partial<Record<FundsPurpose, Money | null>>;

/** Sums of one currency: of all current lines, of those with documents, and of those verified. */
export type CurrencySums = { currency: string; claimed: number; evidenced: number; verified: number };

/**
 * Coverage of a value by lines. `target`: null if no value is recorded. `uncovered`: the part not yet covered by verified lines in the
 * target's currency, after the tolerance; null without a target.
 */
export type Coverage = {
  target: Money | null;
  sums: CurrencySums[];
  evidence: SourceEvidence;
  uncovered: number | null;
};

const stands = ({ status }: { status: FundsStatus }) => status !== 'rejected';

/** Sums by currency, in the order in which currencies first occur; excludes rejected lines. */
export function sumsByCurrency(lines: readonly (Money & { status: FundsStatus })[]): CurrencySums[] {
  const sums = new Map<string, CurrencySums>();
  for (const { amount, currency, status } of lines.filter(stands)) {
    const sum = sums.get(currency) ?? { currency, claimed: 0, evidenced: 0, verified: 0 };
    sums.set(currency, {
      currency,
      claimed: sum.claimed + amount,
      evidenced: sum.evidenced + (status === 'claimed' ? 0 : amount),
      verified: sum.verified + (status === 'verified' ? amount : 0),
    });
  }
  return [...sums.values()];
}

/** Minimum amount to verify: the value less the tolerance, rounded up to a minor unit. */
function minToVerify(value: number, tolerancePercent: number): number {
  const hundredths = BigInt(value) * BigInt(100 - tolerancePercent);
  return Number((hundredths + 99n) / 100n);
}

/**
 * Coverage of a value by lines. With a value: verified once verified lines in its currency reach it within the tolerance. Without one:
 * verified once every current line is. Lines in another currency are shown and never converted.
 * @param tolerancePercent whole percent of the value, by the company's policy.
 */
export function getCoverage(
  lines: readonly (Money & { status: FundsStatus })[],
  target: Money | null,
  tolerancePercent: number,
): Coverage {
  const current = lines.filter(stands);
  const sums = sumsByCurrency(current);
  if (target === null) {
    const isVerified = current.length > 0 && current.every(({ status }) => status === 'verified');
    const evidence = current.length === 0 ? 'none' : isVerified ? 'verified' : 'obtained';
    return { target, sums, evidence, uncovered: null };
  }
  const verified = sums.find(({ currency }) => currency === target.currency)?.verified ?? 0;
  const uncovered = Math.max(0, minToVerify(target.amount, tolerancePercent) - verified);
  const isVerified = uncovered === 0 && current.some(({ status }) => status === 'verified');
  return {
    target,
    sums,
    evidence: current.length === 0 ? 'none' : isVerified ? 'verified' : 'obtained',
    uncovered,
  };
}

/** A separately covered part of a client's lines: those of one activity, or those of the client itself (`activityId` null). */
export type CoverageScope = { of: FundsPurpose; activityId: string | null; coverage: Coverage };

/** Lines of one purpose, grouped by the client and each activity, in order of occurrence. */
function toScopes(lines: readonly CountedLine[], of: FundsPurpose, tolerance: number): CoverageScope[] {
  const ids = [...new Set(lines.map(({ activity }) => activity?.id ?? null))];
  return ids.map((activityId) => {
    const own = lines.filter(({ activity }) => (activity?.id ?? null) === activityId);
    return {
      of,
      activityId,
      coverage: getCoverage(own, own[0]?.activity?.value ?? null, tolerance),
    };
  });
}

/**
 * Scopes of a client's coverage. A value recorded for the client is covered by all its lines, and is never lower than that of an activity which they
 * explain; an activity's value in another currency is covered by its own lines besides. Without one, the lines of each activity cover that activity's
 * value and the remaining lines form their own scope.
 */
export function coverageScopes(
  lines: readonly CountedLine[],
  targets: SourceTargets,
  of: FundsPurpose,
  tolerancePercent: number,
): CoverageScope[] {
  const current = lines.filter((line) => line.of === of && stands(line));
  const target = targets[of] ?? null;
  if (target === null) return toScopes(current, of, tolerancePercent);
  const values = current.flatMap(({ activity }) => activity?.value ?? []);
  const same = values.filter(({ currency }) => currency === target.currency).map(({ amount }) => amount);
  const least = { ...target, amount: Math.max(target.amount, ...same) };
  const others = current.filter(
    ({ activity }) => activity?.value && activity.value.currency !== target.currency,
  );
  return [
    { of, activityId: null, coverage: getCoverage(current, least, tolerancePercent) },
    ...toScopes(others, of, tolerancePercent),
  ];
}

/** Evidence of one source by all lines of a client: verified only if every scope is. */
export function evidenceByLines(
  lines: readonly CountedLine[],
  targets: SourceTargets,
  of: FundsPurpose,
  tolerancePercent: number,
): SourceEvidence {
  const parts = coverageScopes(lines, targets, of, tolerancePercent).map(({ coverage }) => coverage.evidence);
  if (parts.every((evidence) => evidence === 'none')) return 'none';
  return parts.every((evidence) => evidence === 'verified') ? 'verified' : 'obtained';
}

const order: readonly SourceEvidence[] = ['none', 'obtained', 'verified'];
const stronger = (a: SourceEvidence, b: SourceEvidence) => (order.indexOf(a) >= order.indexOf(b) ? a : b);

/** Combines two records of the same sources: findings from before lines were introduced remain valid. */
export function strongerSources(a: SourceFacts, b: SourceFacts): SourceFacts {
  return { wealth: stronger(a.wealth, b.wealth), funds: stronger(a.funds, b.funds) };
}
