import { countryName } from '#rules/countries.ts';

/** Address as stored, sent or searched for; parts may be missing. */
interface PostalAddress {
  addressLine1?: string | null | undefined;
  addressLine2?: string | null | undefined;
  suburb?: string | null | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
  postcode?: string | null | undefined;
  /** ISO 3166-1 alpha-3; omitted if the country is implied. */
  countryCode?: string | null | undefined;
}

const nonEmpty = (parts: readonly (string | null | undefined)[]): string[] =>
  parts.filter((part): part is string => part !== undefined && part !== null && part !== '');

const country = ({ countryCode }: PostalAddress) => (countryCode ? countryName(countryCode) : '');

/** Formats an address in lines as on an envelope, country last. */
export function toAddressLines(address: PostalAddress): string[] {
  const { addressLine1, addressLine2, suburb, city, state, postcode } = address;
  const place = nonEmpty([city, state, postcode]).join(' ');
  return nonEmpty([addressLine1, addressLine2, suburb, place, country(address)]);
}

/** Formats an address on one line: "Level 2, 10 Queen Street, Auckland 1010, New Zealand". */
export function formatAddress(address: PostalAddress): string {
  const { addressLine1, addressLine2, suburb, city, state, postcode } = address;
  const place = nonEmpty([state, postcode]).join(' ');
  return nonEmpty([addressLine1, addressLine2, suburb, city, place, country(address)]).join(', ');
}
