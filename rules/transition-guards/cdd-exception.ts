import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { addMonths, type CalendarDate, formatDate, isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { ownRules } from '#rules/legal-provisions.ts';

/**
 * Longest duration of an exception, from CDD or from standard identity verification. No provision sets one: it is the firm's policy, so
 * that the client comes up for ongoing CDD at least once a year. Source: NZ s31; AU s30.
 */
const maxExceptionMonths = 12;

/** Hint of every field in which an exception's end is entered. */
export const exceptionEndHint = `At most ${maxExceptionMonths} months from today, as your firm’s policy`;

/** Problem with the last day of an exception granted on a day; undefined if there is none. */
export function exceptionEndProblem(
  endsOn: CalendarDate,
  on: CalendarDate,
): { code: 'endNotInFuture' | 'endTooLate'; text: string } | undefined {
  if (endsOn <= on) return { code: 'endNotInFuture', text: 'Enter an expiry date after today.' };
  const latest = addMonths(on, maxExceptionMonths);
  if (endsOn <= latest) return undefined;
  return {
    code: 'endTooLate',
    text: `An exception lasts ${maxExceptionMonths} months at most, by your firm’s policy. Enter ${formatDate(latest)} or earlier.`,
  };
}

/**
 * Blockers of approving a CDD exception: it needs a reason and an expiry date after today, within `maxExceptionMonths`, from which CDD is due again.
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
      ...ownRules.programme,
      fix: { target: 'client.diligence' },
    });
  }
  if (!endsOn || !isCalendarDate(endsOn)) {
    blockers.push({
      code: 'exception.endMissing',
      text: 'Enter the exception expiry date. CDD is due again after it.',
      ...ownRules.programme,
      fix: { target: 'client.diligence' },
    });
    return blockers;
  }
  const problem = exceptionEndProblem(endsOn, on);
  if (problem !== undefined) {
    blockers.push({
      code: `exception.${problem.code}`,
      text: problem.text,
      ...ownRules.programme,
      fix: { target: 'client.diligence' },
    });
  }
  return blockers;
}
