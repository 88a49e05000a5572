import type { ListedEntity } from '#rules/screening/screening-records.ts';

/** A file of a list, on this machine's disk. */
export interface ListFile {
  path: string;
  /** What people know it by, for messages. */
  name: string;
}

/** Every form in which a list may come. */
export const listFormats = ['un', 'ofac', 'dfat', 'opensanctions', 'plain'] as const;
export type ListFormat = (typeof listFormats)[number];

export const formatNames: Record<ListFormat, string> = {
  un: 'United Nations consolidated list, XML',
  ofac: 'OFAC SDN list, CSV',
  dfat: 'DFAT consolidated list, CSV or XLSX',
  opensanctions: 'OpenSanctions targets.simple.csv',
  plain: 'Assay’s own template, CSV',
};

/** How much of a list is read before it is refused. */
export interface ReadingLimits {
  /** Of all files together. */
  bytes: number;
  entities: number;
  /** Milliseconds for the reading alone. */
  timeMs: number;
}

/** What every list may be at most; a company's own is smaller still. */
export const widestLimits: ReadingLimits = {
  bytes: 768 * 1024 * 1024,
  entities: 1_500_000,
  timeMs: 20 * 60_000,
};

/** One field of a row or one element's text, in UTF-16 code units. */
export const longestField = 60_000;
/** Of one entity. */
export const mostNames = 2000;
export const longestName = 1000;

/** Something to tell the operator about a list that was read. */
export interface ReadingNote {
  /** `doubt`: the list may be cut off or wrong, and is put into use only when a person says so. `note`: it is used. */
  kind: 'doubt' | 'note';
  text: string;
}

/** What is known about a list once all of it was read. */
export interface ListSummary {
  format: ListFormat;
  /** `YYYY-MM-DD` that the file itself gives. */
  publishedOn: string | null;
  entities: number;
  notes: ReadingNote[];
}

/** A list being read: the entities one by one, then what was seen along the way. */
export interface ListReading {
  format: ListFormat;
  /** Throws a `ListFault` at what cannot be taken; what came before it is not to be used then. */
  entities: AsyncGenerator<ListedEntity, void, undefined>;
  /** After the last entity. */
  summary(): ListSummary;
}

/** What a format's reader gives to and gets from the common part. */
export interface FormatReading {
  publishedOn: string | null;
  notes: ReadingNote[];
  /** Values that no table of ours knows, with how often they came: counted, told, and left out. */
  unknown: { countries: Map<string, number>; dates: Map<string, number> };
}

export function newFormatReading(): FormatReading {
  return { publishedOn: null, notes: [], unknown: { countries: new Map(), dates: new Map() } };
}

/** Counts a value that was not understood; no more than a thousand different ones are remembered. */
export function countUnknown(counts: Map<string, number>, value: string): void {
  const known = counts.get(value);
  if (known !== undefined) counts.set(value, known + 1);
  else if (counts.size < 1000) counts.set(value.slice(0, 80), 1);
}
