import type { DocumentType } from '#rules/documents/document-types.ts';
import { searchTerms } from '#rules/names.ts';
import type { Jurisdiction } from '#rules/provisions.ts';
import type { DocumentType as IdentityDocumentType } from '#rules/verification/document-types.ts';
import type { DetailField } from './items.ts';

/** Kinds of identity document that something asked for may be, by where the company works: the likeliest first. */
export function identityDocumentsOf(
  asked: DocumentType | null,
  country: Jurisdiction,
): readonly IdentityDocumentType[] {
  const isNz = country === 'NZL';
  switch (asked) {
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

/** Documents that say who a business is and who owns it, of which one is evidence enough to decide on. Source: domain 11.6. */
export const businessEvidenceTypes = [
  'registryExtract',
  'trustDeed',
  'partnershipAgreement',
  'constitution',
] as const satisfies readonly DocumentType[];

/** How something given in words stands to the client's record. `recorded`: the record lacked it and has it from here. */
export const detailStandings = ['match', 'differs', 'recorded', 'notCompared'] as const;
export type DetailStanding = (typeof detailStandings)[number];

export const detailStandingLabels: Record<DetailStanding, string> = {
  match: 'agrees with the record',
  differs: 'differs from the record',
  recorded: 'now on the record, which lacked it',
  notCompared: 'is not compared',
};

/** What of an address tells places apart. */
export interface ComparedAddress {
  addressLine1: string;
  addressLine2?: string | undefined;
  suburb?: string | undefined;
  city?: string | undefined;
  state: string;
  postcode: string;
  countryCode: string;
}

/** Things that a person gave, and the client's record beside them. */
export interface GivenWords {
  name?: string | undefined;
  dateOfBirth?: string | undefined;
  address?: ComparedAddress | undefined;
  documentNumber?: string | undefined;
  documentExpiry?: string | undefined;
}
export interface RecordedWords {
  /** Every name that the client is known by, whole. */
  names: readonly string[];
  dateOfBirth: string | null;
  addresses: readonly ComparedAddress[];
}

const wordsOf = (text: string) => [...searchTerms(text)].sort().join(' ');

/** Whether two texts name the same person: the same words, in any order, without case and accents. A middle name may be left out. */
export function sameName(given: string, recorded: string): boolean {
  if (wordsOf(given) === wordsOf(recorded)) return true;
  const [inGiven, inRecorded] = [searchTerms(given), searchTerms(recorded)];
  const [fewer, more] = inGiven.length < inRecorded.length ? [inGiven, inRecorded] : [inRecorded, inGiven];
  // First and last word have to be there; one word alone names nobody.
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

/** Whether two addresses are the same place, however the street is written. */
export function sameAddress(one: ComparedAddress, other: ComparedAddress): boolean {
  return addressKey(one) === addressKey(other);
}

/**
 * Holds what was given in words against the client's record. What the record lacks is to be recorded, except a name: the client has one.
 * Numbers and expiries of documents are compared nowhere here; they belong to the document's own record.
 */
export function compareGiven(
  given: GivenWords,
  recorded: RecordedWords,
): { field: DetailField; standing: DetailStanding }[] {
  const found: { field: DetailField; standing: DetailStanding }[] = [];
  const { name, dateOfBirth, address, documentNumber, documentExpiry } = given;
  if (name !== undefined) {
    const isSame = recorded.names.some((known) => sameName(name, known));
    found.push({ field: 'name', standing: isSame ? 'match' : 'differs' });
  }
  if (dateOfBirth !== undefined) {
    const standing =
      recorded.dateOfBirth === null ? 'recorded' : recorded.dateOfBirth === dateOfBirth ? 'match' : 'differs';
    found.push({ field: 'dateOfBirth', standing });
  }
  if (address !== undefined) {
    const standing =
      recorded.addresses.length === 0
        ? 'recorded'
        : recorded.addresses.some((known) => sameAddress(address, known))
          ? 'match'
          : 'differs';
    found.push({ field: 'address', standing });
  }
  if (documentNumber !== undefined) found.push({ field: 'documentNumber', standing: 'notCompared' });
  if (documentExpiry !== undefined) found.push({ field: 'documentExpiry', standing: 'notCompared' });
  return found;
}
