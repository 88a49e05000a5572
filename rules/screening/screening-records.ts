/**
 * What screening compares: whoever a company must know (`ScreeningSubject`) with whoever stands on a list (`ListedEntity`), and what
 * comes of it (`ScreeningHit`). Every list is read into this one form, whatever its own looks like.
 */

/** What kind of thing is listed or screened. `Organization` stands for every body of people; `LegalEntity` for either of the two. */
export const screeningSchemas = ['Person', 'Organization', 'LegalEntity', 'Vessel', 'Aircraft'] as const;
export type ScreeningSchema = (typeof screeningSchemas)[number];

/** How far a name may be trusted: OFAC and the UN mark some aliases as weak or "low quality". */
export type NameQuality = 'primary' | 'alias' | 'weakAlias';

export interface ListedName {
  text: string;
  quality: NameQuality;
}

/** A day, a month, or a year, as exactly as the list knows it: `1970-03-02`, `1970-03` or `1970`. */
export type PartialDate = string;

/** A date of birth, or the first and the last that it may be. */
export type BirthDate = { on: PartialDate } | { from: PartialDate; to: PartialDate };

export interface ListedIdentifier {
  /** As the list words it: `Passport`, `National identification number`, `Registration number`. */
  type: string;
  number: string;
  /** ISO 3166-1 alpha-3, where the list says whose. */
  country?: string;
}

/** Why somebody is listed, in OpenSanctions' words. */
export type ListingTopic = 'sanction' | 'pep' | 'rca' | 'crime' | 'adverseMedia' | 'other';

/** One person or body on one list. */
export interface ListedEntity {
  /** Unique within its list and the same in every version of it, as the publisher numbers it: `QDi.430`, `306`, `1a` without the letter. */
  id: string;
  schema: ScreeningSchema;
  /** The primary name first; at least one. */
  names: ListedName[];
  birthDates: BirthDate[];
  birthPlaces: string[];
  /** ISO 3166-1 alpha-3, of nationality, registration or residence as the list has them. */
  countries: string[];
  gender?: 'male' | 'female';
  identifiers: ListedIdentifier[];
  addresses: string[];
  topics: ListingTopic[];
  /** The measures or programmes under which it is listed. */
  programmes: string[];
  /** The publisher's own text, for people to read. */
  remarks?: string;
  listedOn?: PartialDate;
}

/** Who is screened. Lists of names hold the name in use first. */
export interface ScreeningSubject {
  /** The caller's own mark, given back with the hits. */
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

/** How dates of birth count: differing days tell people apart, only years do, or dates are left out. */
export type BirthDateMatching = 'exact' | 'sameYear' | 'off';

/** One reason for a score, in the words and with the points that people are shown. */
export interface ScreeningFeature {
  name: 'name' | 'identifier' | 'birthDate' | 'country' | 'gender';
  /** Which of the subject's values and which of the listed ones were compared. */
  subject: string;
  listed: string;
  /** 0 to 1: how alike the two are. */
  value: number;
  /** What it adds to the score or takes from it, -1 to 1. */
  points: number;
  /** What was seen, in a phrase: `Born in another year`, `Parts in another order; one letter differs`. */
  finding: string;
}

export interface ScreeningScore {
  /** 0 to 1. */
  score: number;
  features: ScreeningFeature[];
}
