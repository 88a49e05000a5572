import { isOneOf } from '#rules/lifecycles/lifecycle.ts';
import type { ListSource, SanctionsRegime } from '#rules/sanctions.ts';
import type { ListingTopic } from '#rules/screening/screening-records.ts';

/** A list as screened, stored with the screening so that it can still be read years later. */
export interface ListInUse {
  id: string;
  version: string;
  name: string;
  keptBy: 'operator' | 'company' | 'service';
  /** Undefined for screenings from before this was stored. */
  source?: ListSource | undefined;
  /** Regimes of its entries. Undefined for screenings from before this was stored. */
  regimes?: readonly SanctionsRegime[] | undefined;
  /** ISO instant at which it was last confirmed as its publisher's current version; null if unknown. */
  checkedAt?: string | null | undefined;
  /** Publication date of this version, if the publisher states one. */
  publishedOn: string | null;
  /** ISO instant at which this version became active. */
  importedAt: string | null;
  entities: number | null;
}

/** `possible`: reviewed without a conclusion. */
export const matchStatuses = ['pending', 'possible', 'truePositive', 'falsePositive'] as const;
export type MatchStatus = (typeof matchStatuses)[number];

/** The match awaits a decision. */
export const undecidedMatchStatuses = ['pending', 'possible'] as const satisfies readonly MatchStatus[];

/** The match counts against the client: it was not dismissed. */
export const effectiveMatchStatuses = [
  ...undecidedMatchStatuses,
  'truePositive',
] as const satisfies readonly MatchStatus[];

export const isUndecidedMatch = isOneOf<MatchStatus>(undecidedMatchStatuses);

export const matchStatusLabels: Record<MatchStatus, string> = {
  pending: 'Undecided',
  possible: 'Possible match',
  truePositive: 'True match',
  falsePositive: 'False positive',
};

/** Whether a match is the first for this pair, or the listed record was changed or delisted since its decision. */
export const matchChanges = ['added', 'updated', 'removed'] as const;
export type MatchChange = (typeof matchChanges)[number];

export const matchChangeLabels: Record<MatchChange, string> = {
  added: 'New',
  updated: 'Changed',
  removed: 'Delisted',
};

export const topicLabels: Record<ListingTopic, string> = {
  sanction: 'Sanctions',
  pep: 'PEP',
  rca: 'Relative or close associate',
  crime: 'Crime',
  adverseMedia: 'Adverse media',
  other: 'Other listing',
};

/** What a record is listed for, within a sentence: "sanctions, PEP". */
export const formatTopics = (topics: Iterable<ListingTopic>): string =>
  [...topics]
    .map((topic) => topicLabels[topic])
    .map((label) => (label === label.toUpperCase() ? label : label.toLowerCase()))
    .join(', ');

/** Reasons why a match is not the client, for statistics beside the written reason. */
export const falsePositiveReasons = [
  'otherBirthDate',
  'otherName',
  'otherCountry',
  'otherKind',
  'otherIdentifier',
  'other',
] as const;
export type FalsePositiveReason = (typeof falsePositiveReasons)[number];

export const falsePositiveReasonLabels: Record<FalsePositiveReason, string> = {
  otherBirthDate: 'Different date of birth',
  otherName: 'Different name',
  otherCountry: 'Different country',
  otherKind: 'Different entity type',
  otherIdentifier: 'Different identifiers',
  other: 'Other (explain below)',
};
