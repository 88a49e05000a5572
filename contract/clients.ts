import { z } from 'zod';
import {
  cddLevels,
  cddStatuses,
  clientKindOf,
  clientStatuses,
  clientTypes,
  pepStatuses,
  riskLevels,
  sanctionsStatuses,
  trustTypes,
} from '#rules/client-types.ts';
import { isBillingCountry } from '#rules/countries.ts';
import { checkAbn, checkAcn, checkArbn, checkNzbn, checkNzCompanyNumber } from '#rules/identifiers.ts';
import { checkPhoneNumber } from '#rules/phone-numbers.ts';
import { findTaxFileNumber } from '#rules/tax-file-numbers.ts';
import { address, addressInput } from './addresses.ts';
import { endpoint } from './endpoint.ts';
import { confirmationQuestion } from './errors.ts';
import {
  calendarDate,
  checkedText,
  countryCode,
  emailAddress,
  instant,
  optionalText,
  recordId,
  recordVersion,
  requiredText,
} from './fields.ts';
import { viewsOfList } from './saved-view.ts';

/** Free text in which a tax file number must not be kept (Privacy (Tax File Number) Rule 2015, AU). */
export function withoutTaxFileNumber<T extends z.ZodType<string | undefined>>(schema: T) {
  return schema.superRefine((text, context) => {
    if (text !== undefined && findTaxFileNumber(text).verdict === 'refuse') {
      context.addIssue({
        code: 'custom',
        message:
          'This looks like a tax file number, which must not be kept here. Take it out and save again.',
      });
    }
  });
}

/** Several short texts: an array, or (from a form's text area) one a line. */
function severalTexts(what: string, maxItems: number, maxLength: number) {
  return z.preprocess(
    (value) =>
      typeof value === 'string' ? value.split(/\r?\n/).filter((line) => line.trim() !== '') : value,
    z
      .array(requiredText(`Enter ${what}`, { max: maxLength }), { error: `Enter ${what}` })
      .max(maxItems, { error: `Enter at most ${maxItems}` })
      .default([]),
  );
}

/** Countries as chosen in a form: blanks are dropped, repeated ones kept once. */
const severalCountries = z
  .array(z.string().optional())
  .max(5, { error: 'Choose at most 5 countries' })
  .default([])
  .transform((codes) => [...new Set(codes.filter((code) => code !== undefined && code !== ''))])
  .pipe(z.array(countryCode));

/** A number that is one somewhere; which it is `withPhone` finds out, when it knows where the client is. */
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

/** A person of one name has it as the family name and says so: given names that were forgotten are asked for. */
function namesFit(
  individual: { givenNames?: string; middleNames?: string; hasOneName?: boolean },
  context: z.core.$RefinementCtx<object>,
) {
  const { givenNames, middleNames, hasOneName = false } = individual;
  if (!hasOneName && !givenNames) {
    // What is unfit to keep has been said already.
    if (context.issues.some(({ path }) => path?.[0] === 'givenNames')) return;
    context.addIssue({ code: 'custom', path: ['givenNames'], message: 'Enter the given names' });
  }
  if (!hasOneName) return;
  for (const [field, text] of Object.entries({ givenNames, middleNames })) {
    if (!text) continue;
    const message = 'Take this out, or take the tick off “This person has one name only”';
    context.addIssue({ code: 'custom', path: [field], message });
  }
}

const individualParts = z.object({
  givenNames: optionalText({ max: 120 }),
  middleNames: optionalText({ max: 120 }),
  familyName: requiredText('Enter the family name', { max: 120 }),
  /** Mononym: the one name stands as the family name, as on a passport. Source: ICAO Doc 9303-3, 4.6. */
  hasOneName: z.boolean().default(false),
  otherNames: severalTexts('a name', 10, 200),
  dateOfBirth: calendarDate.optional(),
  citizenships: severalCountries,
  residenceCountry: countryCode.optional(),
  occupation: withoutTaxFileNumber(optionalText({ max: 120 })),
  /** Of a sole trader alone: what the person trades as, and the business's numbers. */
  tradingNames: severalTexts('a trading name', 10, 200),
  nzbn: checkedText(checkNzbn),
  abn: checkedText(checkAbn),
});

/** Told beside what is wrong with the other fields: both names left blank are said at once. */
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
  trustType: z.enum(trustTypes, { error: 'Choose a kind of trust from the list' }).optional(),
  beneficiaryClassDescription: withoutTaxFileNumber(optionalText({ max: 500, multiline: true })),
  hasNomineeShareholders: z.boolean().default(false),
  hasBearerShares: z.boolean().default(false),
});

const clientFields = z.object({
  clientType: z.enum(clientTypes, { error: 'Choose what kind of client this is' }),
  externalId: withoutTaxFileNumber(optionalText({ max: 64 })),
  responsibleMemberId: recordId.optional(),
  email: emailAddress.optional(),
  phone: phoneText.optional(),
  addresses: z
    .array(addressInput, { error: 'Enter the address' })
    .max(5, { error: 'Enter at most 5 addresses' })
    .default([])
    .transform((rows) => rows.filter((row) => row !== undefined)),
  tags: severalTexts('a tag', 20, 40),
  individual: individualInput.optional(),
  business: businessInput.optional(),
  relationshipPurpose: withoutTaxFileNumber(optionalText({ max: 500, multiline: true })),
  relationshipStartedOn: calendarDate.optional(),
  /** A client since before the law reached the company: AU Act s36, NZ s14 transition. */
  preCommencement: z.boolean().default(false),
  /** Questions already answered with yes; see `confirmation.needed`. */
  confirmations: z.array(confirmationQuestion.shape.code).max(5).default([]),
});

type ClientFields = z.output<typeof clientFields>;

/** An individual carries `individual` alone, a business `business` alone. */
function kindMatches(fields: ClientFields, context: z.core.$RefinementCtx<ClientFields>) {
  const kind = clientKindOf(fields.clientType);
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
      message: `This kind of client has no ${other} details`,
    });
  }
}

/**
 * The phone number as it is kept, E.164. A national number is read by where the client is: 027 123 4567 is a mobile in
 * New Zealand and a landline in Sydney.
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

export const clientInput = clientFields.superRefine(kindMatches).transform(withPhone);
export type ClientInput = z.output<typeof clientInput>;

export const clientUpdate = clientFields
  .extend({ version: recordVersion })
  .superRefine(kindMatches)
  .transform(withPhone);
export type ClientUpdate = z.output<typeof clientUpdate>;

const person = z.object({ id: recordId, name: z.string() });

export const client = z.object({
  id: recordId,
  version: z.number().int(),
  kind: z.enum(['individual', 'business']),
  clientType: z.enum(clientTypes),
  displayName: z.string(),
  status: z.enum(clientStatuses),
  externalId: z.string().nullable(),
  responsible: person.nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  addresses: z.array(address),
  tags: z.array(z.string()),
  individual: z
    .object({
      /** Null for a person of one name. */
      givenNames: z.string().nullable(),
      middleNames: z.string().nullable(),
      familyName: z.string(),
      otherNames: z.array(z.string()),
      dateOfBirth: z.string().nullable(),
      citizenships: z.array(z.string()),
      residenceCountry: z.string().nullable(),
      occupation: z.string().nullable(),
      tradingNames: z.array(z.string()),
      nzbn: z.string().nullable(),
      abn: z.string().nullable(),
    })
    .nullable(),
  business: z
    .object({
      legalName: z.string(),
      tradingNames: z.array(z.string()),
      registrationCountry: z.string(),
      nzbn: z.string().nullable(),
      nzCompanyNumber: z.string().nullable(),
      abn: z.string().nullable(),
      acn: z.string().nullable(),
      arbn: z.string().nullable(),
      incorporatedOn: z.string().nullable(),
      trustType: z.enum(trustTypes).nullable(),
      beneficiaryClassDescription: z.string().nullable(),
      hasNomineeShareholders: z.boolean(),
      hasBearerShares: z.boolean(),
    })
    .nullable(),
  relationshipPurpose: z.string().nullable(),
  relationshipStartedOn: z.string().nullable(),
  preCommencement: z.boolean(),
  cddStatus: z.enum(cddStatuses),
  cddLevel: z.enum(cddLevels).nullable(),
  riskLevel: z.enum(riskLevels).nullable(),
  pepStatus: z.enum(pepStatuses),
  sanctionsStatus: z.enum(sanctionsStatuses),
  nextReviewDueOn: z.string().nullable(),
  createdAt: instant,
  createdBy: person,
  updatedAt: instant,
  updatedBy: person,
});
export type Client = z.infer<typeof client>;

/** Orders of the list; `best` is by likeness to the search text and needs one. */
export const clientSorts = ['name', '-name', 'newest', 'oldest', 'best'] as const;

export const clientReviews = ['overdue', 'due30'] as const;

export const clientFilters = z.object({
  q: z.string().max(200).optional(),
  kind: z.enum(['individual', 'business']).optional(),
  type: z.enum(clientTypes).optional(),
  status: z.enum(clientStatuses).optional(),
  /** A member's id, `me`, or `none` for clients that nobody is responsible for. */
  responsible: z.union([recordId, z.enum(['me', 'none'])]).optional(),
  risk: z.enum(riskLevels).optional(),
  cdd: z.enum(cddStatuses).optional(),
  /** By the day of the next review: past, or within 30 days from today on. */
  review: z.enum(clientReviews).optional(),
  sort: z.enum(clientSorts).optional(),
});
export type ClientFilters = z.infer<typeof clientFilters>;

export const clientListItem = z.object({
  id: recordId,
  displayName: z.string(),
  kind: z.enum(['individual', 'business']),
  clientType: z.enum(clientTypes),
  status: z.enum(clientStatuses),
  externalId: z.string().nullable(),
  /** Where the first address is, in a few words: tells namesakes apart where a search found them, else null. */
  locality: z.string().nullable(),
  responsible: person.nullable(),
  riskLevel: z.enum(riskLevels).nullable(),
  cddStatus: z.enum(cddStatuses),
  cddLevel: z.enum(cddLevels).nullable(),
  pepStatus: z.enum(pepStatuses),
  nextReviewDueOn: z.string().nullable(),
  createdAt: instant,
});
export type ClientListItem = z.infer<typeof clientListItem>;

/** A count that stops at 10,000: `capped` means "more than". */
export const cappedCount = z.object({ count: z.number().int(), capped: z.boolean() });
export type CappedCount = z.infer<typeof cappedCount>;

export const clientPage = z.object({
  items: z.array(clientListItem),
  nextCursor: z.string().nullable(),
  previousCursor: z.string().nullable(),
  total: cappedCount,
  /** The company's people by name, to filter by. */
  people: z.array(person),
  /** The saved views of this list, as `savedViews.list` gives them. */
  savedViews: viewsOfList,
});
export type ClientPage = z.infer<typeof clientPage>;

export const clientEvent = z.object({
  seq: z.number().int(),
  at: instant,
  actorName: z.string(),
  action: z.string(),
  /** What changed, field by field, where the detail is still kept. */
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
});
export type ClientEvent = z.infer<typeof clientEvent>;

const byId = z.object({ id: recordId });

export const listClients = endpoint({
  id: 'clients.list',
  method: 'GET',
  path: '/clients',
  summary: 'Clients, filtered, searched, sorted, a page at a time',
  caller: 'member',
  act: 'records.read',
  query: clientFilters.extend({
    cursor: z.string().max(1000).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: clientPage,
  status: 200,
});

export const exportClients = endpoint({
  id: 'clients.export',
  method: 'GET',
  path: '/clients/export',
  summary: 'Every client of the filter as CSV: UTF-8 with byte-order mark, formulas neutralised',
  caller: 'member',
  act: 'records.read',
  query: clientFilters,
  answer: { contentType: 'text/csv; charset=utf-8' },
  status: 200,
});

export const createClient = endpoint({
  id: 'clients.create',
  method: 'POST',
  path: '/clients',
  summary: 'Create a client; likely duplicates are asked about first',
  caller: 'member',
  act: 'records.write',
  once: true,
  body: clientInput,
  answer: client,
  status: 201,
});

export const readClient = endpoint({
  id: 'clients.read',
  method: 'GET',
  path: '/clients/:id',
  summary: 'One client',
  caller: 'member',
  act: 'records.read',
  params: byId,
  answer: client,
  status: 200,
});

export const updateClient = endpoint({
  id: 'clients.update',
  method: 'PUT',
  path: '/clients/:id',
  summary: 'Replace the details of a client; a stale version is refused with the record as it is now',
  caller: 'member',
  act: 'records.write',
  once: true,
  params: byId,
  body: clientUpdate,
  answer: client,
  status: 200,
});

export const readClientHistory = endpoint({
  id: 'clients.history',
  method: 'GET',
  path: '/clients/:id/history',
  summary: 'What was done to a client, by whom and when, newest first',
  caller: 'member',
  act: 'records.read',
  params: byId,
  query: z.object({ before: z.coerce.number().int().min(1).optional() }),
  answer: z.object({ events: z.array(clientEvent), nextBefore: z.number().int().nullable() }),
  status: 200,
});
