import type { ClientAddress } from '#contract/addresses.ts';

/** An address as it is stored: its fields in one order, so that equal addresses are equal text. */
export function inStoredOrder(address: ClientAddress): ClientAddress {
  const {
    kind,
    addressLine1,
    addressLine2,
    suburb,
    state,
    postcode,
    countryCode,
    city,
    provider,
    providerId,
  } = address;
  return {
    kind,
    addressLine1,
    addressLine2,
    suburb,
    state,
    postcode,
    countryCode,
    city,
    provider,
    providerId,
  };
}
