/**
 * Screening records: subjects of a company (`ScreeningSubject`), entries of lists (`ListedEntity`) and results
 * (`ScreeningHit`). Every list is parsed into this form.
 */

/** Kind of entity. `Organization` is any body; `LegalEntity` is a person or an organisation. */
export const screeningSchemas = ['Person', 'Organization', 'LegalEntity', 'Vessel', 'Aircraft'] as const;
export type ScreeningSchema = (typeof screeningSchemas)[number];

/** Reliability of a name: OFAC and the UN mark some aliases as weak or "low quality". */
export type NameQuality = 'primary' | 'alias' | 'weakAlias';

export interface ListedName {
  text: string;
  quality: NameQuality;
}

/** A date as precise as the list states it: `1970-03-02`, `1970-03` or `1970`. */
export type PartialDate = string;

/** A date of birth, or a range. `about`: the date of which the list says "circa", in the middle of the range. */
export type BirthDate = { on: PartialDate } | { from: PartialDate; to: PartialDate; about?: PartialDate };

export interface ListedIdentifier {
  /** In the list's words: `Passport`, `National identification number`, `Registration number`. */
  type: string;
  number: string;
  /** Issuing country, ISO 3166-1 alpha-3, where stated. */
  country?: string;
}

/** Reason of the listing, in OpenSanctions' terms. */
export type ListingTopic = 'sanction' | 'pep' | 'rca' | 'crime' | 'adverseMedia' | 'other';

/** A person or organisation on one list. */
export interface ListedEntity {
  /**
   * The publisher's number, unique within its list and stable across its versions: `QDi.430`, `306`, `1a` without the
   * letter.
   */
  id: string;
  schema: ScreeningSchema;
  /** At least one; the primary name first. */
  names: ListedName[];
  birthDates: BirthDate[];
  birthPlaces: string[];
  /** ISO 3166-1 alpha-3: nationality, registration or residence, as listed. */
  countries: string[];
  gender?: 'male' | 'female';
  identifiers: ListedIdentifier[];
  addresses: string[];
  topics: ListingTopic[];
  /** Measures or programmes of the listing. */
  programmes: string[];
  /** The publisher's own text, as shown. */
  remarks?: string;
  listedOn?: PartialDate;
  /** What the list states but its reader could not read: it must not count against a match. Absent if all was read. */
  unread?: ('birthDate' | 'country')[];
}

/** A screened person or organisation. Its current name is first. */
export interface ScreeningSubject {
  /** Caller's key, returned with the hits. */
  id: string;
  schema: ScreeningSchema;
  names: string[];
  /** `YYYY-MM-DD`, or less exactly. */
  birthDate?: PartialDate;
  /** ISO 3166-1 alpha-3. */
  countries: string[];
  gender?: 'male' | 'female';
  identifiers: { number: string; country?: string }[];
}

/** How dates of birth are compared: full dates, years only, or not at all. */
export type BirthDateMatching = 'exact' | 'sameYear' | 'off';

/** One feature of a score, with the text and points shown. */
export interface ScreeningFeature {
  name: 'name' | 'identifier' | 'birthDate' | 'country' | 'gender';
  /** The subject's value and the listed value that were compared. */
  subject: string;
  listed: string;
  /** Similarity, 0 to 1. */
  value: number;
  /** Contribution to the score, -1 to 1. */
  points: number;
  /** Finding as a phrase: `Different year of birth`, `Parts in another order; one letter differs`. */
  finding: string;
}

export interface ScreeningScore {
  /** 0 to 1. */
  score: number;
  features: ScreeningFeature[];
}
