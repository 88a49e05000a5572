import type { AddressDetail } from '../../address-lookup/address-lookup.server.ts';

/** The address that a suggestion filled in, to detect later changes. */
export function formatFoundAddress(address: Partial<AddressDetail>): string {
  const { addressLine1, addressLine2, suburb, state, postcode } = address;
  return [addressLine1, addressLine2, suburb, state, postcode].map((part) => part ?? '').join('\n');
}
