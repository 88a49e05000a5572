import type { ClientAddress } from '#contract/addresses.ts';

/** An address as it is stored: its fields in one order, so that equal addresses are equal text. */
export const inStoredOrder = (address: ClientAddress): ClientAddress => ({
  kind: address.kind,
  addressLine1: address.addressLine1,
  addressLine2: address.addressLine2,
  suburb: address.suburb,
  state: address.state,
  postcode: address.postcode,
  countryCode: address.countryCode,
  city: address.city,
  provider: address.provider,
  providerId: address.providerId,
});
