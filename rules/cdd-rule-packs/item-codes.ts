/** Items that guards look for by their code. */
export const sanctionsItemCode = 'sanctions.checked';
export const partySanctionsItemCode = 'party.sanctionsChecked';
export const partyItemCode = 'party.verified';
export const ratingItemCode = 'risk.rated';

/** What items are about, by the beginning of their code, in the order in which CDD is done. */
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

/** Place of an item in the order in which CDD is done; what is not in it comes last. */
export function itemRank(code: string): number {
  const place = order.findIndex((beginning) => code.startsWith(beginning));
  return place === -1 ? order.length : place;
}

/** Whether an item is sanctions screening, of the client or of a related party, which no CDD exception waives. */
export function isSanctionsItem(code: string): boolean {
  return code === sanctionsItemCode || code === partySanctionsItemCode;
}
