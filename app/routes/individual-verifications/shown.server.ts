import type { MemberSession } from '#contract/accounts.ts';
import type { IndividualVerification } from '#contract/verification-record.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { shownEvidence } from '../../components/documents/given-evidence.server.ts';
import { instantText } from '../clients/instant-text.server.ts';

const consentWords: Record<string, string> = {
  inPerson: 'in person',
  inWriting: 'in writing',
  byPhone: 'by phone',
  byEmail: 'by email',
  onPhone: 'on the phone, before the check',
};

/** A verification in words: instants in the company's time zone, days as people read them. */
export function shownVerification(verification: IndividualVerification, { company }: MemberSession) {
  const at = (instant: string | null) => (instant === null ? null : instantText(instant, company.timeZone));
  const day = (date: string | null) => (date === null ? null : formatDate(date));
  const { consent, decision, exception, reliance } = verification;
  return {
    ...verification,
    consentText:
      consent &&
      `Given ${consentWords[consent.how] ?? consent.how} on ${at(consent.at)}, recorded by ${consent.recordedBy}.${consent.note ? ` ${consent.note}` : ''}`,
    linkExpiresText: at(verification.linkExpiresAt),
    nextTryText: at(verification.nextTryAt),
    verifiedText: at(verification.verifiedAt),
    evidenceExpiresText: day(verification.evidenceExpiresOn),
    imagesText: verification.imagesPurgedAt
      ? `Photos deleted by the checking service, noted on ${at(verification.imagesPurgedAt)}`
      : verification.imagesHeldUntil
        ? `The checking service deletes the photos on ${at(verification.imagesHeldUntil)}`
        : null,
    startedText: `${at(verification.createdAt)} by ${verification.startedBy.name}`,
    decisionText: decision && `${at(decision.at)} by ${decision.by?.name ?? 'Assay'}`,
    relianceText: reliance && `Verified on ${day(reliance.verifiedOn)}`,
    exceptionText:
      exception &&
      `${exception.approvedBy ? `Approved on ${at(exception.approvedAt)} by ${exception.approvedBy.name}` : 'Not approved yet'}; ends on ${day(exception.endsOn)}`,
    documents: verification.documents.map((document) => ({
      ...document,
      addedText: `${at(document.addedAt)}, ${document.addedBy.name}`,
      certifiedText:
        document.certified &&
        `Certified on ${day(document.certified.certifiedOn)} by ${document.certified.refereeName}`,
    })),
    givenEvidence: shownEvidence(verification.givenEvidence, company.timeZone),
    checks: verification.checks.map((check) => ({ ...check, atText: at(check.at) ?? '' })),
    timeline: verification.timeline.map((entry) => ({ ...entry, atText: at(entry.at) ?? '' })),
  };
}

export type ShownVerification = ReturnType<typeof shownVerification>;
