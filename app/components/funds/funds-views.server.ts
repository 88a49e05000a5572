import type { FundsCoverage, FundsLine } from '#contract/cdd/funds-lines.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { formatMoney } from '#rules/format/money.ts';
import {
  fundsKindLabels,
  fundsPurposeLabels,
  fundsStatusLabels,
} from '#rules/source-of-funds/funds-lines.ts';
import { describeShortfall, mustVerifySource } from '#rules/source-of-funds/shortfall.ts';
import { formatInstant } from '../format-instant.server.ts';

const money = (amount: number, currency: string) => formatMoney(amount, currency, { cents: 'ifAny' });

/** Content of a bar: evidenced and verified parts of a value, as text and as shares of the whole. */
function toBars({ target, sums, uncovered }: FundsCoverage, mustVerify: boolean) {
  const shown =
    target !== null && sums.every(({ currency }) => currency !== target.currency)
      ? [{ currency: target.currency, claimed: 0, evidenced: 0, verified: 0 }, ...sums]
      : sums;
  return shown.map(({ currency, claimed, evidenced, verified }) => {
    const isTarget = target?.currency === currency;
    const whole = isTarget ? target.amount : claimed;
    const share = (amount: number) => (whole === 0 ? 0 : Math.min(1, amount / whole));
    return {
      currency,
      text: `${money(evidenced, currency)} of ${money(whole, currency)} evidenced, ${money(verified, currency)} verified`,
      note:
        target !== null && !isTarget
          ? `In another currency than the value to be evidenced (${target.currency}), so it is not counted towards it.`
          : describeShortfall({ target, sums, uncovered }, mustVerify),
      evidenced: share(evidenced),
      verified: share(verified),
    };
  });
}

/** Coverage of a value by lines, for the panel. `outstanding`: the requirements by which the record's steps are determined. */
export function toCoverageView(
  coverage: FundsCoverage,
  outstanding: readonly Pick<Blocker, 'code' | 'fix'>[],
) {
  const { of, activity, evidence, target } = coverage;
  return {
    key: `${of} ${activity?.id ?? ''}`,
    label: fundsPurposeLabels[of] + (activity === null ? '' : `: ${activity.reference} ${activity.name}`),
    evidence,
    hasTarget: target !== null,
    bars: toBars(coverage, mustVerifySource(of, outstanding)),
  };
}
export type CoverageView = ReturnType<typeof toCoverageView>;

function formatDecision({ decision, status }: FundsLine, timeZone: string): string | null {
  if (decision === null) return null;
  const by = `${decision.by.name}, ${formatInstant(decision.at, timeZone)}`;
  if (decision.to === 'rejected') return `Rejected by ${by}: ${decision.reason ?? ''}`;
  return status === 'verified'
    ? `Verified by ${by}`
    : `Verified by ${by}. A document has since been removed, so it must be verified again`;
}

/** A line as the panel shows it. */
export function toFundsLineView(line: FundsLine, timeZone: string) {
  const { id, clientId, of, kind, amount, currency, from, period, corroboration, documents, activity } = line;
  return {
    id,
    clientId,
    label: fundsKindLabels[kind],
    of: fundsPurposeLabels[of],
    amount: money(amount, currency),
    from,
    period,
    activity: activity && `${activity.reference} ${activity.name}`,
    corroboration,
    documents,
    status: line.status,
    statusText: fundsStatusLabels[line.status],
    decision: formatDecision(line, timeZone),
    recorded: `${line.createdBy.name}, ${formatInstant(line.createdAt, timeZone)}`,
  };
}
export type FundsLineView = ReturnType<typeof toFundsLineView>;
