import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { ListedEntity } from '#rules/screening/screening-records.ts';
import { type ReadingNote, type RowLog, startRowLog } from './row-log.ts';

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

/**
 * Numbers of the readers. A reader whose result for a file changes gets the next number: versions that a former one read are then read
 * again, and count as outdated until they are.
 */
export const readerVersions: Readonly<Record<ListFormat, number>> = {
  un: 2,
  ofac: 3,
  dfat: 2,
  nzPolice: 2,
  nzRussia: 2,
  opensanctions: 2,
  plain: 2,
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

/** Per entity. */
export const maxNames = 2000;
export const maxNameLength = 1000;

/** Facts about a list that was read completely. */
export interface ListSummary {
  format: ListFormat;
  /** Date stated in the file, `YYYY-MM-DD`. */
  publishedOn: string | null;
  entities: number;
  notes: ReadingNote[];
  /** Usual headings of the columns found; empty for formats without headings. */
  columns: string[];
  /** Those that hold more than blank cells. */
  filledColumns: string[];
  /** Rows that could not be read. */
  unreadRows: number;
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
  /** Instant of `performance.now()` by which the list must be read. */
  until: number;
  /** The day the file was received, which two-digit years are relative to where it states no date of its own. */
  receivedOn: CalendarDate;
  publishedOn: string | null;
  notes: ReadingNote[];
  rows: RowLog;
  /** Usual headings of the columns found; empty for formats without headings. */
  columns: Set<string>;
  /** Those that hold more than blank cells. */
  filledColumns: Set<string>;
}

export function newFormatReading(receivedOn: CalendarDate, until = Number.POSITIVE_INFINITY): FormatReading {
  return {
    until,
    receivedOn,
    publishedOn: null,
    notes: [],
    rows: startRowLog(),
    columns: new Set(),
    filledColumns: new Set(),
  };
}
