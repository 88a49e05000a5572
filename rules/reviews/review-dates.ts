import type { RiskLevel } from '#rules/clients/client-types.ts';
import {
  addDays,
  addMonths,
  type CalendarDate,
  compareDates,
  formatDate,
} from '#rules/dates/calendar-dates.ts';
import type { ReviewStatus } from '#rules/lifecycles/monitoring.ts';

/** Status of an open review on a day: due on its date, overdue from the next day. */
export function reviewStatusOn(
  dueOn: CalendarDate,
  today: CalendarDate,
): Extract<ReviewStatus, 'scheduled' | 'due' | 'overdue'> {
  const order = compareDates(dueOn, today);
  if (order > 0) return 'scheduled';
  return order === 0 ? 'due' : 'overdue';
}

export interface ReviewedClient {
  /** As set by an approved assessment or a completed review. */
  nextReviewDueOn: CalendarDate | null;
  riskLevel: RiskLevel | null;
  relationshipStartedOn: CalendarDate | null;
  createdOn: CalendarDate;
}

/**
 * Next review date of a client, with its reason. Every current client has one: without a date from an assessment, the
 * policy's months for the level (medium if not assessed) count from the start of the relationship. Source: NZ s31, AU s30.
 */
export function getNextReview(
  client: ReviewedClient,
  policyMonths: Record<RiskLevel, number>,
): { dueOn: CalendarDate; cause: string } {
  if (client.nextReviewDueOn !== null) {
    return { dueOn: client.nextReviewDueOn, cause: 'Set by the last risk assessment or review' };
  }
  const level = client.riskLevel ?? 'medium';
  const months = policyMonths[level];
  const from = client.relationshipStartedOn ?? client.createdOn;
  const why = client.riskLevel === null ? 'No risk assessment sets a date' : 'The assessment sets no date';
  return {
    dueOn: addMonths(from, months),
    cause: `${why}: ${months} months from ${formatDate(from)}, by your policy for ${level} risk`,
  };
}

const daysAfterChange: Record<RiskLevel, number> = { high: 14, medium: 30, low: 60 };

/**
 * Day by which a record is reviewed after a change, by its risk level; a record that is not assessed has the days of high risk. The days are our
 * decision: the law requires CDD to be reviewed by the level of risk and sets no number. NZ s31(2), (3); AU s30.
 */
export function dueAfterChange(changedOn: CalendarDate, level: RiskLevel | null): CalendarDate {
  return addDays(changedOn, daysAfterChange[level ?? 'high']);
}
