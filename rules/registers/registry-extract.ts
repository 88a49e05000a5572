/** Registers of businesses. `asic`: Australian company extracts, through a broker. */
export const registryIds = ['nzbn', 'abr', 'asic'] as const;
export type RegistryId = (typeof registryIds)[number];

/** Status of a business, normalised across registers. `statusText` of the extract has the register's wording. */
export type RegistryStatus =
  | 'registered'
  | 'inAdministration'
  | 'inLiquidation'
  | 'inReceivership'
  | 'removed'
  | 'inactive'
  | 'unknown';

/** Kinds of business distinguished in extracts. */
export type RegistryEntityKind =
  | 'company'
  | 'overseasCompany'
  | 'listedIssuer'
  | 'partnership'
  | 'limitedPartnership'
  | 'trust'
  | 'smsf'
  | 'soleTrader'
  | 'government'
  | 'society'
  | 'other';

export type RegistryNumbers = { nzbn?: string; nzCompanyNumber?: string; abn?: string; acn?: string };

export type RegistryAddress = {
  type: 'registered' | 'service' | 'postal' | 'business' | 'other';
  lines: string[];
  /** Town or city (NZ) or locality (AU), if the register provides it separately. */
  locality?: string;
  state?: string;
  postcode?: string;
  /** ISO 3166-1 alpha-2 as registers write it, upper-case. */
  country?: string;
};

type RegistryPerson = {
  kind: 'person';
  name: string;
  given?: string;
  middle?: string;
  family?: string;
};

type RegistryOrganisation = {
  kind: 'organisation';
  name: string;
  numbers: RegistryNumbers;
  country?: string;
};

export type RegistryParty = RegistryPerson | RegistryOrganisation;

export type RegistryOfficer = {
  party: RegistryParty;
  role: 'director' | 'secretary' | 'partner' | 'other';
  roleText: string;
  /** `YYYY-MM-DD`. */
  from?: string;
  /** Set when the role has ended. */
  to?: string;
};

/** One parcel; several holders hold it jointly. */
export type RegistryHolding = {
  /** Whole number of shares, decimal text. */
  shares: string;
  holders: RegistryParty[];
  joint: boolean;
  /** Null if the register does not provide it. */
  beneficiallyHeld: boolean | null;
  shareClass?: string;
};

/** Extract of a business, in one format for all registers. Dates are `YYYY-MM-DD`. */
export type RegistryExtract = {
  registry: RegistryId;
  numbers: RegistryNumbers;
  name: string;
  tradingNames: string[];
  formerNames: string[];
  kind: RegistryEntityKind;
  /** Status as worded by the register. */
  kindText: string;
  status: RegistryStatus;
  statusText: string;
  registeredOn?: string;
  endedOn?: string;
  country: 'NZL' | 'AUS';
  addresses: RegistryAddress[];
  officers: RegistryOfficer[];
  holdings: RegistryHolding[];
  /** Shares on issue, decimal text. More than one class: the sum of all. */
  issuedShares?: string;
  /** Classes with shares on issue; with more than one, shares and votes may differ. */
  shareClasses: string[];
  /**
   * Facts that the register does not provide: holders (`abr`, trusts, listed companies), directors. An empty list then
   * means unknown.
   */
  gives: { officers: boolean; holdings: boolean };
  ultimateHolding?: { name: string; country?: string; numbers: RegistryNumbers };
  /** Original response, for storage. */
  raw: { text: string; sha256: string };
  /** When it was requested, UTC ISO. */
  at: string;
};

/** Result of a search by name. */
export type RegistryFound = {
  registry: RegistryId;
  /** Extract to request. */
  number: string;
  numbers: RegistryNumbers;
  name: string;
  kindText: string;
  status: RegistryStatus;
  statusText: string;
  /** Location, if the register provides it. */
  place?: string;
};

export type RegistryFailureCode =
  | 'invalidNumber'
  | 'invalidSearch'
  | 'notFound'
  | 'badKey'
  | 'tooManyRequests'
  | 'unavailable'
  | 'unreadable'
  | 'notConfigured';

/** `message` is for display: what happened and what to do. It never contains a key or an internal address. */
export type RegistryFailure = {
  ok: false;
  code: RegistryFailureCode;
  message: string;
  retryAfterSeconds?: number;
};

export type RegistryExtractResponse = { ok: true; extract: RegistryExtract } | RegistryFailure;

type RegistrySearchResponse = { ok: true; found: RegistryFound[]; total: number } | RegistryFailure;

export type Registry = {
  id: RegistryId;
  /** False without credentials: every request then returns `notConfigured`. */
  isSetUp?: false;
  /** Extract by number, whose check digit is verified first. Never throws. */
  extract(number: string): Promise<RegistryExtractResponse>;
  /** Search by name, best results first; pages start at 1. Undefined if the register has no search. Never throws. */
  search?(name: string, page?: number): Promise<RegistrySearchResponse>;
};

/** Display names of registers. */
export const registryNames: Record<RegistryId, string> = {
  nzbn: 'the NZBN register',
  abr: 'ABN Lookup',
  asic: 'the company extract service',
};
