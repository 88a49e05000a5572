/** Sectors of reporting entities: AML/CFT Act 2009 (NZ) s6, AML/CTF Act 2006 (AU) s6 with its tables. */
export const sectors = [
  'accounting',
  'legal',
  'conveyancing',
  'realEstate',
  'finance',
  'trustAndCompanyService',
  'preciousMetals',
  'other',
] as const;

export type Sector = (typeof sectors)[number];

export const sectorLabels: Record<Sector, string> = {
  accounting: 'Accounting and bookkeeping',
  legal: 'Legal',
  conveyancing: 'Conveyancing',
  realEstate: 'Real estate',
  finance: 'Finance',
  trustAndCompanyService: 'Trust and company services',
  preciousMetals: 'Precious metals and stones',
  other: 'Other',
};

/** Sectors of a company as recorded. `sector`: the main one; null until it is recorded. */
export type CompanySectors = { sector: Sector | null; otherSectors?: readonly Sector[] };

/** All sectors of a company, the main one first. */
export const getSectors = ({ sector, otherSectors = [] }: CompanySectors): Sector[] => [
  ...(sector === null ? [] : [sector]),
  ...otherSectors,
];
