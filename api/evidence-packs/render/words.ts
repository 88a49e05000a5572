import type { Address } from '#contract/addresses.ts';
import { countryName } from '#rules/countries.ts';

/** An instant by the clock on the company's wall, with the zone's name, so that nobody has to guess. */
export function instantIn(timeZone: string): (instant: string | null) => string {
  const format = new Intl.DateTimeFormat('en-NZ', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  return (instant) => (instant === null ? '' : format.format(new Date(instant)));
}

/** A calendar day in words: "3 March 2026". */
export function day(date: string | null): string {
  if (date === null) return '';
  return new Intl.DateTimeFormat('en-NZ', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

export const yesNo = (value: boolean | null): string => (value === null ? 'Not known' : value ? 'Yes' : 'No');

export const country = (code: string | null): string => (code === null ? '' : (countryName(code) ?? code));

/** An address on one line, with how it was found. */
export function addressText(address: Address): string {
  const { addressLine1, addressLine2, suburb, city, state, postcode, countryCode, provider } = address;
  const parts = [addressLine1, addressLine2, suburb, city, [state, postcode].filter(Boolean).join(' ')];
  const found = provider === 'addy' ? ' (found by address look-up)' : '';
  return `${[...parts, country(countryCode)].filter(Boolean).join(', ')}${found}`;
}

export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Minor units as people write them: "NZD 12,500.00". */
export function moneyText(amount: number | null, currency: string): string {
  if (amount === null) return '';
  return `${currency} ${(amount / 100).toLocaleString('en-NZ', { minimumFractionDigits: 2 })}`;
}

/** A state's name as the API has it, in words: `partlySubmitted` is "Partly submitted". */
export function stateText(state: string): string {
  const words = state.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
