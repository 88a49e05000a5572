import {
  addMonths,
  type CalendarDate,
  compareDates,
  formatDate,
  isCalendarDate,
} from '#rules/calendar-dates.ts';
import type { RiskLevel } from '#rules/client-types.ts';

export type ReviewTiming = {
  /** The day of approval, or of the change of level. */
  approvedOn: CalendarDate;
  finalLevel: RiskLevel;
  /** Months by level of the template's version; a level without any leaves it to the policy. */
  templateMonths?: Partial<Record<RiskLevel, number>> | null;
  /** Months by level of the company's policy. */
  policyMonths: Record<RiskLevel, number>;
  /** The next review as it was set before. */
  setBefore?: CalendarDate | null;
  /** Why the review may come later than it was set before, such as that a review has just been completed. */
  reasonForLater?: string | null;
};

/** `heldBack`: the date set before is kept, because it is earlier and no reason was given for a later one. */
export type NextReview = {
  dueOn: CalendarDate;
  months: number;
  monthsFrom: 'template' | 'policy';
  heldBack: boolean;
};

/**
 * The next review: approval + the shorter of the template's and the policy's months for the final level, on the same day of the
 * month or its last. Never later than a date set before, unless a reason is given; a date on or before the approval does not hold it
 * back, because the assessment now approved is the review that was due then (decided). Throws RangeError past the year 9999.
 * Source: domain 4, Review date.
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
 * The sentence that refuses a date which somebody sets by hand, or undefined when it may be: after today, and not later than what
 * the rules give unless with a reason. Earlier is always allowed.
 */
export function problemWithReviewDate(
  chosen: string,
  { today, latest, reason }: { today: CalendarDate; latest: CalendarDate; reason?: string | null },
): string | undefined {
  if (!isCalendarDate(chosen)) return 'Enter the day of the next review, such as 21 Nov 2026.';
  if (compareDates(chosen, today) <= 0) return 'Enter a day after today.';
  if (compareDates(chosen, latest) > 0 && !reason?.trim()) {
    return `By the rules the review is due on ${formatDate(latest)}. Enter that day or an earlier one, or say why it may be later.`;
  }
  return undefined;
}
