import { z } from 'zod';
import { clientAddressInput } from '#contract/addresses.ts';
import { confirmationQuestion } from '#contract/errors.ts';
import { emailAddress, optionalText, recordId, recordVersion } from '#contract/fields.ts';
import { inputShape } from '#contract/records/field-schemas.ts';
import { addressKindsFor, maxAddresses } from '#rules/clients/address-kinds.ts';
import { clientFields } from '#rules/clients/client-fields.ts';
import { clientTypes, getClientKind } from '#rules/clients/client-types.ts';
import { isBillingCountry } from '#rules/countries.ts';
import { checkPhoneNumber } from '#rules/phone-numbers.ts';

/** Phone number in any country's format; `withPhone` parses it by the client's country. */
const phoneText = z
  .string()
  .max(64, { error: 'Use at most 64 characters' })
  .superRefine((text, context) => {
    if (text.trim() === '') return;
    const anywhere = [checkPhoneNumber(text, 'NZL'), checkPhoneNumber(text, 'AUS'), checkPhoneNumber(text)];
    const last = anywhere.at(-1);
    if (last?.ok === false && !anywhere.some(({ ok }) => ok)) {
      context.addIssue({ code: 'custom', message: last.problem });
    }
  });

/** A mononym is entered as the family name and marked as such; otherwise given names are required. */
function namesFit(
  individual: { givenNames?: string; middleNames?: string; hasOneName?: boolean },
  context: z.core.$RefinementCtx<object>,
) {
  const { givenNames, middleNames, hasOneName = false } = individual;
  if (!hasOneName && !givenNames) {
    // Unstorable values are already reported.
    if (context.issues.some(({ path }) => path?.[0] === 'givenNames')) return;
    context.addIssue({ code: 'custom', path: ['givenNames'], message: 'Enter the given names' });
  }
  if (!hasOneName) return;
  for (const [field, text] of Object.entries({ givenNames, middleNames })) {
    if (!text) continue;
    const message = 'Clear this field, or untick “This person has a single name”';
    context.addIssue({ code: 'custom', path: [field], message });
  }
}

const individualParts = z.object({
  ...inputShape(clientFields, 'individual'),
  /** Mononym: the single name is the family name, as on a passport. Source: ICAO Doc 9303-3, 4.6. */
  hasOneName: z.boolean().default(false),
});

/** Reported together with other field errors, so that two blank names are both reported at once. */
const individualInput = individualParts.superRefine(namesFit, {
  when: ({ value }) => typeof value === 'object' && value !== null,
});

const businessInput = z.object(inputShape(clientFields, 'business'));

const clientDetails = z.object({
  clientType: z.enum(clientTypes, { error: 'Select a client type' }),
  responsibleMemberId: recordId.optional(),
  email: emailAddress.optional(),
  phone: phoneText.optional(),
  addresses: z
    .array(clientAddressInput, { error: 'Enter the address' })
    .max(maxAddresses, { error: `Enter at most ${maxAddresses} addresses` })
    .default([])
    .transform((rows) => rows.filter((row) => row !== undefined)),
  individual: individualInput.optional(),
  business: businessInput.optional(),
  ...inputShape(clientFields, 'none'),
  /** Questions already confirmed; see `confirmation.required`. */
  confirmations: z.array(confirmationQuestion.shape.code).max(5).default([]),
});

type ClientDetails = z.output<typeof clientDetails>;

/** Requires `individual` for an individual and `business` for a business, never both. */
function kindMatches(fields: ClientDetails, context: z.core.$RefinementCtx<ClientDetails>) {
  const kind = getClientKind(fields.clientType);
  const other = kind === 'individual' ? 'business' : 'individual';
  if (fields[kind] === undefined) {
    context.addIssue({
      code: 'custom',
      path: kind === 'individual' ? ['individual', 'familyName'] : ['business', 'legalName'],
      message: kind === 'individual' ? 'Enter the family name' : 'Enter the legal name',
    });
  }
  if (fields[other] !== undefined) {
    context.addIssue({
      code: 'custom',
      path: ['clientType'],
      message: `This client type has no ${other} details`,
    });
  }
}

/** The registered office is a business's, and so on. */
function addressKindsFit(
  { clientType, addresses }: ClientDetails,
  context: z.core.$RefinementCtx<ClientDetails>,
) {
  const fitting = addressKindsFor(clientType);
  for (const [index, { kind }] of addresses.entries()) {
    if (kind === undefined || fitting.includes(kind)) continue;
    context.addIssue({
      code: 'custom',
      path: ['addresses', index, 'kind'],
      message: 'This client type has no address of this kind',
    });
  }
}

/**
 * Phone number as stored, E.164. A national number is parsed by the client's country: 027 123 4567 is a mobile in New
 * Zealand and a landline in Sydney.
 */
function withPhone<T extends ClientDetails>(fields: T, context: z.core.$RefinementCtx<T>): T {
  if (fields.phone === undefined || fields.phone.trim() === '') return { ...fields, phone: undefined };
  const { addresses, individual, business } = fields;
  const places = [addresses[0]?.countryCode, individual?.residenceCountry, business?.registrationCountry];
  const near = places.filter((place) => place !== undefined).find(isBillingCountry);
  const result = checkPhoneNumber(fields.phone, near);
  if (result.ok) return { ...fields, phone: result.value };
  context.addIssue({ code: 'custom', path: ['phone'], message: result.problem });
  return z.NEVER;
}

export const clientInput = clientDetails
  .superRefine(kindMatches)
  .superRefine(addressKindsFit)
  .transform(withPhone);

export type ClientInput = z.output<typeof clientInput>;

/** A corrected spelling is recorded with its reason. */
function spellingHasReason(
  fields: { spellingCorrection: boolean; spellingReason?: string },
  context: z.core.$RefinementCtx<object>,
) {
  if (!fields.spellingCorrection || fields.spellingReason) return;
  context.addIssue({ code: 'custom', path: ['spellingReason'], message: 'Enter the reason' });
}

export const clientUpdate = clientDetails
  .extend({
    version: recordVersion,
    /** The name is written differently and the client is the same: evidence of identity still counts. */
    spellingCorrection: z.boolean().default(false),
    spellingReason: optionalText({ max: 300 }),
  })
  .superRefine(spellingHasReason)
  .superRefine(kindMatches)
  .superRefine(addressKindsFit)
  .transform(withPhone);

export type ClientUpdate = z.output<typeof clientUpdate>;
