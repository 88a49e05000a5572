import type { FundsCoverage, FundsLine } from '#contract/cdd/funds-lines.ts';
import {
  type Coverage,
  coverageScopes,
  getCoverage,
  type SourceTargets,
} from '#rules/source-of-funds/coverage.ts';
import { fundsPurposes } from '#rules/source-of-funds/funds-lines.ts';
import type { LineActivity } from './related-store.ts';
import { toCountedLine } from './sources-store.ts';
import type { FundsLineRow } from './store.ts';

function getActivity(row: FundsLineRow): LineActivity | null {
  const { activity_id: id, activity_reference: reference, activity_name: name } = row;
  return id === null || reference === null || name === null ? null : { id, reference, name };
}

/** A line as the wire has it. */
export function toFundsLineDto(row: FundsLineRow): FundsLine {
  const { decision, decided_by, decided_at } = row;
  return {
    id: row.id,
    version: row.version,
    clientId: row.client_id,
    activity: getActivity(row),
    of: row.source_of,
    kind: row.kind,
    amount: row.amount,
    currency: row.currency,
    from: row.origin,
    period: row.period,
    corroboration: row.corroboration,
    documents: row.documents,
    status: row.status,
    decision:
      decision === null || decided_by === null || decided_at === null
        ? null
        : {
            to: decision,
            reason: row.reject_reason,
            by: { id: decided_by, name: row.decided_by_name ?? '' },
            at: decided_at,
          },
    createdAt: row.created_at,
    createdBy: { id: row.created_by, name: row.created_by_name },
    updatedAt: row.updated_at,
    updatedBy: { id: row.updated_by, name: row.updated_by_name },
  };
}

const toCoverageDto = (
  of: FundsCoverage['of'],
  activity: LineActivity | null,
  { target, sums, evidence, uncovered }: Coverage,
): FundsCoverage => ({ of, activity, target, sums, evidence, uncovered });

/** Coverage of a client's values by lines, wealth first. Includes recorded values without lines. */
export function clientCoverage(
  rows: readonly FundsLineRow[],
  targets: SourceTargets,
  tolerance: number,
): FundsCoverage[] {
  const activities = new Map(rows.map((row) => [row.activity_id, getActivity(row)]));
  const lines = rows.map(toCountedLine);
  return fundsPurposes.flatMap((of) =>
    coverageScopes(lines, targets, of, tolerance).map(({ activityId, coverage }) =>
      toCoverageDto(of, activities.get(activityId) ?? null, coverage),
    ),
  );
}

/** Coverage of an activity's value by its lines. */
export function activityCoverage(
  rows: readonly FundsLineRow[],
  activity: LineActivity & { value: number | null; currency: string },
  tolerance: number,
): FundsCoverage[] {
  const { value, currency, ...told } = activity;
  const target = value === null || value === 0 ? null : { amount: value, currency };
  return rows.length === 0 && target === null
    ? []
    : [toCoverageDto('funds', told, getCoverage(rows, target, tolerance))];
}
