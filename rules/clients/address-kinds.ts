import { type ClientType, getClientKind } from './client-types.ts';

/**
 * What an address of a business is: its registered office, its principal place of business, or both at once, which the
 * Australian Rules 6-1 to 6-4 ask for apart. An address without a kind is one of which no one has stated it.
 */
export const addressKinds = [
  'registeredOffice',
  'principalPlace',
  'registeredOfficeAndPrincipalPlace',
  'other',
] as const;
export type AddressKind = (typeof addressKinds)[number];

export const addressKindLabels: Record<AddressKind, string> = {
  registeredOffice: 'Registered office',
  principalPlace: 'Principal place of business',
  registeredOfficeAndPrincipalPlace: 'Registered office and principal place of business',
  other: 'Other address',
};

/** Label of an address of a business without a kind. */
const unstatedAddressKind = 'Kind not stated';

/** Kinds of address that a type of client can have. A person has none; who trades alone has no registered office. */
export function addressKindsFor(type: ClientType): readonly AddressKind[] {
  if (type === 'soleTrader') return ['principalPlace', 'other'];
  return getClientKind(type) === 'individual' ? [] : addressKinds;
}

/** The kind of a client's address in words; null for those whose addresses have none. */
export function addressKindLabel(type: ClientType, kind: AddressKind | undefined): string | null {
  if (kind !== undefined) return addressKindLabels[kind];
  return addressKindsFor(type).length === 0 ? null : unstatedAddressKind;
}

interface KindOfAddress {
  kind?: AddressKind | undefined;
}

export const isRegisteredOffice = ({ kind }: KindOfAddress): boolean =>
  kind === 'registeredOffice' || kind === 'registeredOfficeAndPrincipalPlace';

export const isPrincipalPlace = ({ kind }: KindOfAddress): boolean =>
  kind === 'principalPlace' || kind === 'registeredOfficeAndPrincipalPlace';
