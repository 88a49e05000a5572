import type { Client } from '#contract/clients/client-record.ts';
import { isPrincipalPlace, isRegisteredOffice } from '#rules/clients/address-kinds.ts';
import { clientFields } from '#rules/clients/client-fields.ts';
import type { ClientFieldName } from '#rules/clients/fields-by-type.ts';
import { entriesByPlace, isEmptyValue } from '#rules/records/fields.ts';

/** Fields that the record holds, by the names that the rules use. */
export function filledFields(
  client: Pick<Client, 'individual' | 'business' | 'addresses'>,
): ClientFieldName[] {
  const { addresses } = client;
  const ofPart = entriesByPlace(clientFields, client).part.filter(({ value }) => !isEmptyValue(value));
  return [
    ...ofPart.map(({ name }) => name as ClientFieldName),
    ...(addresses.length > 0 ? (['addresses'] as const) : []),
    ...(addresses.some(isRegisteredOffice) ? (['registeredOffice'] as const) : []),
    ...(addresses.some(isPrincipalPlace) ? (['principalPlace'] as const) : []),
  ];
}
