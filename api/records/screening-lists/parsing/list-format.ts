import type { ListedEntity } from '#rules/screening/screening-records.ts';

/** A file of a list on disk. */
export interface ListFile {
  path: string;
  /** Displayed in messages. */
  name: string;
}

/** Supported formats. */
const listFormats = ['un', 'ofac', 'dfat', 'nzPolice', 'nzRussia', 'opensanctions', 'plain'] as const;
export type ListFormat = (typeof listFormats)[number];

export const formatNames: Record<ListFormat, string> = {
  un: 'United Nations consolidated list, XML',
  ofac: 'OFAC SDN list, CSV',
  dfat: 'DFAT consolidated list, CSV or XLSX',
  nzPolice: 'NZ Police’s designated terrorist entities, web page, CSV or XLSX',
  nzRussia: 'MFAT’s Russia sanctions register, XLSX or CSV',
  opensanctions: 'OpenSanctions targets.simple.csv',
  plain: 'Assay’s own template, CSV',
};

/** Limits of reading a list. */
export interface ReadingLimits {
  /** All files together. */
  bytes: number;
  entities: number;
  /** Milliseconds for reading only. */
  timeMs: number;
}

/** Limits of all lists; a company's own lists have stricter ones. */
export const widestLimits: ReadingLimits = {
  bytes: 768 * 1024 * 1024,
  entities: 1_500_000,
  timeMs: 20 * 60_000,
};

/** A field of a row or an element's text, in UTF-16 code units. */
export const maxFieldLength = 60_000;
/** Per entity. */
export const maxNames = 2000;
export const maxNameLength = 1000;

/** A message to the operator about a list. */
export interface ReadingNote {
  /** `doubt`: the list may be truncated or wrong, and is activated only after confirmation. `note`: it is activated. */
  kind: 'doubt' | 'note';
  text: string;
}

/** Facts about a list that was read completely. */
export interface ListSummary {
  format: ListFormat;
  /** Date stated in the file, `YYYY-MM-DD`. */
  publishedOn: string | null;
  entities: number;
  notes: ReadingNote[];
}

/** A list being read: the entities, then a summary. */
export interface ListReading {
  format: ListFormat;
  /** Throws a `ListError`; entities before it must then be discarded. */
  entities: AsyncGenerator<ListedEntity, void, undefined>;
  /** Available after the last entity. */
  summary(): ListSummary;
}

/** Input and output of a format's reader. */
export interface FormatReading {
  publishedOn: string | null;
  notes: ReadingNote[];
  /** Unrecognised values with their counts: reported and omitted. */
  unknown: { countries: Map<string, number>; dates: Map<string, number> };
}

export function newFormatReading(): FormatReading {
  return { publishedOn: null, notes: [], unknown: { countries: new Map(), dates: new Map() } };
}

/** Counts an unrecognised value; at most a thousand distinct ones. */
export function countUnknown(counts: Map<string, number>, value: string): void {
  const known = counts.get(value);
  if (known !== undefined) counts.set(value, known + 1);
  else if (counts.size < 1000) counts.set(value.slice(0, 80), 1);
}
