/** Items that guards look for by their code. */
export const sanctionsItemCode = 'sanctions.checked';
export const partySanctionsItemCode = 'party.sanctionsChecked';
export const partyItemCode = 'party.verified';
export const ratingItemCode = 'risk.rated';

/** Whether an item is sanctions screening, of the client or of a related party, which no CDD exception waives. */
export function isSanctionsItem(code: string): boolean {
  return code === sanctionsItemCode || code === partySanctionsItemCode;
}
