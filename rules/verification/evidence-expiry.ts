import { addMonths, type CalendarDate } from '#rules/calendar-dates.ts';
import type { VerificationMethod } from './evidence.ts';

/**
 * How long a company lets evidence stand, by method, in months; null for as long as nothing speaks against it. `endsWithDocument`: also
 * no longer than the first document that expires.
 */
export type EvidencePolicy = { months: Record<VerificationMethod, number | null>; endsWithDocument: boolean };

/**
 * Neither law lets evidence run out: New Zealand asks for no new verification without doubt (s11(4)), Australia for one as often as the
 * risk calls for (s30). So nothing ends by itself here, save what somebody else did, which is looked at again after a year, and an
 * exception, which ends on its own day. Our defaults.
 */
export const defaultEvidencePolicy: EvidencePolicy = {
  months: {
    electronicRemote: null,
    electronicInPerson: null,
    documentSighted: null,
    documentCertified: null,
    reliance: 12,
    exception: null,
  },
  endsWithDocument: false,
};

/** The last day on which evidence counts; null for no end. The earliest of policy, documents and the exception's own end. */
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
    // A document that had expired before does not end evidence before it began.
    ...(policy.endsWithDocument
      ? documentExpiries.filter((expiry) => expiry !== null && expiry >= verifiedOn)
      : []),
    method === 'exception' ? (exceptionEndsOn ?? null) : null,
  ].filter((end) => end !== null);
  return ends.sort()[0] ?? null;
}

/**
 * Which of the company's warnings about a document's expiry is due: the smallest of `alertDays` that `daysLeft` has come down to, null
 * for none yet. Source: domain 2, Company.policy.idExpiryAlertDays.
 */
export function dueExpiryAlert(daysLeft: number, alertDays: readonly number[]): number | null {
  const due = alertDays.filter((days) => daysLeft <= days);
  return due.length === 0 ? null : Math.min(...due);
}
