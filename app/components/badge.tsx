import type { ReactNode } from 'react';
import { formatClientStatus, type RiskLevel, riskLevelLabels } from '#rules/clients/client-types.ts';
import type { FundsStatus } from '#rules/source-of-funds/funds-lines.ts';

type Tone = 'neutral' | 'warning' | 'success' | 'danger';

/**
 * The look of a pill: a filled shape as wide as its word or few words, never a sentence. Its colour only repeats what the word says: red
 * for danger, amber for attention, green for settled.
 */
export interface BadgeProps {
  tone: Tone;
}

/** Of the state of work, and of values that ask for nothing. */
export const neutralBadge: BadgeProps = { tone: 'neutral' };
export const warningBadge: BadgeProps = { tone: 'warning' };
export const settledBadge: BadgeProps = { tone: 'success' };
export const dangerBadge: BadgeProps = { tone: 'danger' };

export const riskLevelBadges: Record<RiskLevel, BadgeProps> = {
  low: settledBadge,
  medium: warningBadge,
  high: dangerBadge,
};

/** Badges of lines of source of funds and wealth. */
export const fundsLineBadges: Record<FundsStatus, BadgeProps> = {
  claimed: neutralBadge,
  evidenced: warningBadge,
  verified: settledBadge,
  rejected: dangerBadge,
};

/** Badges of an alert's severity. */
export const severityBadges = {
  low: neutralBadge,
  medium: warningBadge,
  high: dangerBadge,
} as const;

/** Badges of resolved and open items. */
export const resolvedBadge: BadgeProps = { tone: 'success' };
/** The session, or version, that is in use. */
export const currentBadge: BadgeProps = { tone: 'success' };
export const openBadge: BadgeProps = { tone: 'warning' };

/** The badge of a file in which malware was found. */
export const infectedBadge: BadgeProps = { tone: 'danger' };

/** The badge of a date that has passed. */
export const overdueBadge: BadgeProps = { tone: 'danger' };

/** Inline text with a badge. */
export function Badge({ by, children }: { by: BadgeProps; children: ReactNode }) {
  return <span className={`badge badge-${by.tone}`}>{children}</span>;
}

/** A client's status as a badge. */
export function StatusBadge({ client }: { client: Parameters<typeof formatClientStatus>[0] }) {
  return <Badge by={neutralBadge}>{formatClientStatus(client)}</Badge>;
}

/** A risk level as a badge; `none` is the text without one. */
export function RiskBadge({ level, none }: { level: RiskLevel | null; none: string }) {
  return level === null ? (
    <span className="text-ink-soft">{none}</span>
  ) : (
    <Badge by={riskLevelBadges[level]}>{riskLevelLabels[level]}</Badge>
  );
}
