/** Registers that can be asked about a business. `asic`: company extracts of Australia, through a broker. */
export type RegistryId = 'nzbn' | 'abr' | 'asic';

/** How a business stands, whatever words its register uses. `statusText` of the extract keeps those. */
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

export type RegistryPerson = {
  kind: 'person';
  name: string;
  given?: string;
  middle?: string;
  family?: string;
};

export type RegistryOrganisation = {
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
  /** What the register leaves out: who holds (`abr`, trusts, listed companies), who directs. Absence is then no answer. */
  gives: { officers: boolean; holdings: boolean };
  ultimateHolding?: { name: string; country?: string; numbers: RegistryNumbers };
  /** The answer as it came, to be kept. */
  raw: { text: string; sha256: string };
  /** When it was asked for, UTC ISO. */
  at: string;
};

/** One line of a search by name. */
export type RegistryFound = {
  registry: RegistryId;
  /** What to ask the extract for. */
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

export type RegistrySearchAnswer = { ok: true; found: RegistryFound[]; total: number } | RegistryFailure;

export type Registry = {
  id: RegistryId;
  /** False where there is no key to it: every question is then answered with `notConfigured`. */
  isSetUp?: false;
  /** By number, its check digit tried before anything is asked. Never throws. */
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
