import { type ClientType, getClientKind } from './client-types.ts';

/** Most addresses of a client. */
export const maxAddresses = 5;

/**
 * Kinds of a business's address: its registered office, its principal place of business, or both, which the Australian
 * Rules 6-1 to 6-4 require separately. The kind of an address is absent if unknown.
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

/** Kinds of address of a client type. A person has none; a sole trader has no registered office. */
export function addressKindsFor(type: ClientType): readonly AddressKind[] {
  if (type === 'soleTrader') return ['principalPlace', 'other'];
  return getClientKind(type) === 'individual' ? [] : addressKinds;
}

/** Label of an address kind; null for client types without kinds. */
export function addressKindLabel(type: ClientType, kind: AddressKind | undefined): string | null {
  if (kind !== undefined) return addressKindLabels[kind];
  return addressKindsFor(type).length === 0 ? null : unstatedAddressKind;
}

interface AddressKindDefinition {
  kind?: AddressKind | undefined;
}

export const isRegisteredOffice = ({ kind }: AddressKindDefinition): boolean =>
  kind === 'registeredOffice' || kind === 'registeredOfficeAndPrincipalPlace';

export const isPrincipalPlace = ({ kind }: AddressKindDefinition): boolean =>
  kind === 'principalPlace' || kind === 'registeredOfficeAndPrincipalPlace';
