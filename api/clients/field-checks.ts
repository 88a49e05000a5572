import { fieldsOf } from '#rules/client-fields.ts';
import { clientTypeLabels } from '#rules/client-types.ts';
import { countryName } from '#rules/countries.ts';
import { clientIdentifierLabels } from '#rules/identifiers.ts';
import type { ClientDetails } from './client-record.ts';

/** Fields of the business part that only some types have, as the table of rules/client-fields.ts names them. */
const conditionalFields = {
  ...clientIdentifierLabels,
  incorporatedOn: 'date of incorporation',
  trustType: 'kind of trust',
  beneficiaryClassDescription: 'description of beneficiaries',
  hasNomineeShareholders: 'nominee shareholders',
  hasBearerShares: 'bearer shares',
} as const;

/**
 * Sentences for business fields that do not apply to the client's type and country. They are refused, not dropped: what
 * somebody typed is either kept or said to be in the wrong place, never lost without a word.
 */
export function misplacedFields({ clientType, business }: ClientDetails): Record<string, string[]> {
  if (!business) return {};
  const applicable = new Set<string>(fieldsOf(clientType, business.registrationCountry));
  const fields: Record<string, string[]> = {};
  for (const [field, label] of Object.entries(conditionalFields)) {
    const value = business[field as keyof typeof conditionalFields];
    if (value === undefined || value === false || applicable.has(field)) continue;
    const what = `${clientTypeLabels[clientType]}, ${countryName(business.registrationCountry)}`;
    fields[`business.${field}`] = [
      `This does not go with “${what}”: take it out (${label}), or change the type or country`,
    ];
  }
  return fields;
}
