/** Codes of items that guards check. */
export const sanctionsItemCode = 'sanctions.checked';
export const partySanctionsItemCode = 'party.sanctionsChecked';
export const partyItemCode = 'party.verified';
export const ratingItemCode = 'risk.rated';

/** Prefixes of item codes, in the order of CDD. */
const order = [
  'record.',
  'relationship.',
  'entity.',
  'trust.',
  'beneficiaries.',
  'identity.',
  'anonymous.',
  'address.',
  'owners.',
  'party.verified',
  'acting.',
  'party.information',
  'sanctions.',
  'party.sanctions',
  'pep.',
  'party.pep',
  'source.',
  'party.source',
  'findings.',
  'measures.',
  'simplified.',
  'risk.',
] as const;

/** Position of an item in the order of CDD; unknown ones come last. */
export function itemRank(code: string): number {
  const place = order.findIndex((beginning) => code.startsWith(beginning));
  return place === -1 ? order.length : place;
}

/** Whether an item is sanctions screening, of the client or of a related party, which no CDD exception waives. */
export function isSanctionsItem(code: string): boolean {
  return code === sanctionsItemCode || code === partySanctionsItemCode;
}
