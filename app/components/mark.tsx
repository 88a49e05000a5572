import type { ReactNode } from 'react';
import {
  type ClientStatus,
  clientStatusLabels,
  type RiskLevel,
  riskLevelLabels,
} from '#rules/client-types.ts';
import type { ActivityStatus } from '#rules/lifecycles/activities.ts';

type Tone = 'quiet' | 'attention' | 'settled' | 'danger';

/**
 * A shape in a colour before a word, so that a state never rests on colour alone. The stylesheet draws it and keeps it from
 * screen readers: the word's own element carries it, which may as well be a table's cell.
 */
export interface MarkProps {
  className: `mark mark-${Tone}`;
  'data-mark': string;
}

const mark = (shape: string, tone: Tone): MarkProps => ({
  className: `mark mark-${tone}`,
  'data-mark': shape,
});

export const clientStatusMarks: Record<ClientStatus, MarkProps> = {
  draft: mark('○', 'quiet'),
  onboarding: mark('◐', 'attention'),
  active: mark('●', 'settled'),
  dormant: mark('◌', 'quiet'),
  exited: mark('◇', 'quiet'),
  archived: mark('□', 'quiet'),
  declined: mark('×', 'danger'),
};

export const riskLevelMarks: Record<RiskLevel, MarkProps> = {
  low: mark('▁', 'settled'),
  medium: mark('▃', 'attention'),
  high: mark('▇', 'danger'),
};

export const activityStatusMarks: Record<ActivityStatus, MarkProps> = {
  toDo: mark('○', 'quiet'),
  inProgress: mark('◐', 'attention'),
  inReview: mark('◕', 'attention'),
  onHold: mark('◌', 'quiet'),
  completed: mark('●', 'settled'),
  cancelled: mark('×', 'quiet'),
};

/** How much an alert weighs. */
export const severityMarks = {
  low: mark('○', 'quiet'),
  medium: mark('◐', 'attention'),
  high: mark('●', 'danger'),
} as const;

/** Before what is settled, and before what is not yet. */
export const settledMark = mark('✓', 'settled');
export const openMark = mark('○', 'attention');

/** Before a date that is past. */
export const overdueMark = mark('▲', 'danger');

/** A word with its mark, within other text. */
export function Marked({ by, children }: { by: MarkProps; children: ReactNode }) {
  return <span {...by}>{children}</span>;
}

/** A client's status as a word and a shape. */
export function StatusMark({ status }: { status: ClientStatus }) {
  return <Marked by={clientStatusMarks[status]}>{clientStatusLabels[status]}</Marked>;
}

/** A level of risk as a word and a shape; `none` says in words that there is none. */
export function RiskMark({ level, none }: { level: RiskLevel | null; none: string }) {
  return level === null ? (
    <span className="text-ink-soft">{none}</span>
  ) : (
    <Marked by={riskLevelMarks[level]}>{riskLevelLabels[level]}</Marked>
  );
}
