import { type AlertOutcome, type AlertType, outcomesOf } from '#rules/alert-types.ts';
import type { AlertStatus } from '#rules/lifecycles/monitoring.ts';

/** Longest snooze: an alert that nobody sees for a quarter is forgotten. */
const longestSnoozeDays = 90;

export type AlertMove = {
  type: AlertType;
  to: AlertStatus;
  outcome: AlertOutcome | null;
  reason: string | null;
  /** ISO instants. */
  snoozedUntil: string | null;
  now: string;
};

/** Sentences by field that keep an alert from a move which its lifecycle has; none when it may be made. Source: domain 3, AlertStatus. */
export function alertMoveProblems({ type, to, outcome, reason, snoozedUntil, now }: AlertMove): {
  field: 'to' | 'outcome' | 'reason' | 'snoozedUntil';
  message: string;
}[] {
  if (to === 'closed') {
    return [
      ...(outcome !== null && outcomesOf(type).includes(outcome)
        ? []
        : [{ field: 'outcome' as const, message: 'Choose the outcome.' }]),
      ...(reason?.trim()
        ? []
        : [{ field: 'reason' as const, message: 'Say why it is closed. An auditor will read it.' }]),
    ];
  }
  if (to !== 'snoozed') return [];
  if (type === 'screeningMatch') {
    return [{ field: 'to', message: 'A screening match is never put off: decide it, or escalate it.' }];
  }
  const days = snoozedUntil === null ? Number.NaN : (Date.parse(snoozedUntil) - Date.parse(now)) / 86_400_000;
  if (days > 0 && days <= longestSnoozeDays) return [];
  return [
    {
      field: 'snoozedUntil',
      message: `Enter until when, at the latest ${longestSnoozeDays} days from now.`,
    },
  ];
}
