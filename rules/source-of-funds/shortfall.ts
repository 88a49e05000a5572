import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { formatMoney } from '#rules/format/money.ts';
import type { Coverage } from './coverage.ts';
import { type FundsPurpose, fundsPurposes } from './funds-lines.ts';

/** Purposes of which these requirements want verified lines; any other requirement of sources wants those of either. */
const wantedBy: Partial<Record<string, readonly FundsPurpose[]>> = {
  'source.obtained': [],
  'source.wealth': ['wealth'],
  'source.funds': ['funds'],
};

/**
 * Whether a source must still be verified.
 * @param outstanding the requirements by which the steps of the client or activity are determined.
 */
export function mustVerifySource(
  of: FundsPurpose,
  outstanding: readonly Pick<Blocker, 'code' | 'fix'>[],
): boolean {
  return outstanding.some(
    ({ code, fix }) => fix.target === 'client.funds' && (wantedBy[code] ?? fundsPurposes).includes(of),
  );
}

/**
 * The part of a value that verified lines do not cover, as a sentence: what must be verified as long as a requirement is outstanding,
 * otherwise what is not verified. Null without a value, and if it is covered within the tolerance.
 */
export function describeShortfall(
  { target, sums, uncovered }: Pick<Coverage, 'target' | 'sums' | 'uncovered'>,
  mustVerify: boolean,
): string | null {
  if (target === null || !uncovered) return null;
  const { amount, currency } = target;
  const money = (minor: number) => formatMoney(minor, currency, { cents: 'ifAny' });
  if (mustVerify) return `${money(uncovered)} more must be verified.`;
  const verified = sums.find((sum) => sum.currency === currency)?.verified ?? 0;
  return `${money(amount - verified)} is not verified.`;
}
