import { foldName } from '#rules/name-matching/name-normalisation.ts';
import type { RecordFields } from '#rules/records/fields.ts';
import { type ClientFields, clientFields } from './client-fields.ts';

/** Headings of other systems for a client's fields. Our decision; no exchange format for clients is published in New Zealand or Australia. */
const otherHeadings: Readonly<Partial<Record<string, readonly string[]>>> = {
  clientType: ['type of client', 'entity type', 'is company'],
  givenNames: ['given name', 'first name', 'first names', 'forename', 'forenames', 'christian name'],
  middleNames: ['middle name', 'second name', 'middle initial'],
  familyName: ['surname', 'last name', 'co last name'],
  otherNames: ['other name', 'also known as', 'aka', 'former names'],
  dateOfBirth: ['dob', 'birth date', 'birthdate', 'birthday', 'born', 'birth timestamp'],
  citizenships: ['citizenship', 'nationality', 'nationalities'],
  residenceCountry: ['residence', 'resident in'],
  occupation: ['job', 'profession'],
  legalName: [
    'company name',
    'business name',
    'entity name',
    'organisation',
    'organisation name',
    'organization',
    'organization name',
    'account name',
    'registered name',
    'company',
  ],
  tradingNames: ['trading name', 'trading as', 'trades as', 't a'],
  registrationCountry: ['registration country', 'country of incorporation', 'jurisdiction'],
  nzbn: ['nz business number', 'new zealand business number'],
  nzCompanyNumber: ['new zealand company number', 'company number', 'companies office number'],
  abn: ['australian business number', 'abn number', 'abn no'],
  acn: ['australian company number'],
  arbn: ['australian registered body number'],
  incorporatedOn: ['incorporated on', 'incorporation date', 'date of incorporation', 'formed on'],
  trustType: ['kind of trust', 'type of trust'],
  beneficiaryClassDescription: ['class of beneficiaries'],
  hasBearerShares: ['bearer shares'],
  email: [
    'e mail',
    'email address',
    'e mail address',
    'email 1',
    'e mail 1 value',
    'e mail 1 address',
    'primary email',
  ],
  phone: [
    'telephone',
    'mobile',
    'phone number',
    'mobile phone',
    'mobile number',
    'contact number',
    'cell',
    'cell phone',
    'phone no',
    'phone 1',
    'phone number 1',
    'phone 1 value',
    'primary phone',
    'home phone',
    'business phone',
    'work phone',
    'mobile no',
    'tel',
    'tel no',
    'telephone number',
  ],
  externalId: [
    'reference',
    'client code',
    'client number',
    'client id',
    'code',
    'your reference',
    'ref',
    'file number',
    'card id',
    'contact id',
    'participant id',
    'external reference',
    'import external reference',
    'import reference number',
  ],
  responsible: [
    'partner',
    'manager',
    'client manager',
    'owner',
    'responsible',
    'responsible person',
    'account manager',
  ],
  tags: ['tag', 'groups', 'labels'],
  relationshipPurpose: ['purpose', 'nature and purpose of the relationship'],
  relationshipStartedOn: ['start date', 'engaged on', 'relationship started', 'date engaged'],
  preCommencement: ['client before the law applied'],
};

type ColumnMeaning = { label: string; headings: readonly string[] };

/** The one column of a file that has all names of a client. */
const fullName: ColumnMeaning = {
  label: 'Full name',
  headings: [
    'name',
    'client name',
    'whole name',
    'client',
    'contact name',
    'display name',
    'participant name',
  ],
};

/** Columns of a client's addresses: the first one whole or in its parts, and the others. */
const addressMeanings = {
  address: {
    label: 'Address in one column',
    headings: [
      'address',
      'full address',
      'postal address',
      'physical address',
      'residential address',
      'home address',
      'registered address',
      'mailing address',
    ],
  },
  addressLine1: {
    label: 'Address line 1',
    headings: ['address 1', 'street', 'street address', 'street line 1', 'line 1'],
  },
  addressLine2: { label: 'Address line 2', headings: ['address 2', 'street 2', 'street line 2', 'line 2'] },
  suburb: { label: 'Suburb', headings: ['suburb locality', 'locality'] },
  city: { label: 'Town or city', headings: ['city', 'town', 'town city'] },
  state: { label: 'State', headings: ['region', 'state territory', 'state province', 'province'] },
  postcode: {
    label: 'Postcode',
    headings: ['post code', 'postal code', 'zip', 'zip code', 'zip postal code'],
  },
  addressCountry: {
    label: 'Country of the address',
    headings: ['country', 'address country', 'country region'],
  },
  addressKind: { label: 'Address type', headings: [] },
  otherAddresses: { label: 'Other addresses', headings: ['further addresses'] },
} as const satisfies Record<string, ColumnMeaning>;

/**
 * Meanings of a file's column by their names, in the order of a client's fields. A field has its label; its headings are the one under which it is
 * exported and those of other systems.
 */
export const columnMeanings = (fields: RecordFields): [name: string, meaning: ColumnMeaning][] =>
  Object.entries(fields).flatMap(([name, { label, csv }]): [string, ColumnMeaning][] => {
    if (name === 'addresses') return Object.entries(addressMeanings);
    const column: [string, ColumnMeaning] = [
      name,
      { label, headings: [csv ?? label, ...(otherHeadings[name] ?? [])] },
    ];
    return name === 'clientType' ? [column, ['fullName', fullName]] : [column];
  });

export type ImportField =
  | Exclude<keyof ClientFields, 'addresses'>
  | 'fullName'
  | keyof typeof addressMeanings;

const fields = Object.fromEntries(columnMeanings(clientFields)) as Record<ImportField, ColumnMeaning>;

export const importFields = Object.keys(fields) as [ImportField, ...ImportField[]];

/** Headings of the template: every field that can be filled cell by cell. */
export const templateFields: readonly ImportField[] = importFields.filter(
  (field) => field !== 'fullName' && field !== 'address',
);

export const importFieldLabels = Object.fromEntries(
  importFields.map((field) => [field, fields[field].label]),
) as Record<ImportField, string>;

/** Label of titles and letters of a name that are not saved. */
export const notSavedOfNames = 'Not saved of the name';

/** Normalised heading for comparison: letters and digits only, folded. */
const plain = (heading: string) =>
  foldName(heading)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Tags before the fields of a card in LEAP that say what their names say: "[Phone] Work Phone". Those of DX and fax are not fields of a client. */
const cardTag = /^\s*\[(?:card|people|person|name|organisation|address|phone|email)\]/i;

/**
 * The same as words, as other systems write headings: "*FirstName", "A.B.N.", "Client #", "Phone # 1", "SAAddressLine1". A hint in brackets, as in
 * "Date of birth (dd/mm/yyyy)", is no part of it.
 */
const inWords = (heading: string) =>
  plain(
    heading
      .replace(cardTag, ' ')
      .replace(/\([^()]*\)/g, ' ')
      .replace(/\b[A-Za-z](?:\.[A-Za-z])+\b\.?/g, (initials) => initials.replaceAll('.', ''))
      .replace(/#/g, ' number ')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
      .replace(/(\p{L})(\d)/gu, '$1 $2'),
  );

/** Whether a column has an answer in place of a type: Actionstep's `isCompany`. */
export const isCompanyQuestion = (heading: string) => inWords(heading) === 'is company';

const byHeading = new Map<string, ImportField>(
  importFields.flatMap((field) =>
    [fields[field].label, ...fields[field].headings].map((heading): [string, ImportField] => [
      plain(heading),
      field,
    ]),
  ),
);

/** The parts of an address that have a column each. */
export const addressParts = [
  'addressLine1',
  'addressLine2',
  'suburb',
  'city',
  'state',
  'postcode',
  'addressCountry',
] as const satisfies readonly ImportField[];
const isAddressPart = (field: ImportField) => addressParts.some((part) => part === field);

/** What comes before the parts of one address where a file has several, the one that CDD needs first: where people live or a business is, then post. */
const addressKinds = [
  'residential',
  'home',
  'physical',
  'street',
  'sa',
  'registered office',
  'registered',
  'business',
  'work',
  'mailing',
  'address 1',
  'addr 1',
  'postal',
  'po box',
  'po',
] as const;

/** A column's field; of a part of one of several addresses, also which one. */
function readHeading(
  heading: string,
): { field: ImportField; of: (typeof addressKinds)[number] | null } | null {
  const words = inWords(heading);
  // "Client #" is a number of the client, "Address (line 1)" the first line.
  const [first, second] = heading.includes('#') ? [words, plain(heading)] : [plain(heading), words];
  const field = byHeading.get(first) ?? byHeading.get(second);
  if (field !== undefined) return { field, of: null };
  for (const of of addressKinds) {
    const part = words.startsWith(`${of} `) ? byHeading.get(words.slice(of.length + 1)) : undefined;
    if (part !== undefined && isAddressPart(part)) return { field: part, of };
  }
  return null;
}

/** Which of a file's addresses is taken: one without a kind, or else the first that has a street, or else the first. */
function chosenAddress(read: readonly ReturnType<typeof readHeading>[]) {
  const parts = read.filter((one) => one !== null && isAddressPart(one.field));
  const streets = parts.filter((one) => one?.field === 'addressLine1');
  const kinds = new Set((streets.length > 0 ? streets : parts).map((one) => one?.of));
  return kinds.has(null) ? null : (addressKinds.find((of) => kinds.has(of)) ?? null);
}

/**
 * Likely meaning of each column, by its heading; null for ignored columns. Each field is guessed once, a full name only if no column has its
 * parts, and of several addresses one.
 */
export function guessColumns(headings: readonly string[]): (ImportField | null)[] {
  const read = headings.map(readHeading);
  const kind = chosenAddress(read);
  const taken = new Set<ImportField>();
  const guessed = read.map((one) => {
    if (one === null || taken.has(one.field)) return null;
    // Parts of another address than the chosen one would make an address that does not exist.
    if (one.of !== kind && (one.of !== null || (kind !== null && isAddressPart(one.field)))) return null;
    taken.add(one.field);
    return one.field;
  });
  const hasParts = taken.has('familyName') || taken.has('legalName');
  return guessed.map((field) =>
    field === 'fullName' && hasParts
      ? null
      : // Beside the parts of an address, a column "Address" is its first line.
        field === 'address' && hasAddressParts(taken)
        ? taken.has('addressLine1')
          ? null
          : 'addressLine1'
        : field,
  );
}

const hasAddressParts = (taken: ReadonlySet<ImportField>) =>
  (['suburb', 'city', 'postcode'] as const).some((part) => taken.has(part));

/** Columns of Assay's own export that it derives from other records: an import leaves them out without a loss. */
const derivedHeadings = new Set(
  [
    'Kind',
    'Status',
    'CDD status',
    'CDD level',
    'Risk',
    'PEP status',
    'Sanctions',
    'Decided by one person',
    'Next review due',
    'Created',
    'Created by',
    'Last updated',
    'Last updated by',
    'ID',
  ].map(plain),
);

/** Whether a column without a field repeats what others say: a derived one, or a full name or a whole address beside its parts. */
export function isRedundantColumn(heading: string, columns: readonly (ImportField | null)[]): boolean {
  if (derivedHeadings.has(plain(heading))) return true;
  const field = readHeading(heading)?.field;
  if (field === 'fullName') return columns.includes('familyName') || columns.includes('legalName');
  return field === 'address' && columns.includes('addressLine1') && columns.includes('addressCountry');
}

/** Headings as they are compared between files. */
export const headingKey = plain;
