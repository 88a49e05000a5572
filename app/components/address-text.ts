import type { AddressDetail } from '../address-lookup.server.ts';

/** What was filled in from a suggestion, to tell later whether a person changed it. */
export function foundText(address: Partial<AddressDetail>): string {
  const { addressLine1, addressLine2, suburb, state, postcode } = address;
  return [addressLine1, addressLine2, suburb, state, postcode].map((part) => part ?? '').join('\n');
}
