import { type CalendarDate, isCalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Blocker } from '#rules/resolution-targets.ts';

/**
 * Blockers of approving a CDD exception: it needs a reason and an expiry date after today, from which CDD is due again.
 * `endsOn` as entered. Permission: permissions.ts, cdd.grantException.
 */
export function exceptionBlockers({
  reason,
  endsOn,
  on,
}: {
  reason: string | null;
  endsOn: string | null;
  on: CalendarDate;
}): Blocker[] {
  const blockers: Blocker[] = [];
  if (!reason?.trim()) {
    blockers.push({
      code: 'exception.reasonMissing',
      text: 'Explain why the exception is justified.',
      fix: { target: 'client.diligence' },
    });
  }
  if (!endsOn || !isCalendarDate(endsOn)) {
    blockers.push({
      code: 'exception.endMissing',
      text: 'Enter the exception expiry date. CDD is due again after it.',
      fix: { target: 'client.diligence' },
    });
  } else if (endsOn <= on) {
    blockers.push({
      code: 'exception.endNotInFuture',
      text: 'Enter an expiry date after today.',
      fix: { target: 'client.diligence' },
    });
  }
  return blockers;
}
