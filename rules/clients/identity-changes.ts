import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { type ClientIdentifierType, clientIdentifierTypes } from '#rules/identifiers/identifiers.ts';
import { nameSimilarity } from '#rules/name-matching/jaro-winkler.ts';
import {
  type ClientName,
  displayName,
  foldName,
  searchTerms,
} from '#rules/name-matching/name-normalisation.ts';
import {
  type CddStatus,
  type ClientStatus,
  cddStatusLabels,
  type PepStatus,
  type SanctionsStatus,
} from './client-types.ts';

/** By what a person or business is identified: NZ s15(a), (b), s16; AU Rules 6-1 to 6-4. */
export type Identity = {
  name: ClientName;
  dateOfBirth: CalendarDate | null;
  identifiers: Partial<Record<ClientIdentifierType, string | null>>;
};

/** `birthDateEntered`: the first on record, with which no evidence was compared. */
type IdentityChange = 'name' | 'birthDate' | 'birthDateEntered' | 'identifier';

export const identityChangeLabels: Readonly<Record<IdentityChange, string>> = {
  name: 'name',
  birthDate: 'date of birth',
  birthDateEntered: 'date of birth',
  identifier: 'business number',
};

/** A name without case, accents, spaces and punctuation, and without which part of it is which. */
function nameKey(name: ClientName): string {
  const text = displayName(name);
  const closed = searchTerms(text).join('');
  // A name of signs alone has no words, and one of accents alone is empty when folded.
  return `${name.kind} ${closed || foldName(text) || text}`;
}

/**
 * What really changed of an identity. Case, accents, spacing and punctuation of a name are no change, nor is a number where none was
 * recorded. To clear a date or number is one: otherwise it could be replaced in two steps.
 */
export function identityChanges(before: Identity, after: Identity): IdentityChange[] {
  const changes: IdentityChange[] = [];
  if (nameKey(before.name) !== nameKey(after.name)) changes.push('name');
  if (before.dateOfBirth !== after.dateOfBirth) {
    changes.push(before.dateOfBirth === null ? 'birthDateEntered' : 'birthDate');
  }
  const isReplaced = (type: ClientIdentifierType) => {
    const was = before.identifiers[type] ?? null;
    return was !== null && was !== (after.identifiers[type] ?? null);
  };
  if (clientIdentifierTypes.some(isReplaced)) changes.push('identifier');
  return changes;
}

/** Least similarity of two spellings of one name, by `nameSimilarity`. Our decision: Smith and Smyth are, John and Jane are not. */
const sameNameSpelt = 0.8;

/**
 * Whether a change can be a corrected spelling: of the name alone, which stays like the one that was verified, so that corrections add up.
 * `verified`: the identity on which the evidence was decided, or the present one where nothing is verified. NZ s16; AU s28(3).
 */
export function canBeSpelling(
  changes: readonly IdentityChange[],
  verified: Identity,
  after: Identity,
): boolean {
  const words = ({ name }: Identity) => searchTerms(displayName(name));
  return (
    changes.every((change) => change === 'name') &&
    verified.name.kind === after.name.kind &&
    nameSimilarity(words(verified), words(after)) >= sameNameSpelt
  );
}

/** What there is on record about the identity that changes. */
export type EstablishedFacts = {
  status: ClientStatus;
  cddStatus: CddStatus;
  pepStatus: PepStatus;
  sanctionsStatus: SanctionsStatus;
  /** A verification of the client stands. */
  isVerified: boolean;
};

/** What no longer counts. `cddStatus`, `sanctionsStatus`, `pepStatus`: as they become. */
export type IdentityEffects = {
  identity: boolean;
  screening: boolean;
  exposure: boolean;
  review: boolean;
  cddStatus: CddStatus;
  sanctionsStatus: SanctionsStatus;
  pepStatus: PepStatus;
};

/** CDD status after a change of identity: approved CDD is due for refresh, CDD in review is returned. */
const cddStatusAfter: Partial<Record<CddStatus, CddStatus>> = {
  verified: 'refreshDue',
  exceptionApproved: 'refreshDue',
  readyForReview: 'returned',
};

/**
 * What follows from a change of identity. Evidence about another identity does not count: identity must be verified again (NZ s11(4), s31; AU s30), and
 * screening to be run on the new details. A corrected spelling keeps the evidence of identity, and is screened all the same, because lists are
 * compared by spelling. A match, decided or not, and a political exposure stay on record: a new name lifts neither.
 */
export function identityEffects(
  changes: readonly IdentityChange[],
  established: EstablishedFacts,
  { isSpelling }: { isSpelling: boolean },
): IdentityEffects {
  const { status, cddStatus, pepStatus, sanctionsStatus, isVerified } = established;
  const isOther = changes.some((change) => change !== 'birthDateEntered');
  const identity = !isSpelling && changes.length > 0 && isVerified;
  const screening = isOther && sanctionsStatus !== 'notChecked';
  const exposure = isOther && !isSpelling && pepStatus === 'none';
  const isMatched = sanctionsStatus === 'potential' || sanctionsStatus === 'confirmed';
  const cddAfter =
    (identity || (isOther && !isSpelling) ? cddStatusAfter[cddStatus] : undefined) ?? cddStatus;
  return {
    identity,
    screening,
    exposure,
    review: (identity || (isOther && !isSpelling)) && (status === 'active' || status === 'dormant'),
    cddStatus: cddAfter,
    sanctionsStatus: screening && !isMatched ? 'notChecked' : sanctionsStatus,
    pepStatus: exposure ? 'notChecked' : pepStatus,
  };
}

/** What follows, in sentences, for who is about to save; empty where nothing does. */
export function effectMessages(effects: IdentityEffects, { cddStatus }: EstablishedFacts): string[] {
  return [
    ...(effects.identity ? ['Identity must be verified again.'] : []),
    ...(effects.screening ? ['Sanctions screening must be run again.'] : []),
    ...(effects.exposure ? ['Political exposure must be established again.'] : []),
    ...(effects.cddStatus === cddStatus
      ? []
      : [`The CDD status becomes “${cddStatusLabels[effects.cddStatus]}”.`]),
    ...(effects.review ? ['A review is scheduled.'] : []),
  ];
}
