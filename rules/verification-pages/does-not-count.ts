import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { UnmetAtRisk } from '#rules/identity-verification/evaluate.ts';

/** What prevents a verification of identity from counting, as its record states it. */
export type ReasonsNotToCount = {
  /** Day on which the client's identity changed after the decision. */
  identityChangedOn: CalendarDate | null;
  /** What it lacks at the client's present risk level. */
  unmetAtRisk: UnmetAtRisk | null;
  /** Whether it was decided as verified against its rule without an approved exception. */
  exceptionMissing: boolean;
};

/**
 * Whether a verification does not count as evidence of the client's identity although it was decided as verified. That its evidence expired is
 * no reason here: it has a status of its own.
 */
export function doesNotCount({
  identityChangedOn,
  unmetAtRisk,
  exceptionMissing,
}: ReasonsNotToCount): boolean {
  return identityChangedOn !== null || unmetAtRisk !== null || exceptionMissing;
}
