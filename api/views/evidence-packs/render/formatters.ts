import type { Address } from '#contract/addresses.ts';
import { countryName } from '#rules/countries.ts';
import { formatAddress } from '#rules/format/addresses.ts';
import { formatLongDate, zonedInstantFormatter } from '#rules/format/dates.ts';
import { sentenceCase, wordsOfKey } from '#rules/format/text.ts';
import { yesNo } from '#rules/format/yes-no.ts';

/** Instants in the company’s time zone, with the zone’s name; empty for null. */
export function instantIn(timeZone: string): (instant: string | null) => string {
  const format = zonedInstantFormatter(timeZone);
  return (instant) => (instant === null ? '' : format(instant));
}

/** A calendar day, "3 March 2026"; empty for null. */
export const day = (date: string | null): string => (date === null ? '' : formatLongDate(date));

export const yesNoOrUnknown = (value: boolean | null): string =>
  value === null ? 'Not known' : yesNo(value);

export const country = (code: string | null): string => (code === null ? '' : (countryName(code) ?? code));

/** An address on one line, with its source. */
export function addressWithSource(address: Address): string {
  const source = address.provider === 'addy' ? ' (found by address look-up)' : '';
  return `${formatAddress(address)}${source}`;
}

/** Label of a status or a field: `partlySubmitted` is "Partly submitted". */
export const formatEnumValue = (state: string): string => sentenceCase(wordsOfKey(state));
