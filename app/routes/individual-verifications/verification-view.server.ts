import type { MemberSession } from '#contract/company/accounts.ts';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { copyDeliveryLabels } from '#rules/identity-verification/evidence.ts';
import { isDecidedIdentityVerification, isLinkableVerification } from '#rules/lifecycles/checks.ts';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { describeImageDeletion } from '#rules/retention/image-deletion.ts';
import { biometricImageDays } from '#rules/retention/retention.ts';
import { doesNotCount } from '#rules/verification-pages/does-not-count.ts';
import { toEvidenceView } from '../../components/documents/submitted-evidence.server.ts';
import { formatInstant } from '../../components/format-instant.server.ts';

const consentLabels: Record<string, string> = {
  inPerson: 'in person',
  inWriting: 'in writing',
  byPhone: 'by phone',
  byEmail: 'by email',
  onPhone: 'on the phone, before the check',
};

/** What becomes, or became, of the photos; null before any were taken. */
function toImagesLabel(
  { status, decision, imagesHeldUntil, imageDeletion }: IndividualVerification,
  timeZone: string,
): string | null {
  if (imageDeletion === null || imagesHeldUntil === null || isLinkableVerification(status)) return null;
  const requested = describeImageDeletion(imageDeletion, (instant) => formatInstant(instant, timeZone));
  if (requested !== null) {
    const { confirmedAt, nextRequestAt } = imageDeletion;
    return confirmedAt === null && nextRequestAt !== null
      ? `${requested}. Next request: ${formatInstant(nextRequestAt, timeZone)}`
      : requested;
  }
  const until = formatDate(companyDay(new Date(imagesHeldUntil), timeZone));
  const text = 'Photos will be deleted by the verification provider';
  return decision !== null || isDecidedIdentityVerification(status)
    ? `${text} after ${until}`
    : `${text} ${biometricImageDays} days after the decision; without a decision or another change, after ${until}`;
}

/** A verification with dates and times formatted in the company's time zone. */
export function toVerificationView(verification: IndividualVerification, { company }: MemberSession) {
  const at = (instant: string | null) => (instant === null ? null : formatInstant(instant, company.timeZone));
  const day = (date: string | null) => (date === null ? null : formatDate(date));
  const { consent, decision, exception, exceptionApproval: approval } = verification;
  const byOne = approval?.decidedByOne ? `. ${decidedByOneLabel}` : '';
  return {
    ...verification,
    consentText:
      consent &&
      `Obtained ${consentLabels[consent.how] ?? consent.how} on ${at(consent.at)}, recorded by ${consent.recordedBy}.${consent.note ? ` ${consent.note}` : ''}`,
    linkExpiresLabel: at(verification.linkExpiresAt),
    nextTryLabel: at(verification.nextTryAt),
    verifiedLabel: at(verification.verifiedAt),
    evidenceExpiresLabel: day(verification.evidenceExpiresOn),
    identityChangedText: day(verification.identityChangedOn),
    doesNotCount: doesNotCount(verification),
    imagesLabel: toImagesLabel(verification, company.timeZone),
    startedLabel: `${at(verification.createdAt)} by ${verification.startedBy.name}`,
    formatDecision: decision && `${at(decision.at)} by ${decision.by?.name ?? 'Assay'}`,
    exceptionLabel:
      exception &&
      `${exception.approvedBy ? `Approved on ${at(exception.approvedAt)} by ${exception.approvedBy.name}` : 'Not approved yet'}; ends on ${day(exception.endsOn)}${byOne}`,
    exceptionApprovedLabel: approval && `${at(approval.at)} by ${approval.by.name}${byOne}`,
    exceptionEndsLabel: approval && day(approval.endsOn),
    documents: verification.documents.map((document) => ({
      ...document,
      addedLabel: `${at(document.addedAt)}, ${document.addedBy.name}`,
      certifiedLabel:
        document.certified &&
        `Certified on ${day(document.certified.certifiedOn)} by ${document.certified.refereeName}${document.certified.delivery ? `; received by ${copyDeliveryLabels[document.certified.delivery].toLowerCase()}` : ''}`,
      metLabel:
        document.sighted?.metBy &&
        document.sighted.metOn &&
        `Met by ${document.sighted.metBy} on ${day(document.sighted.metOn)}; photo ${document.sighted.likenessConfirmed ? 'compared with the person' : 'not compared'}`,
    })),
    submittedEvidence: toEvidenceView(verification.submittedEvidence, company.timeZone),
    checks: verification.checks.map((check) => ({ ...check, atLabel: at(check.at) ?? '' })),
    timeline: verification.timeline.map((entry) => ({ ...entry, atLabel: at(entry.at) ?? '' })),
  };
}

export type VerificationView = ReturnType<typeof toVerificationView>;
