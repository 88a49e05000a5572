import type { ClientIdentifierType } from '#rules/identifiers/identifiers.ts';
import { fieldsOf, type RecordField, type RecordFields } from '#rules/records/fields.ts';
import { type ClientPartValues, clientFields } from './client-fields.ts';
import { type ClientKind, type ClientType, getClientKind } from './client-types.ts';

/** Fields of a client's record that rules name: those of its parts, and addresses by what they are. */
export type ClientFieldName =
  | keyof ClientPartValues<'individual'>
  | keyof ClientPartValues<'business'>
  | 'addresses'
  | 'registeredOffice'
  | 'principalPlace';

type Registers = { AUS: readonly ClientIdentifierType[]; NZL: readonly ClientIdentifierType[] };

/**
 * The registers in which each type can have a number. Individuals have none, except sole traders. An NZBN is available to
 * every kind of New Zealand business, including trusts and partnerships (New Zealand Business Number Act 2016); an ARBN to
 * bodies registered with ASIC that are not Australian companies.
 */
const registers: Record<ClientType, Registers> = {
  individual: { AUS: [], NZL: [] },
  soleTrader: { AUS: ['abn'], NZL: ['nzbn'] },
  joint: { AUS: [], NZL: [] },
  company: { AUS: ['acn', 'abn'], NZL: ['nzbn', 'nzCompanyNumber'] },
  overseasCompany: { AUS: ['arbn', 'abn'], NZL: ['nzbn', 'nzCompanyNumber'] },
  partnership: { AUS: ['abn'], NZL: ['nzbn'] },
  limitedPartnership: { AUS: ['abn'], NZL: ['nzbn', 'nzCompanyNumber'] },
  trust: { AUS: ['abn'], NZL: ['nzbn'] },
  smsf: { AUS: ['abn'], NZL: [] },
  estate: { AUS: ['abn'], NZL: [] },
  charity: { AUS: ['abn', 'acn'], NZL: ['nzbn'] },
  society: { AUS: ['abn', 'arbn'], NZL: ['nzbn'] },
  government: { AUS: ['abn'], NZL: ['nzbn'] },
  listedIssuer: { AUS: ['acn', 'abn'], NZL: ['nzbn', 'nzCompanyNumber'] },
  other: { AUS: ['abn', 'acn', 'arbn'], NZL: ['nzbn', 'nzCompanyNumber'] },
};

/**
 * Identifier fields in a form for a type registered in a country (alpha-3), most distinctive first. An overseas company may be
 * on both countries' registers whatever its own country, and so may a sole trader, whose country is where the person lives; a
 * type that is on neither country's register has none.
 */
export function getIdentifierFields(type: ClientType, registrationCountry: string): ClientIdentifierType[] {
  const { AUS, NZL } = registers[type];
  if (type === 'overseasCompany') {
    // In its home country it has the home register's number, not the overseas company's.
    if (registrationCountry === 'AUS') return [...registers.company.AUS, ...NZL];
    if (registrationCountry === 'NZL') return [...registers.company.NZL, ...AUS];
    return [...AUS, ...NZL];
  }
  if (type === 'soleTrader') return registrationCountry === 'AUS' ? [...AUS, ...NZL] : [...NZL, ...AUS];
  if (registrationCountry === 'AUS') return [...AUS];
  if (registrationCountry === 'NZL') return [...NZL];
  return [];
}

/** Whether only some types with a part have its field: those it lists, those that a register numbers, of people sole traders. */
export const isConditional = (part: ClientKind, name: string, { kind, types }: RecordField): boolean =>
  types !== undefined || kind === 'identifier' || (part === 'individual' && name === 'tradingNames');

/** Names and the like that all of a kind have. */
const ofKind = {
  individual: ['givenNames', 'familyName', 'dateOfBirth'],
  business: ['legalName', 'registrationCountry'],
} as const satisfies Record<ClientKind, readonly ClientFieldName[]>;

/** Fields of the business or individual part that apply to a type, beside those that apply to all of its kind. */
export function getFields(
  type: ClientType,
  registrationCountry: string,
  described: RecordFields = clientFields,
): string[] {
  const kind = getClientKind(type);
  const ofType = fieldsOf(described, kind).filter(([, { types }]) => types?.includes(type));
  return [
    ...ofKind[kind],
    ...(type === 'soleTrader' ? (['tradingNames'] as const) : []),
    ...getIdentifierFields(type, registrationCountry),
    ...ofType.map(([name]) => name),
  ];
}

/**
 * Fields required to create a record. Excludes given names, because of mononyms, and the date of birth, which no rule
 * requires before CDD starts.
 */
export function fieldsToCreate(type: ClientType): ClientFieldName[] {
  return getClientKind(type) === 'individual' ? ['familyName'] : ['legalName', 'registrationCountry'];
}

/** Label of the country of registration for a type: not everything is registered. */
function registrationCountryLabel(type: ClientType): string {
  switch (type) {
    case 'trust':
      return 'Country whose law governs the trust';
    case 'joint':
    case 'partnership':
    case 'government':
      return 'Country';
    case 'estate':
      return 'Country where the estate is administered';
    default:
      return clientFields.registrationCountry.label;
  }
}

/** Label of a field on the page and in the form of a client of a type; elsewhere it has that of the table. */
export const getClientFieldLabel = (name: string, { label }: RecordField, type: ClientType): string =>
  name === 'registrationCountry' ? registrationCountryLabel(type) : label;

/** Requirement of CDD, met by any of these fields. */
export type DueDiligenceNeed = { anyOf: ClientFieldName[]; text: string; provision: string };

/** Types that are registered with a number each. */
const numbered: readonly ClientType[] = ['company', 'listedIssuer', 'limitedPartnership', 'smsf'];

/** Whether a register of New Zealand or Australia issues a number to each client of a type from a country. */
export const mustHaveIdentifier = (type: ClientType, registrationCountry: string): boolean =>
  numbered.includes(type) && getIdentifierFields(type, registrationCountry).length > 0;

/** What no law lists, so that the company's own policies decide on it. AU s26F, s28(3). */
const ownPolicies = 'Your policies';

/** Provision of Australia's Rules that lists the information to collect for a type; null if there is none. AU Rules 6-1 to 6-4. */
function australianList(type: ClientType): string | null {
  if (type === 'individual' || type === 'joint' || type === 'estate') return null;
  if (type === 'soleTrader') return 'AU Rules 6-1';
  if (type === 'trust' || type === 'smsf') return 'AU Rules 6-3';
  return type === 'government' ? 'AU Rules 6-4' : 'AU Rules 6-2';
}

/**
 * What the record must hold before customer due diligence can be finished, beside the verifications themselves. `jurisdiction`
 * is the law that the company works under. NZ ss14–17: name, date of birth, address or registered office, company identifier.
 * AU s28 requires identity, and Rules 6-1 to 6-4 list the information to collect for each kind of customer, none for an individual: date of birth and
 * address are asked for by the company's policies, as the ordinary means to tell one person from another.
 */
export function dueDiligenceNeeds(
  type: ClientType,
  registrationCountry: string,
  jurisdiction: 'NZL' | 'AUS',
): DueDiligenceNeed[] {
  const isNewZealand = jurisdiction === 'NZL';
  const listed = isNewZealand ? 'NZ s15' : australianList(type);
  const name = listed ?? 'AU s28';
  if (getClientKind(type) === 'individual') {
    const further = isNewZealand ? 'NZ s15' : ownPolicies;
    return [
      { anyOf: ['familyName'], text: 'Full name', provision: name },
      { anyOf: ['dateOfBirth'], text: 'Date of birth', provision: further },
      { anyOf: ['addresses'], text: 'Address', provision: further },
    ];
  }
  const needs: DueDiligenceNeed[] = [
    { anyOf: ['legalName'], text: 'Legal name', provision: name },
    { anyOf: ['addresses'], text: 'Address or registered office', provision: listed ?? ownPolicies },
  ];
  if (mustHaveIdentifier(type, registrationCountry)) {
    const identifiers = getIdentifierFields(type, registrationCountry);
    needs.push({ anyOf: identifiers, text: 'Company identifier or registration number', provision: name });
  }
  if (type === 'trust') {
    needs.push({ anyOf: ['trustType'], text: 'Trust type', provision: isNewZealand ? 'NZ s23' : name });
  }
  return needs;
}
