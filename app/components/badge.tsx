import type { ReactNode } from 'react';
import {
  type ClientStatus,
  clientStatusLabels,
  type RiskLevel,
  riskLevelLabels,
} from '#rules/clients/client-types.ts';
import type { ActivityStatus } from '#rules/lifecycles/activities.ts';
import type { FundsStatus } from '#rules/source-of-funds/funds-lines.ts';

type Tone = 'neutral' | 'warning' | 'success' | 'danger';

/**
 * A coloured shape before a word, so that a status never depends on colour alone. Drawn by the stylesheet and hidden from screen readers.
 * The element of the word carries it, which can be a table cell.
 */
export interface BadgeProps {
  className: `badge badge-${Tone}`;
  'data-badge': string;
}

const mark = (shape: string, tone: Tone): BadgeProps => ({
  className: `badge badge-${tone}`,
  'data-badge': shape,
});

export const clientStatusBadges: Record<ClientStatus, BadgeProps> = {
  draft: mark('○', 'neutral'),
  onboarding: mark('◐', 'warning'),
  active: mark('●', 'success'),
  dormant: mark('◌', 'neutral'),
  exited: mark('◇', 'neutral'),
  archived: mark('□', 'neutral'),
  declined: mark('×', 'danger'),
};

export const riskLevelBadges: Record<RiskLevel, BadgeProps> = {
  low: mark('▁', 'success'),
  medium: mark('▃', 'warning'),
  high: mark('▇', 'danger'),
};

export const activityStatusBadges: Record<ActivityStatus, BadgeProps> = {
  toDo: mark('○', 'neutral'),
  inProgress: mark('◐', 'warning'),
  inReview: mark('◕', 'warning'),
  onHold: mark('◌', 'neutral'),
  completed: mark('●', 'success'),
  cancelled: mark('×', 'neutral'),
};

/** Badges of lines of source of funds and wealth. */
export const fundsLineBadges: Record<FundsStatus, BadgeProps> = {
  claimed: mark('○', 'neutral'),
  evidenced: mark('◐', 'warning'),
  verified: mark('✓', 'success'),
  rejected: mark('×', 'danger'),
};

/** Badges of an alert's severity. */
export const severityBadges = {
  low: mark('○', 'neutral'),
  medium: mark('◐', 'warning'),
  high: mark('●', 'danger'),
} as const;

/** Badges of resolved and open items. */
export const resolvedBadge = mark('✓', 'success');
/** The session, or version, that is in use. */
export const currentBadge = mark('●', 'success');
export const openBadge = mark('○', 'warning');

/** The badge of a file in which malware was found. */
export const infectedBadge = mark('×', 'danger');

/** The badge of a date that has passed. */
export const overdueBadge = mark('▲', 'danger');

/** Inline text with a badge. */
export function Badge({ by, children }: { by: BadgeProps; children: ReactNode }) {
  return <span {...by}>{children}</span>;
}

/** A client's status as a badge. */
export function StatusBadge({ status }: { status: ClientStatus }) {
  return <Badge by={clientStatusBadges[status]}>{clientStatusLabels[status]}</Badge>;
}

/** A risk level as a badge; `none` is the text without one. */
export function RiskBadge({ level, none }: { level: RiskLevel | null; none: string }) {
  return level === null ? (
    <span className="text-ink-soft">{none}</span>
  ) : (
    <Badge by={riskLevelBadges[level]}>{riskLevelLabels[level]}</Badge>
  );
}
