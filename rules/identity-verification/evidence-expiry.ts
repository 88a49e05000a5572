import { addMonths, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { VerificationMethod } from './evidence.ts';

/**
 * Validity of evidence by method, in months; null for no limit. `endsWithDocument`: also limited by the first document to
 * expire.
 */
export type EvidencePolicy = { months: Record<VerificationMethod, number | null>; endsWithDocument: boolean };

/**
 * Neither law expires evidence: New Zealand requires new verification only on doubt (s11(4)), Australia as often as the
 * risk requires (s30). So nothing expires by default, except third-party reliance, which is reviewed after a year, and an
 * exception, which has its own expiry date. Our defaults.
 */
export const defaultEvidencePolicy: EvidencePolicy = {
  months: {
    electronicRemote: null,
    electronicInPerson: null,
    documentSighted: null,
    documentCertified: null,
    distf: null,
    reliance: 12,
    exception: null,
  },
  endsWithDocument: false,
};

/**
 * Last day on which evidence is valid; null without an end. The earliest of policy, documents and the exception's expiry date.
 * `exceptionEndsOn`: of the approved exception that the decision needs, under any method; null where it needs none.
 */
export function evidenceExpiresOn({
  method,
  verifiedOn,
  documentExpiries,
  exceptionEndsOn,
  policy,
}: {
  method: VerificationMethod;
  verifiedOn: CalendarDate;
  documentExpiries: readonly (CalendarDate | null)[];
  exceptionEndsOn?: CalendarDate | null;
  policy: EvidencePolicy;
}): CalendarDate | null {
  const months = policy.months[method];
  const ends = [
    months === null ? null : addMonths(verifiedOn, months),
    // A document that was already expired does not end evidence before it starts.
    ...(policy.endsWithDocument
      ? documentExpiries.filter((expiry) => expiry !== null && expiry >= verifiedOn)
      : []),
    exceptionEndsOn ?? null,
  ].filter((end) => end !== null);
  return ends.sort()[0] ?? null;
}

/** Sentinel date for evidence without expiry, so that the latest of several is found by comparison. */
export const noEvidenceEnd: CalendarDate = '9999-12-31';

/** Returns true if evidence is valid on a day. `until`: its last day, `noEvidenceEnd` without one, null without evidence. */
export function evidenceCounts(until: CalendarDate | null, on: CalendarDate): boolean {
  return until !== null && on <= until;
}

/** Document expiry warning that is due: the smallest of `alertDays` that `daysLeft` has reached, or null. */
export function dueExpiryAlert(daysLeft: number, alertDays: readonly number[]): number | null {
  const due = alertDays.filter((days) => daysLeft <= days);
  return due.length === 0 ? null : Math.min(...due);
}
