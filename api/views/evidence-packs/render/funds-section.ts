import { formatMoney } from '#rules/format/money.ts';
import {
  fundsKindLabels,
  fundsPurposeLabels,
  fundsStatusLabels,
} from '#rules/source-of-funds/funds-lines.ts';
import type { ClientPackRecords } from '../contents/records.ts';
import { type Html, html, table } from './html.ts';

type Clock = (instant: string | null) => string;

const evidenceLabels = { none: 'No lines', obtained: 'Obtained', verified: 'Verified' } as const;

/** Source of funds and wealth: coverage of a value, and each line with its evidence. */
export function fundsSection({ funds }: Pick<ClientPackRecords, 'funds'>, clock: Clock): Html {
  return html`${table(
    'Value explained',
    ['Source', 'Value to be evidenced', 'Claimed, evidenced and verified', 'Result'],
    funds.coverage.map(({ of, activity, target, sums, evidence }) => [
      fundsPurposeLabels[of] + (activity === null ? '' : `, ${activity.reference} ${activity.name}`),
      target === null ? 'Not recorded' : formatMoney(target.amount, target.currency),
      sums
        .map(({ currency, claimed, evidenced, verified }) =>
          [claimed, evidenced, verified].map((amount) => formatMoney(amount, currency)).join(', '),
        )
        .join('; '),
      evidenceLabels[evidence],
    ]),
    'No value is recorded, and no lines.',
  )}${table(
    'Lines',
    ['Source', 'Amount', 'From', 'Status', 'Documents', 'Corroboration', 'Decision'],
    funds.lines.map((line) => [
      `${fundsPurposeLabels[line.of]}: ${fundsKindLabels[line.kind]}`,
      formatMoney(line.amount, line.currency),
      [line.from, line.period, line.activity && `${line.activity.reference} ${line.activity.name}`]
        .filter(Boolean)
        .join('; '),
      fundsStatusLabels[line.status],
      line.documents.map(({ fileName, isRemoved }) => fileName + (isRemoved ? ' (removed)' : '')).join('; '),
      line.corroboration ?? '',
      line.decision === null
        ? ''
        : [`${line.decision.by.name}, ${clock(line.decision.at)}`, line.decision.reason]
            .filter(Boolean)
            .join(': '),
    ]),
    'No lines are recorded.',
  )}`;
}
