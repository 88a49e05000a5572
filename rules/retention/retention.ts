import { addDays, addMonths, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import {
  deletionProvision,
  getRetentionRule,
  minRetentionYears,
  type RetainedKind,
  type RetentionEvent,
  type RetentionRule,
} from './retention-rules.ts';

/**
 * Ground for retaining a record. `startOn`: null while the period has not started, because the relationship continues or
 * the template is in use. `jurisdictions`: the laws that require this record.
 */
export type RetentionGround = {
  kind: RetainedKind;
  startOn: CalendarDate | null;
  jurisdictions: readonly Jurisdiction[];
};

/** Days of the events from which retention counts: null for a future one, absent if not applicable. */
export type RetentionEvents = Partial<Record<RetentionEvent, CalendarDate | null>>;

/**
 * Grounds for retaining a record, one for each law that requires it, each from that law's own event: for a transaction, the day of
 * completion in New Zealand (s49) and the day its record was made in Australia (s107).
 */
export function retentionGrounds(
  kind: RetainedKind,
  events: RetentionEvents,
  jurisdictions: readonly Jurisdiction[],
): RetentionGround[] {
  return jurisdictions.flatMap((jurisdiction) => {
    const rule = getRetentionRule(kind, jurisdiction);
    const startOn = rule && events[rule.from];
    return startOn === undefined ? [] : [{ kind, startOn, jurisdictions: [jurisdiction] }];
  });
}

/** `years`: the company's retention period; `regulatedIn`: its countries. */
export type RetentionPolicy = { years: number; regulatedIn: readonly Jurisdiction[] };

/** A company regulated in both countries must set at least 7; only years beyond that minimum extend retention. */
function wishedYears(policy: RetentionPolicy | undefined): number {
  if (policy === undefined) return 0;
  return policy.years > minRetentionYears('identity', policy.regulatedIn) ? policy.years : 0;
}

/** Last day of one law's period; 29 February counts to 28 February of a common year. */
function getEnd(startOn: CalendarDate, rule: RetentionRule | undefined, policyYears: number): CalendarDate {
  const years = rule?.deletedBy === undefined ? Math.max(policyYears, rule?.years ?? 0) : rule.years;
  const until = addMonths(startOn, years * 12);
  return rule?.dayZero === 'beginningOn' ? addDays(until, -1) : until;
}

/**
 * Last day of retention: the latest end over all grounds. The company's policy extends the legal minimum and never shortens it, but
 * does not extend what must be deleted. Undefined if a ground has not started or there is none: the record is retained until further
 * notice.
 */
export function retainUntil(
  grounds: readonly RetentionGround[],
  policy?: RetentionPolicy,
): CalendarDate | undefined {
  const policyYears = wishedYears(policy);
  const ends: CalendarDate[] = [];
  for (const { kind, startOn, jurisdictions } of grounds) {
    if (startOn === null) return undefined;
    const rules = jurisdictions.map((jurisdiction) => getRetentionRule(kind, jurisdiction));
    ends.push(
      ...(rules.length === 0 ? [undefined] : rules).map((rule) => getEnd(startOn, rule, policyYears)),
    );
  }
  return ends.sort().at(-1);
}

/** Days after which records that never became part of a relationship are deleted: drafts never onboarded, uploads never used. */
export const abandonedDays = 90;

/** Days after the decision for which biometric images are retained; longer only while a referred case needs them. */
export const biometricImageDays = 7;

/** Days after which an unchanged verification without a decision counts as abandoned; a referred case after `abandonedDays`. */
export const abandonedVerificationDays = 30;

/** Last day of retaining an unused record, by the day it was last changed. */
export function abandonedUntil(lastTouchedOn: CalendarDate): CalendarDate {
  return addDays(lastTouchedOn, abandonedDays);
}

/** What determines how long the images of one capture are retained. */
export interface ImagedVerification {
  decidedOn: CalendarDate | null;
  /** Day on which the capture ended without a decision of its own: cancelled, expired or replaced; null otherwise. */
  endedOn: CalendarDate | null;
  /** Day of the verification's last change. */
  lastTouchedOn: CalendarDate;
  /** Whether the automated result refers the case to a person who has not decided. */
  referredCaseOpen: boolean;
}

/**
 * Last day of retaining a capture's images: 7 days after the decision, after its end without one, or after the verification was abandoned,
 * for which a referred case has more time: a person needs the images to decide it.
 */
export function biometricImagesUntil({
  decidedOn,
  endedOn,
  lastTouchedOn,
  referredCaseOpen,
}: ImagedVerification): CalendarDate {
  const idleDays = referredCaseOpen ? abandonedDays : abandonedVerificationDays;
  const from = endedOn ?? decidedOn ?? addDays(lastTouchedOn, idleDays);
  return addDays(from, biometricImageDays);
}

/**
 * Returns true if a record is due for destruction on a day: retention has ended and nothing holds it. A legal hold and an
 * open suspicion return the same false, so that the result does not tip off (NZ s46, AU s123). Source: NZ s54.
 */
export function isDueForDestruction({
  retainUntil: until,
  on,
  legalHold,
  suspicionOpen,
}: {
  retainUntil: CalendarDate | null | undefined;
  on: CalendarDate;
  legalHold: boolean;
  suspicionOpen: boolean;
}): boolean {
  return !!until && on > until && !legalHold && !suspicionOpen;
}

/** `nzS54`: destroyed as soon as practicable, NZ s54. `policy`: the company's own rule, if no law sets a date. */
export type DestructionBasis = 'nzS54' | 'policy';

/** Reason for destruction, as printed on the certificate. */
export const destructionBasisLabels: Record<DestructionBasis, string> = {
  nzS54: 'AML/CFT Act 2009 (NZ) s54: retention no longer required',
  policy: 'Company policy: no longer needed',
};

/** Kinds of destroyed records: a client whose relationship ended, or a draft that never became one. */
export type DestroyedKind = 'client' | 'draft';

export const destroyedKindLabels: Record<DestroyedKind, string> = {
  client: 'Client whose relationship ended',
  draft: 'Draft that was never onboarded',
};

/** Client fields that determine retention. */
export type RetainedClient = {
  /** Null while there is a relationship, or where there never was one; also while a former client is taken back on. */
  relationshipEndedOn: CalendarDate | null;
  /** Whether there ever was a relationship. */
  wasEngaged: boolean;
  /** Whether it is a draft from an imported file: most likely an existing customer whose CDD is still to be done. */
  isImportedDraft: boolean;
  /** When the last activity for it was completed; null without one. */
  lastTransactionOn: CalendarDate | null;
  /** When the record of an activity for it was last written; null without one. */
  lastActivityRecordOn: CalendarDate | null;
  /** Day of the last document provided about it or its activities; null without one. */
  lastDocumentOn: CalendarDate | null;
  /** Retention date on the record; extended and never shortened. */
  retainUntil: CalendarDate | null;
  lastTouchedOn: CalendarDate;
};

/**
 * Date until which a client is retained, with kind and ground; undefined while retained until further notice. The date on
 * the record is binding: a shorter policy does not reduce it. Drafts from an imported file are retained until someone archives them.
 */
export function getDestruction(
  client: RetainedClient,
  policy: RetentionPolicy,
): { kind: DestroyedKind; keptUntil: CalendarDate; basis: DestructionBasis } | undefined {
  const { regulatedIn } = policy;
  if (client.isImportedDraft) return undefined;
  if (!client.wasEngaged) {
    return { kind: 'draft', keptUntil: abandonedUntil(client.lastTouchedOn), basis: 'policy' };
  }
  const events: RetentionEvents = {
    relationshipEnded: client.relationshipEndedOn,
    transactionCompleted: client.lastTransactionOn ?? undefined,
    recordMade: client.lastActivityRecordOn ?? undefined,
    documentGiven: client.lastDocumentOn ?? undefined,
  };
  const grounds = (['identity', 'transaction', 'customerDocument'] as const).flatMap((kind) =>
    retentionGrounds(kind, events, regulatedIn),
  );
  const computed = retainUntil(grounds, policy);
  if (computed === undefined) return undefined;
  const keptUntil =
    client.retainUntil !== null && client.retainUntil > computed ? client.retainUntil : computed;
  return {
    kind: 'client',
    keptUntil,
    basis: deletionProvision('identity', regulatedIn) === 'NZ s54' ? 'nzS54' : 'policy',
  };
}

/** Least time between the two confirmations of a destruction by one person, whom no one else in the company can stand in for. */
const soleConfirmationHours = 24;

/**
 * From when one person may confirm a destruction again. ISO instants. `othersUntil`: until when someone else could confirm; null if no
 * one could since the confirmation. The hours count from the later of both, so that no one
 * becomes the only one by taking the right from the other.
 */
export function soleConfirmationFrom(confirmedAt: string, othersUntil: string | null): string {
  const from = Math.max(Date.parse(confirmedAt), othersUntil === null ? 0 : Date.parse(othersUntil));
  return new Date(from + soleConfirmationHours * 60 * 60 * 1000).toISOString();
}
