/**
 * Trusted referees, who may certify a copy in New Zealand. A referee is over 16, and is not related to the person, their partner,
 * living at their address, or involved in the business that requires the copy. Source: Identity Verification Code of Practice
 * 2013, Part 2, continued under that of 2026 (uncertain in detail).
 */
export const refereeTypes = {
  justiceOfThePeace: 'Justice of the Peace',
  lawyer: 'Lawyer',
  notaryPublic: 'Notary public',
  police: 'Member of the Police',
  doctor: 'Registered medical doctor',
  teacher: 'Registered teacher',
  charteredAccountant: 'Chartered accountant',
  ministerOfReligion: 'Minister of religion',
  kaumatua: 'Kaumātua, verified through a reputable source',
  memberOfParliament: 'Member of Parliament',
  commonwealthRepresentative: 'Commonwealth representative',
  honoraryConsul: 'New Zealand Honorary consul',
  statutoryDeclarationTaker: 'Another person who may take statutory declarations',
  overseasDeclarationTaker: 'Abroad: person who may take statutory declarations or the equivalent there',
  other: 'Someone else',
} as const;

export type RefereeType = keyof typeof refereeTypes;

export const refereeTypeNames = Object.keys(refereeTypes) as [RefereeType, ...RefereeType[]];

/** All types except those on no list. */
export function isTrustedReferee(type: RefereeType): boolean {
  return type !== 'other';
}
