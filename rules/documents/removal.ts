import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { cite, type Jurisdiction } from '#rules/legal-provisions.ts';
import { retentionRules } from '#rules/retention/retention-rules.ts';

/** Facts of a client that determine whether its documents may be removed. */
export interface RetainedClient {
  /** Last day of retention; null while the relationship continues, or where there never was one. */
  retainUntil: CalendarDate | null;
  /** Whether a relationship was ever established. */
  wasEngaged: boolean;
  isHeld: boolean;
}

/** Why a document cannot be removed, null if it can, and whether removal takes two people. */
export interface Removability {
  retainedBecause: string | null;
  needsSecondConfirmation: boolean;
}

/** States no reason: the message must not reveal a legal hold or a suspicion (NZ s46, AU s123). */
const retained = 'This document must be retained and cannot be removed.';

/**
 * Whether a document may be removed on a day. Not while a client whose record includes it is on legal hold, and not
 * before the last of their retention dates has passed (NZ s50, AU s111). Otherwise one person may remove it from a
 * draft record, or from the record of clients without any relationship. All other removals take two people, like
 * destruction.
 */
export function documentRemoval({
  clients,
  isDraft,
  on,
  regulatedIn,
}: {
  clients: readonly RetainedClient[];
  isDraft: boolean;
  on: CalendarDate;
  regulatedIn: readonly Jurisdiction[];
}): Removability {
  const needsSecondConfirmation = !isDraft && clients.some(({ wasEngaged }) => wasEngaged);
  const until = clients.reduce<CalendarDate | null>(
    (latest, { retainUntil }) =>
      retainUntil !== null && (latest === null || retainUntil > latest) ? retainUntil : latest,
    null,
  );
  if (until !== null && on <= until) {
    const { provision } = cite(regulatedIn, {
      NZL: retentionRules.NZL.identity.provision,
      AUS: retentionRules.AUS.identity.provision,
    });
    return {
      retainedBecause: `This document must be retained until ${formatDate(until)} (required by ${provision}).`,
      needsSecondConfirmation,
    };
  }
  return { retainedBecause: clients.some(({ isHeld }) => isHeld) ? retained : null, needsSecondConfirmation };
}

/** Neutral as well. The number that was needed for checks is gone once a decision rests on the document. */
const retainedWithVerification =
  'This document is part of the client’s record, so it is retained with the verification.';

/**
 * Why an identity document cannot be taken out of a verification, null if it can. Like any other document of the record, and besides,
 * where there was a relationship, not once a decision rested on it (NZ s50, AU s111): only what was just entered is replaced.
 */
export function getIdentityDocumentRetentionReason({
  isDecidedOn,
  ...facts
}: {
  clients: readonly RetainedClient[];
  isDecidedOn: boolean;
  on: CalendarDate;
  regulatedIn: readonly Jurisdiction[];
}): string | null {
  const { retainedBecause, needsSecondConfirmation } = documentRemoval({ ...facts, isDraft: false });
  return retainedBecause ?? (needsSecondConfirmation && isDecidedOn ? retainedWithVerification : null);
}
