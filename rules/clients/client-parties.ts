import { addFractions, compareFractions, fraction, fractionFromDecimal, zero } from '#rules/fractions.ts';

/** What a party is to a client. Source: domain 2, ClientParty. */
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
};

/** As long as any share that people type, with spaces and a percent sign. */
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

/**
 * Whether shares come to more than the whole. What people hold together is credited to each of them in full, so joint shares are
 * not added up here.
 */
export function exceedsWhole(shares: readonly RecordedShare[]): boolean {
  const sum = shares
    .filter(({ joint }) => !joint)
    .flatMap(({ percent }) => (percent === null ? [] : (fractionFromDecimal(percent) ?? [])))
    .reduce(addFractions, zero);
  return compareFractions(sum, hundred) > 0;
}

/** A party of a party of a client counts as well, up to so many steps: ownership is seldom deeper, and a ring ends. */
export const maxPartySteps = 6;
