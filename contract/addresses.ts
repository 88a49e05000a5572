import { z } from 'zod';
import { addressKinds } from '#rules/clients/address-kinds.ts';
import { australianStates, isCountry } from '#rules/countries.ts';
import { optionalText } from './fields.ts';

/** Address as stored and returned. */
export const address = z.object({
  addressLine1: z.string(),
  addressLine2: z.string().optional(),
  suburb: z.string().optional(),
  /** AU: state abbreviation. NZ: town or city. Elsewhere: as that country writes it, or empty. */
  state: z.string(),
  postcode: z.string(),
  countryCode: z.string(),
  /** Not of an Australian or New Zealand address, whose town is its suburb or state. */
  city: z.string().optional(),
  provider: z.enum(['addy', 'manual']).optional(),
  providerId: z.string().optional(),
});
export type Address = z.infer<typeof address>;

/** Which address of a business this is; absent where no one has stated it, and of a person. */
const kind = z.enum(addressKinds, { error: 'Select an address type from the list' }).optional();

/** Address of a client. */
export const clientAddress = address.extend({ kind });
export type ClientAddress = z.infer<typeof clientAddress>;

const addressTexts = ['addressLine1', 'addressLine2', 'suburb', 'state', 'postcode', 'city'] as const;

const filledAddress = z
  .object({
    addressLine1: optionalText({ max: 120 }),
    addressLine2: optionalText({ max: 120 }),
    suburb: optionalText({ max: 80 }),
    state: optionalText({ max: 80 }),
    postcode: optionalText({ max: 16 }),
    countryCode: z
      .string({ error: 'Select a country' })
      .refine(isCountry, { error: 'Select a country from the list' }),
    city: optionalText({ max: 80 }),
    provider: z.enum(['addy', 'manual']).optional(),
    providerId: z.string().max(64).optional(),
  })
  .transform((fields, context): Address => {
    const addIssue = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const { countryCode, city, ...others } = fields;
    const local = countryCode === 'AUS' || countryCode === 'NZL';
    if (fields.addressLine1 === undefined) addIssue('addressLine1', 'Enter the first line of the address');
    if (countryCode === 'AUS' && !(australianStates as readonly string[]).includes(fields.state ?? '')) {
      addIssue('state', `Enter a state: ${australianStates.join(', ')}`);
    }
    if (countryCode === 'NZL' && fields.state === undefined) addIssue('state', 'Enter the town or city');
    if (local && !/^\d{4}$/.test(fields.postcode ?? '')) addIssue('postcode', 'Enter a postcode of 4 digits');
    return {
      ...others,
      ...(countryCode === 'AUS' ? { suburb: fields.suburb ?? city } : countryCode === 'NZL' ? {} : { city }),
      countryCode,
      addressLine1: fields.addressLine1 ?? '',
      state: fields.state ?? '',
      postcode: fields.postcode ?? '',
    };
  });

function isBlankRow(row: unknown): boolean {
  if (row === undefined || row === null) return true;
  if (typeof row !== 'object') return false;
  const fields = row as Record<string, unknown>;
  return addressTexts.every((name) => {
    const text = fields[name];
    return text === undefined || (typeof text === 'string' && text.trim() === '');
  });
}

/** Address as entered in a form. A row with only a country counts as empty. */
export const addressInput = z.preprocess(
  (row) => (isBlankRow(row) ? undefined : row),
  filledAddress.optional(),
);

/** The same of a client, with its kind. */
export const clientAddressInput = z.preprocess(
  (row) => (isBlankRow(row) ? undefined : row),
  z.intersection(filledAddress, z.object({ kind })).optional(),
);
