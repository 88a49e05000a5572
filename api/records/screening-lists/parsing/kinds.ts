import type { ScreeningSchema } from '#rules/screening/screening-records.ts';

/** Kinds of entry in the words of publishers and of spreadsheets made by hand, in the singular. */
const kinds: Readonly<Record<string, ScreeningSchema>> = {
  individual: 'Person',
  person: 'Person',
  people: 'Person',
  'natural person': 'Person',
  organisation: 'Organization',
  organization: 'Organization',
  entity: 'Organization',
  entitie: 'Organization',
  company: 'Organization',
  companie: 'Organization',
  business: 'Organization',
  busines: 'Organization',
  bank: 'Organization',
  group: 'Organization',
  'public body': 'Organization',
  publicbody: 'Organization',
  'legal entity': 'LegalEntity',
  legalentity: 'LegalEntity',
  'legal person': 'Organization',
  vessel: 'Vessel',
  ship: 'Vessel',
  aircraft: 'Aircraft',
  airplane: 'Aircraft',
};

/**
 * The kind of entry that a list's text names, in the singular or the plural: `Individuals`, `Entity (company)`. Undefined for a blank or
 * unknown text: such an entry may be a person or an organisation, and is compared with both.
 */
export function readKind(text: string): ScreeningSchema | undefined {
  const plain = text
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .replace(/[^a-z]+/g, ' ')
    .trim();
  return kinds[plain] ?? kinds[plain.replace(/s$/, '')];
}
