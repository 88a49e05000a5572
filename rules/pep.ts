import type { PepStatus } from './clients/client-types.ts';

/** Whose relative or close associate someone is, where that is known. */
export type PepOf = 'foreign' | 'domestic' | 'internationalOrganisation';

/** Returns true if someone is a PEP of any kind, or a relative or close associate of one. */
export function isExposed(pepStatus: PepStatus): boolean {
  return pepStatus !== 'none' && pepStatus !== 'notChecked';
}

/**
 * Returns true if someone is treated as a PEP of their own country or of an international organisation. A relative or close associate takes the
 * kind of the PEP. AU s9, Rules 1-5.
 */
export function countsAsDomesticPep(pepStatus: PepStatus, pepOf?: PepOf | null): boolean {
  const kind = pepStatus === 'relativeOrAssociate' ? pepOf : pepStatus;
  return kind === 'domestic' || kind === 'internationalOrganisation';
}

/**
 * Returns true if someone is treated as a foreign PEP. A relative or close associate takes the kind of the PEP (both Acts,
 * "politically exposed person"); if not recorded, foreign.
 */
export function countsAsForeignPep(pepStatus: PepStatus, pepOf?: PepOf | null): boolean {
  if (pepStatus === 'relativeOrAssociate') return !pepOf || pepOf === 'foreign';
  return pepStatus === 'foreign';
}
