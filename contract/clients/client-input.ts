import { z } from 'zod';
import { clientAddressInput } from '#contract/addresses.ts';
import { confirmationQuestion } from '#contract/errors.ts';
import {
  calendarDate,
  checkedText,
  countryCode,
  emailAddress,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
} from '#contract/fields.ts';
import { addressKindsFor } from '#rules/clients/address-kinds.ts';
import { clientTypes, getClientKind, trustTypes } from '#rules/clients/client-types.ts';
import { isBillingCountry } from '#rules/countries.ts';
import {
  checkAbn,
  checkAcn,
  checkArbn,
  checkNzbn,
  checkNzCompanyNumber,
} from '#rules/identifiers/identifiers.ts';
import { checkPhoneNumber } from '#rules/phone-numbers.ts';

/** List of short texts: an array, or one per line from a text area. */
function severalTexts(noun: string, maxItems: number, maxLength: number) {
  return z.preprocess(
    (value) =>
      typeof value === 'string' ? value.split(/\r?\n/).filter((line) => line.trim() !== '') : value,
    z
      .array(requiredText(`Enter ${noun}`, { max: maxLength }), { error: `Enter ${noun}` })
      .max(maxItems, { error: `Enter at most ${maxItems}` })
      .default([]),
  );
}

/** Selected countries, without blanks and duplicates. */
const severalCountries = z
  .array(z.string().optional())
  .max(5, { error: 'Select at most 5 countries' })
  .default([])
  .transform((codes) => [...new Set(codes.filter((code) => code !== undefined && code !== ''))])
  .pipe(z.array(countryCode));

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
  givenNames: optionalText({ max: 120 }),
  middleNames: optionalText({ max: 120 }),
  familyName: requiredText('Enter the family name', { max: 120 }),
  /** Mononym: the single name is the family name, as on a passport. Source: ICAO Doc 9303-3, 4.6. */
  hasOneName: z.boolean().default(false),
  otherNames: severalTexts('a name', 10, 200),
  dateOfBirth: calendarDate.optional(),
  citizenships: severalCountries,
  residenceCountry: countryCode.optional(),
  occupation: optionalText({ max: 120 }),
  /** Sole traders only: trading names and business numbers. */
  tradingNames: severalTexts('a trading name', 10, 200),
  nzbn: checkedText(checkNzbn),
  abn: checkedText(checkAbn),
});

/** Reported together with other field errors, so that two blank names are both reported at once. */
const individualInput = individualParts.superRefine(namesFit, {
  when: ({ value }) => typeof value === 'object' && value !== null,
});

const businessInput = z.object({
  legalName: requiredText('Enter the legal name', { max: 200 }),
  tradingNames: severalTexts('a trading name', 10, 200),
  registrationCountry: countryCode,
  nzbn: checkedText(checkNzbn),
  nzCompanyNumber: checkedText(checkNzCompanyNumber),
  abn: checkedText(checkAbn),
  acn: checkedText(checkAcn),
  arbn: checkedText(checkArbn),
  incorporatedOn: calendarDate.optional(),
  trustType: z.enum(trustTypes, { error: 'Select a trust type from the list' }).optional(),
  beneficiaryClassDescription: optionalText({ max: 500, multiline: true }),
  hasNomineeShareholders: z.boolean().default(false),
  hasBearerShares: z.boolean().default(false),
});

const clientFields = z.object({
  clientType: z.enum(clientTypes, { error: 'Select a client type' }),
  externalId: optionalText({ max: 64 }),
  responsibleMemberId: recordId.optional(),
  email: emailAddress.optional(),
  phone: phoneText.optional(),
  addresses: z
    .array(clientAddressInput, { error: 'Enter the address' })
    .max(5, { error: 'Enter at most 5 addresses' })
    .default([])
    .transform((rows) => rows.filter((row) => row !== undefined)),
  tags: severalTexts('a tag', 20, 40),
  individual: individualInput.optional(),
  business: businessInput.optional(),
  relationshipPurpose: optionalText({ max: 500, multiline: true }),
  relationshipStartedOn: calendarDate.optional(),
  /** Pre-commencement client: AU Act s 36, NZ s 14 transition. */
  preCommencement: z.boolean().default(false),
  /** Questions already confirmed; see `confirmation.required`. */
  confirmations: z.array(confirmationQuestion.shape.code).max(5).default([]),
});

type ClientFields = z.output<typeof clientFields>;

/** Requires `individual` for an individual and `business` for a business, never both. */
function kindMatches(fields: ClientFields, context: z.core.$RefinementCtx<ClientFields>) {
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
  { clientType, addresses }: ClientFields,
  context: z.core.$RefinementCtx<ClientFields>,
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
function withPhone<T extends ClientFields>(fields: T, context: z.core.$RefinementCtx<T>): T {
  if (fields.phone === undefined || fields.phone.trim() === '') return { ...fields, phone: undefined };
  const { addresses, individual, business } = fields;
  const places = [addresses[0]?.countryCode, individual?.residenceCountry, business?.registrationCountry];
  const near = places.filter((place) => place !== undefined).find(isBillingCountry);
  const result = checkPhoneNumber(fields.phone, near);
  if (result.ok) return { ...fields, phone: result.value };
  context.addIssue({ code: 'custom', path: ['phone'], message: result.problem });
  return z.NEVER;
}

export const clientInput = clientFields
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

export const clientUpdate = clientFields
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
