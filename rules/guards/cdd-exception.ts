import { type CalendarDate, isCalendarDate } from '#rules/calendar-dates.ts';
import type { Blocker } from '#rules/fix-targets.ts';

/**
 * Everything that keeps an exception from due diligence from being approved: it needs a reason, and an end after today on which
 * due diligence falls due again. `endsOn` as entered. Who may approve one: access.ts, cdd.grantException. Source: domain 3, CddStatus.
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
      text: 'Say why the exception is justified. An auditor will read it.',
      fix: { target: 'client.diligence' },
    });
  }
  if (!endsOn || !isCalendarDate(endsOn)) {
    blockers.push({
      code: 'exception.endMissing',
      text: 'Enter the day on which the exception ends. Due diligence is due again from then on.',
      fix: { target: 'client.diligence' },
    });
  } else if (endsOn <= on) {
    blockers.push({
      code: 'exception.endNotInFuture',
      text: 'The exception has to end after today. Enter a later day.',
      fix: { target: 'client.diligence' },
    });
  }
  return blockers;
}
