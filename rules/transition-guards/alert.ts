import { type AlertOutcome, type AlertType, getOutcomes, isSnoozable } from '#rules/alerts/alert-types.ts';
import type { AlertStatus } from '#rules/lifecycles/monitoring.ts';

/** Maximum snooze in days: an alert hidden for a quarter is forgotten. */
const maxSnoozeDays = 90;

export type AlertTransition = {
  type: AlertType;
  to: AlertStatus;
  outcome: AlertOutcome | null;
  reason: string | null;
  /** ISO instants. */
  snoozedUntil: string | null;
  now: string;
};

/** Field errors that block a transition allowed by the lifecycle. */
export function alertTransitionProblems({ type, to, outcome, reason, snoozedUntil, now }: AlertTransition): {
  field: 'to' | 'outcome' | 'reason' | 'snoozedUntil';
  message: string;
}[] {
  if (to === 'closed') {
    return [
      ...(outcome !== null && getOutcomes(type).includes(outcome)
        ? []
        : [{ field: 'outcome' as const, message: 'Select an outcome.' }]),
      ...(reason?.trim() ? [] : [{ field: 'reason' as const, message: 'Enter a closing reason.' }]),
    ];
  }
  if (to !== 'snoozed') return [];
  if (type === 'screeningMatch') {
    return [{ field: 'to', message: 'Screening matches cannot be snoozed. Resolve or escalate the match.' }];
  }
  if (!isSnoozable(type)) {
    return [{ field: 'to', message: 'Work that a sanctions match puts on hold cannot be snoozed.' }];
  }
  const days = snoozedUntil === null ? Number.NaN : (Date.parse(snoozedUntil) - Date.parse(now)) / 86_400_000;
  if (days > 0 && days <= maxSnoozeDays) return [];
  return [
    {
      field: 'snoozedUntil',
      message: `Enter a date within ${maxSnoozeDays} days.`,
    },
  ];
}
