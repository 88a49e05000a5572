import { type CddLevel, cddLevels, type RiskLevel, riskLevels } from '#rules/client-types.ts';

/** Score from which a level begins, whole points: 0 < medium < high ≤ 100. */
export type Thresholds = { medium: number; high: number };

/** Our proposal; no standard is published. Source: domain 4. */
export const defaultThresholds: Thresholds = { medium: 35, high: 65 };

/** Negative when `a` is the lower risk, 0 for the same, positive when it is the higher. */
export function compareLevels(a: RiskLevel, b: RiskLevel): number {
  return riskLevels.indexOf(a) - riskLevels.indexOf(b);
}

/** The higher of two levels of risk; an absent one yields. */
export function higherLevel<Level extends RiskLevel | undefined>(a: Level, b: RiskLevel): RiskLevel {
  return a !== undefined && compareLevels(a, b) > 0 ? a : b;
}

/** The stricter of two levels of due diligence; an absent one yields. */
export function stricterCdd(a: CddLevel | undefined, b: CddLevel): CddLevel {
  return a !== undefined && cddLevels.indexOf(a) > cddLevels.indexOf(b) ? a : b;
}

/** The level that a score alone gives, read from the rounded score in tenths of a point. Source: domain 4. */
export function levelAt(scoreTenths: number, thresholds: Thresholds): RiskLevel {
  if (scoreTenths >= thresholds.high * 10) return 'high';
  return scoreTenths >= thresholds.medium * 10 ? 'medium' : 'low';
}

/** Tenths of a point as people read them: 454 is `45.4`, -7 is `-0.7`. */
export function pointsText(tenths: number): string {
  const sign = tenths < 0 ? '-' : '';
  const size = Math.abs(tenths);
  return `${sign}${Math.floor(size / 10)}.${size % 10}`;
}
