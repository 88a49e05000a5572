import type { UploadedDocumentType } from '#rules/documents/document-types.ts';
import type { IdentityDocumentType } from '#rules/identity-verification/documents/identity-document-types.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { searchTerms } from '#rules/name-matching/name-normalisation.ts';
import type { DetailField } from './items.ts';

/** Identity document types that a request item may contain, by the company's country, most likely first. */
export function getIdentityDocuments(
  requested: UploadedDocumentType | null,
  country: Jurisdiction,
): readonly IdentityDocumentType[] {
  const isNz = country === 'NZL';
  switch (requested) {
    case 'passport':
      return isNz
        ? ['nzPassport', 'foreignPassport', 'auPassport']
        : ['auPassport', 'foreignPassport', 'nzPassport'];
    case 'driverLicence':
      return isNz ? ['nzDriverLicence', 'auDriverLicence'] : ['auDriverLicence', 'nzDriverLicence'];
    case 'birthCertificate':
      return ['birthCertificate'];
    case 'otherIdentity':
      return [
        'nationalIdentityCard',
        'citizenshipCertificate',
        'nzFirearmsLicence',
        'kiwiAccessCard',
        'internationalDrivingPermit',
        'auProofOfAgeCard',
        'medicare',
        'immiCard',
        'travelDocument',
        'other',
      ];
    default:
      return [];
  }
}

/** Result of comparing a submitted detail with the client's record. `recorded`: the record lacked it and now has it. */
export const detailComparisons = ['match', 'differs', 'recorded', 'notCompared'] as const;
export type DetailComparison = (typeof detailComparisons)[number];

export const detailComparisonLabels: Record<DetailComparison, string> = {
  match: 'matches the record',
  differs: 'does not match the record',
  recorded: 'now on the record, which lacked it',
  notCompared: 'is not compared',
};

/** Parts of an address that distinguish places. */
export interface ComparedAddress {
  addressLine1: string;
  addressLine2?: string | undefined;
  suburb?: string | undefined;
  city?: string | undefined;
  state: string;
  postcode: string;
  countryCode: string;
}

/** Submitted details and the client's record. */
export interface GivenWords {
  name?: string | undefined;
  dateOfBirth?: string | undefined;
  address?: ComparedAddress | undefined;
  documentNumber?: string | undefined;
  documentExpiry?: string | undefined;
}
export interface RecordedWords {
  /** All full names of the client. */
  names: readonly string[];
  dateOfBirth: string | null;
  addresses: readonly ComparedAddress[];
}

const getWords = (text: string) => [...searchTerms(text)].sort().join(' ');

/**
 * Returns true if two strings name the same person: the same words in any order, ignoring case and accents. A middle name may be
 * missing.
 */
export function sameName(submitted: string, recorded: string): boolean {
  if (getWords(submitted) === getWords(recorded)) return true;
  const [inGiven, inRecorded] = [searchTerms(submitted), searchTerms(recorded)];
  const [fewer, more] = inGiven.length < inRecorded.length ? [inGiven, inRecorded] : [inRecorded, inGiven];
  // First and last word must be present; a single word identifies no one.
  if (fewer.length < 2) return false;
  return fewer[0] === more[0] && fewer.at(-1) === more.at(-1) && fewer.every((word) => more.includes(word));
}

const streetWords: Record<string, string> = {
  st: 'street',
  rd: 'road',
  ave: 'avenue',
  av: 'avenue',
  dr: 'drive',
};

function addressKey({ addressLine1, addressLine2, postcode, countryCode }: ComparedAddress): string {
  const words = searchTerms([addressLine1, addressLine2].filter(Boolean).join(' '));
  return [...words.map((word) => streetWords[word] ?? word), postcode, countryCode].join(' ');
}

/** Returns true if two addresses are the same place, regardless of how the street is written. */
export function sameAddress(a: ComparedAddress, b: ComparedAddress): boolean {
  return addressKey(a) === addressKey(b);
}

/**
 * Compares submitted details with the client's record. Missing facts are recorded, except a name, which every client has.
 * Document numbers and expiry dates are not compared here; they belong to the document's own record.
 */
export function compareGiven(
  submitted: GivenWords,
  recorded: RecordedWords,
): { field: DetailField; standing: DetailComparison }[] {
  const found: { field: DetailField; standing: DetailComparison }[] = [];
  const { name, dateOfBirth, address, documentNumber, documentExpiry } = submitted;
  if (name !== undefined) {
    const isSame = recorded.names.some((known) => sameName(name, known));
    found.push({ field: 'name', standing: isSame ? 'match' : 'differs' });
  }
  if (dateOfBirth !== undefined) {
    const comparison =
      recorded.dateOfBirth === null ? 'recorded' : recorded.dateOfBirth === dateOfBirth ? 'match' : 'differs';
    found.push({ field: 'dateOfBirth', standing: comparison });
  }
  if (address !== undefined) {
    const comparison =
      recorded.addresses.length === 0
        ? 'recorded'
        : recorded.addresses.some((known) => sameAddress(address, known))
          ? 'match'
          : 'differs';
    found.push({ field: 'address', standing: comparison });
  }
  if (documentNumber !== undefined) found.push({ field: 'documentNumber', standing: 'notCompared' });
  if (documentExpiry !== undefined) found.push({ field: 'documentExpiry', standing: 'notCompared' });
  return found;
}
