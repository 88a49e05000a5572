import type { ClientIdentifierType } from '#rules/identifiers/identifiers.ts';
import { type ClientType, getClientKind } from './client-types.ts';

/** Fields of a client's record covered by this table, by their names on the wire. */
export type ClientFieldName =
  | 'givenNames'
  | 'familyName'
  | 'tradingNames'
  | 'dateOfBirth'
  | 'addresses'
  | 'registeredOffice'
  | 'principalPlace'
  | 'legalName'
  | 'registrationCountry'
  | 'trustType'
  | 'beneficiaryClassDescription'
  | 'incorporatedOn'
  | 'hasNomineeShareholders'
  | 'hasBearerShares'
  | 'occupation'
  | ClientIdentifierType;

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

const further: Partial<Record<ClientType, ClientFieldName[]>> = {
  // Nominee shareholders and bearer shares require enhanced CDD: NZ s22(1), rule nz.cdd.nominee.
  company: ['incorporatedOn', 'hasNomineeShareholders', 'hasBearerShares'],
  overseasCompany: ['incorporatedOn', 'hasNomineeShareholders', 'hasBearerShares'],
  limitedPartnership: ['incorporatedOn'],
  // A class of beneficiaries is described if they are not named: NZ s23.
  trust: ['trustType', 'beneficiaryClassDescription'],
  estate: ['beneficiaryClassDescription'],
  charity: ['incorporatedOn', 'beneficiaryClassDescription'],
  society: ['incorporatedOn'],
  listedIssuer: ['incorporatedOn'],
  other: ['incorporatedOn', 'hasNomineeShareholders', 'hasBearerShares'],
};

/** Every field of the business or individual part that applies to a type, beyond names and the like that all of its kind have. */
export function getFields(type: ClientType, registrationCountry: string): ClientFieldName[] {
  if (type === 'soleTrader') {
    const identifiers = getIdentifierFields(type, registrationCountry);
    return ['givenNames', 'familyName', 'dateOfBirth', 'tradingNames', ...identifiers];
  }
  if (type === 'individual') return ['givenNames', 'familyName', 'dateOfBirth'];
  return [
    'legalName',
    'registrationCountry',
    ...getIdentifierFields(type, registrationCountry),
    ...(further[type] ?? []),
  ];
}

/**
 * Fields required to create a record. Excludes given names, because of mononyms, and the date of birth, which no rule
 * requires before CDD starts.
 */
export function fieldsToCreate(type: ClientType): ClientFieldName[] {
  return getClientKind(type) === 'individual' ? ['familyName'] : ['legalName', 'registrationCountry'];
}

/** Label of the country field for a type: not everything is registered. */
export function registrationCountryLabel(type: ClientType): string {
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
      return 'Country of registration';
  }
}

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
