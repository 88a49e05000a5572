/** Registers of businesses. `asic`: Australian company extracts, through a broker. */
export type RegistryId = 'nzbn' | 'abr' | 'asic';

/** Status of a business, normalised over registers. `statusText` of the extract has the register's word. */
export type RegistryStatus =
  | 'registered'
  | 'inAdministration'
  | 'inLiquidation'
  | 'inReceivership'
  | 'removed'
  | 'inactive'
  | 'unknown';

/** Kinds of business as an extract tells them apart. */
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
  /** Town or city (NZ), locality (AU), where the register tells it apart from the lines. */
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

/** One parcel; more than one holder hold it together. */
export type RegistryHolding = {
  /** Whole number of shares, decimal text. */
  shares: string;
  holders: RegistryParty[];
  joint: boolean;
  /** Null where the register does not say. */
  beneficiallyHeld: boolean | null;
  shareClass?: string;
};

/** What a register says of one business, in one shape for all of them. Dates `YYYY-MM-DD`. */
export type RegistryExtract = {
  registry: RegistryId;
  numbers: RegistryNumbers;
  name: string;
  tradingNames: string[];
  formerNames: string[];
  kind: RegistryEntityKind;
  /** As the register words it. */
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
  /** Classes with shares on issue; more than one means that shares and votes may part. */
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

/** One line of a search by name. */
export type RegistryFound = {
  registry: RegistryId;
  /** Extract to request. */
  number: string;
  numbers: RegistryNumbers;
  name: string;
  kindText: string;
  status: RegistryStatus;
  statusText: string;
  /** Where it is, as far as the list says. */
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

/** `message` is for people: what happened and what to do. It never holds a key or an address of ours. */
export type RegistryFailure = {
  ok: false;
  code: RegistryFailureCode;
  message: string;
  retryAfterSeconds?: number;
};

export type RegistryExtractAnswer = { ok: true; extract: RegistryExtract } | RegistryFailure;

type RegistrySearchAnswer = { ok: true; found: RegistryFound[]; total: number } | RegistryFailure;

export type Registry = {
  id: RegistryId;
  /** False where there is no key to it: every question is then answered with `notConfigured`. */
  isSetUp?: false;
  /** By number; its check digit is verified first. Never throws. */
  extract(number: string): Promise<RegistryExtractAnswer>;
  /** By name, the best first; page from 1. Undefined where the register has no search. Never throws. */
  search?(name: string, page?: number): Promise<RegistrySearchAnswer>;
};

/** Names of registers for people. */
export const registryNames: Record<RegistryId, string> = {
  nzbn: 'the NZBN register',
  abr: 'ABN Lookup',
  asic: 'the company extract service',
};
