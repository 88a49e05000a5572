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
  const { activityId: id, activityReference: reference, activityName: name } = row;
  return id === null || reference === null || name === null ? null : { id, reference, name };
}

function getDecision(row: FundsLineRow): FundsLine['decision'] {
  const { decision, decidedBy, decidedAt, decidedByName } = row;
  return decision === null || decidedBy === null || decidedAt === null
    ? null
    : {
        to: decision,
        reason: row.rejectReason,
        by: { id: decidedBy, name: decidedByName ?? '' },
        at: decidedAt,
      };
}

/** A line as the wire has it. */
export function toFundsLineDto(row: FundsLineRow): FundsLine {
  const { id, version, clientId, of, kind, amount, currency, from, period, corroboration } = row;
  const { documents, status, createdAt, updatedAt } = row;
  return {
    ...{ id, version, clientId, activity: getActivity(row) },
    ...{ of, kind, amount, currency, from, period, corroboration, documents, status },
    decision: getDecision(row),
    createdAt,
    createdBy: { id: row.createdBy, name: row.createdByName },
    updatedAt,
    updatedBy: { id: row.updatedBy, name: row.updatedByName },
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
  const activities = new Map(rows.map((row) => [row.activityId, getActivity(row)]));
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
