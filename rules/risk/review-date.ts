import type { RiskLevel } from '#rules/clients/client-types.ts';
import {
  addMonths,
  type CalendarDate,
  compareDates,
  formatDate,
  isCalendarDate,
} from '#rules/dates/calendar-dates.ts';

export type ReviewTiming = {
  /** Day of the approval, or of the change of level. */
  approvedOn: CalendarDate;
  finalLevel: RiskLevel;
  /** Months by level of the template's version; a level without a value uses the policy. */
  templateMonths?: Partial<Record<RiskLevel, number>> | null;
  /** Months by level of the company's policy. */
  policyMonths: Record<RiskLevel, number>;
  /** The previously set date of the next review. */
  setBefore?: CalendarDate | null;
  /** Why the review may be later than `setBefore`, for example because a review was just completed. */
  reasonForLater?: string | null;
};

/** `heldBack`: the earlier date applies, because no reason for a later one was stated. */
export type NextReview = {
  dueOn: CalendarDate;
  months: number;
  monthsFrom: 'template' | 'policy';
  heldBack: boolean;
};

/**
 * Next review date: approval plus the shorter of the template's and the policy's months for the final level, on the same
 * day of the month or its last. Never later than an earlier set date, unless with a reason; a set date on or before the
 * approval is ignored, because this assessment is the review that was due. Throws RangeError past the year 9999.
 */
export function nextReview(timing: ReviewTiming): NextReview {
  const { approvedOn, finalLevel, templateMonths, policyMonths, setBefore, reasonForLater } = timing;
  const ofTemplate = templateMonths?.[finalLevel];
  const ofPolicy = policyMonths[finalLevel];
  const isTemplates = ofTemplate !== undefined && ofTemplate < ofPolicy;
  const months = isTemplates ? ofTemplate : ofPolicy;
  const byRule = addMonths(approvedOn, months);
  const heldBack = Boolean(
    setBefore &&
      compareDates(setBefore, approvedOn) > 0 &&
      compareDates(setBefore, byRule) < 0 &&
      !reasonForLater?.trim(),
  );
  return {
    dueOn: heldBack && setBefore ? setBefore : byRule,
    months,
    monthsFrom: isTemplates ? 'template' : 'policy',
    heldBack,
  };
}

/**
 * Returns the problem with a manually set date, or undefined: it must be after today, and not later than the rules allow
 * unless with a reason. Earlier is always allowed.
 */
export function problemWithReviewDate(
  chosen: string,
  { today, latest, reason }: { today: CalendarDate; latest: CalendarDate; reason?: string | null },
): string | undefined {
  if (!isCalendarDate(chosen)) return 'Enter the next review date, such as 21 Nov 2026.';
  if (compareDates(chosen, today) <= 0) return 'Enter a day after today.';
  if (compareDates(chosen, latest) > 0 && !reason?.trim()) {
    return `The review is due on ${formatDate(latest)}. Enter that date or an earlier one, or a reason for a later date.`;
  }
  return undefined;
}
