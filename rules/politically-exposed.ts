import type { PepStatus } from './client-types.ts';

/** Whose relative or close associate someone is, where that is known. */
export type PepOf = 'foreign' | 'domestic' | 'internationalOrganisation';

/** Whether someone is a politically exposed person of any kind, or a relative or close associate of one. */
export function isExposed(pepStatus: PepStatus): boolean {
  return pepStatus !== 'none' && pepStatus !== 'notChecked';
}

/**
 * Whether someone is treated as a foreign politically exposed person. A relative or associate is what the person is to whom she is
 * close (both Acts, "politically exposed person"); where that is not recorded, as of a foreign one.
 */
export function countsAsForeignPep(pepStatus: PepStatus, pepOf?: PepOf | null): boolean {
  if (pepStatus === 'relativeOrAssociate') return !pepOf || pepOf === 'foreign';
  return pepStatus === 'foreign';
}
