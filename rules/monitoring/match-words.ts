import type { ListingTopic } from '#rules/screening/screening-records.ts';

/** A list as a screening found it, kept with the screening so that it can be read years later. */
export interface ListInUse {
  id: string;
  version: string;
  name: string;
  keptBy: 'operator' | 'company' | 'service';
  /** The publisher's day of this version, where it gives one. */
  publishedOn: string | null;
  /** ISO instant since which this version is in use. */
  importedAt: string | null;
  entities: number | null;
}

/** `possible`: somebody looked and could not tell. Source: domain 2, ScreeningMatch. */
export const matchStatuses = ['pending', 'possible', 'truePositive', 'falsePositive'] as const;
export type MatchStatus = (typeof matchStatuses)[number];

export const matchStatusLabels: Record<MatchStatus, string> = {
  pending: 'To decide',
  possible: 'Possible',
  truePositive: 'Confirmed',
  falsePositive: 'Not the same',
};

/** Whether a match is the first for this pair, or the listed record changed since it was decided, or was taken off its list. */
export const matchChanges = ['added', 'updated', 'removed'] as const;
export type MatchChange = (typeof matchChanges)[number];

export const matchChangeLabels: Record<MatchChange, string> = {
  added: 'New',
  updated: 'Changed',
  removed: 'Taken off the list',
};

export const topicLabels: Record<ListingTopic, string> = {
  sanction: 'Sanctions',
  pep: 'Politically exposed',
  rca: 'Relative or close associate',
  crime: 'Crime',
  adverseMedia: 'Adverse media',
  other: 'Other listing',
};

/** Why a match is not the client, for statistics beside the reason in words. */
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
  otherBirthDate: 'Another date of birth',
  otherName: 'Another name',
  otherCountry: 'From another country',
  otherKind: 'A person, not a business, or the other way round',
  otherIdentifier: 'Other numbers of documents or registers',
  other: 'Something else, said below',
};
