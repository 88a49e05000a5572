import { type CddLevel, cddLevels, type RiskLevel, riskLevels } from '#rules/clients/client-types.ts';

/** Minimum score of each level, whole points: 0 < medium < high ≤ 100. */
export type Thresholds = { medium: number; high: number };

/** Assay's own proposal: no standard is published. */
export const defaultThresholds: Thresholds = { medium: 35, high: 65 };

/** Negative when `a` is the lower risk, 0 for the same, positive when it is the higher. */
export function compareLevels(a: RiskLevel, b: RiskLevel): number {
  return riskLevels.indexOf(a) - riskLevels.indexOf(b);
}

/** The higher of two risk levels; undefined counts as the lowest. */
export function higherLevel<Level extends RiskLevel | undefined>(a: Level, b: RiskLevel): RiskLevel {
  return a !== undefined && compareLevels(a, b) > 0 ? a : b;
}

/** A level raised to a floor. Without an assessed level the floor itself, without a floor the level. */
export function flooredLevel(level: RiskLevel | null, floor: RiskLevel | null | undefined): RiskLevel | null {
  if (!floor) return level;
  return level === null ? floor : higherLevel(level, floor);
}

/** The stricter of two CDD levels; undefined counts as the least strict. */
export function stricterCdd(a: CddLevel | undefined, b: CddLevel): CddLevel {
  return a !== undefined && isStricterCdd(a, b) ? a : b;
}

/** Whether a CDD level is stricter than another. */
export function isStricterCdd(a: CddLevel, b: CddLevel): boolean {
  return cddLevels.indexOf(a) > cddLevels.indexOf(b);
}

/** Level from the rounded score alone, in tenths of a point. */
export function levelAt(scoreTenths: number, thresholds: Thresholds): RiskLevel {
  if (scoreTenths >= thresholds.high * 10) return 'high';
  return scoreTenths >= thresholds.medium * 10 ? 'medium' : 'low';
}

/** Formats tenths of a point: 454 is `45.4`, -7 is `-0.7`. */
export function formatPoints(tenths: number): string {
  const sign = tenths < 0 ? '-' : '';
  const size = Math.abs(tenths);
  return `${sign}${Math.floor(size / 10)}.${size % 10}`;
}
