import { type ClientType, getClientKind } from '#rules/clients/client-types.ts';
import { addFractions, compareFractions, fraction, fractionFromDecimal, zero } from '#rules/fractions.ts';

/** Roles of a party. */
export const partyRoles = [
  'director',
  'shareholder',
  'beneficialOwner',
  'controller',
  'trustee',
  'settlor',
  'appointor',
  'protector',
  'beneficiary',
  'partner',
  'executor',
  'actingFor',
  'authorisedRepresentative',
  'seniorManagingOfficial',
  'nominee',
  'nominator',
  'familyMember',
] as const;

export type PartyRole = (typeof partyRoles)[number];

export const partyRoleLabels: Record<PartyRole, string> = {
  director: 'Director',
  shareholder: 'Shareholder',
  beneficialOwner: 'Beneficial owner',
  controller: 'Controller',
  trustee: 'Trustee',
  settlor: 'Settlor',
  appointor: 'Appointor',
  protector: 'Protector',
  beneficiary: 'Beneficiary',
  partner: 'Partner',
  executor: 'Executor or administrator',
  actingFor: 'Person on whose behalf the client acts',
  authorisedRepresentative: 'Authorised representative',
  seniorManagingOfficial: 'Senior managing official',
  nominee: 'Nominee',
  nominator: 'Nominator',
  familyMember: 'Family member',
};

/**
 * Whether a party has a role that the law attaches duties to. A family member has none: the role connects the clients of one household.
 * A relative of a politically exposed person is recorded as such on the relative's own record.
 */
export function hasLegalRole(roles: readonly PartyRole[]): boolean {
  return roles.some((role) => role !== 'familyMember');
}

const everybody = ['authorisedRepresentative', 'actingFor'] as const;
const personalRoles: readonly PartyRole[] = [...everybody, 'familyMember'];
const owning = ['beneficialOwner', 'controller', ...everybody] as const;
const companyRoles: readonly PartyRole[] = [
  'director',
  'shareholder',
  'seniorManagingOfficial',
  'nominee',
  'nominator',
  ...owning,
];
const trustRoles: readonly PartyRole[] = [
  'trustee',
  'settlor',
  'appointor',
  'protector',
  'beneficiary',
  ...owning,
];
const partnershipRoles: readonly PartyRole[] = [
  'partner',
  'seniorManagingOfficial',
  'nominee',
  'nominator',
  ...owning,
];
const associationRoles: readonly PartyRole[] = ['director', 'seniorManagingOfficial', ...owning];

const rolesByType: Record<ClientType, readonly PartyRole[]> = {
  individual: personalRoles,
  soleTrader: personalRoles,
  joint: [...owning, 'familyMember'],
  company: companyRoles,
  overseasCompany: companyRoles,
  listedIssuer: companyRoles,
  partnership: partnershipRoles,
  limitedPartnership: [...partnershipRoles, 'director'],
  trust: trustRoles,
  smsf: trustRoles,
  estate: ['executor', 'beneficiary', ...everybody],
  // A charity is a trust, a society or a company.
  charity: [...new Set([...trustRoles, ...companyRoles])],
  society: associationRoles,
  government: associationRoles,
  other: partyRoles,
};

/** Roles that a party of a client of a type can have, in the order of `partyRoles`. */
export function rolesFor(clientType: ClientType): PartyRole[] {
  return partyRoles.filter((role) => rolesByType[clientType].includes(role));
}

/** Whether a type of client can have owners. Individuals and deceased estates cannot. */
export function canHaveShares(clientType: ClientType): boolean {
  return getClientKind(clientType) === 'business' && clientType !== 'estate';
}

/** Maximum length of a typed share, with spaces and a percent sign. */
export const maxShareTextLength = 40;

const hundred = fraction(100n);

/**
 * Parses a typed share to exact decimal text: "33.3333 %" is `33.3333`, "25.00" is `25`. Undefined unless above 0 and up to
 * 100 with at most 4 decimals, as stored.
 */
export function formatShare(typed: string): string | undefined {
  const text = typed.normalize('NFKC').replace(/[\s%]/g, '');
  if (!/^\d{1,3}(\.\d{1,4})?$/.test(text)) return undefined;
  const share = fractionFromDecimal(text);
  if (share === undefined || compareFractions(share, zero) <= 0 || compareFractions(share, hundred) > 0) {
    return undefined;
  }
  const [whole = '0', decimals = ''] = text.split('.');
  const significant = decimals.replace(/0+$/, '');
  return `${Number(whole)}${significant === '' ? '' : `.${significant}`}`;
}

/** Shares of one client, as far as they are recorded. */
export type RecordedShare = { percent: string | null; joint: boolean };

/** Whether shares exceed 100 %. Joint holdings are credited in full to each holder, so joint shares are not summed. */
export function exceedsWhole(shares: readonly RecordedShare[]): boolean {
  const sum = shares
    .filter(({ joint }) => !joint)
    .flatMap(({ percent }) => (percent === null ? [] : (fractionFromDecimal(percent) ?? [])))
    .reduce(addFractions, zero);
  return compareFractions(sum, hundred) > 0;
}

/** Maximum steps over which parties of parties count: ownership is seldom deeper, and cycles must end. */
export const maxPartySteps = 6;
