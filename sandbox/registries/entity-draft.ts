export type Person = { given: string; family: string; middle?: string };

/** Holder of a parcel: a person, an entity of these registers by key, or a foreign company. */
export type Holder = Person | { key: string } | { outside: string; country: string; number?: string };

/** `beneficial`: stated by the Australian extract only; the New Zealand register does not record it. */
export type Parcel = { shares: number; holders: Holder[]; beneficial?: boolean };

export type Kind =
  | 'company'
  | 'overseasCompany'
  | 'listedCompany'
  | 'limitedPartnership'
  | 'trust'
  | 'superFund'
  | 'soleTrader';

export type Status = 'registered' | 'voluntaryAdministration' | 'liquidation' | 'receivership' | 'removed';

/** An entity before its numbers are assigned. */
export type EntityDraft = {
  key: string;
  country: 'NZL' | 'AUS';
  name: string;
  kind?: Kind;
  status?: Status;
  tradingNames?: string[];
  formerNames?: string[];
  registeredOn?: string;
  endedOn?: string;
  office?: number;
  directors?: Person[];
  /** Directors who have left. */
  formerDirectors?: Person[];
  parcels?: Parcel[];
  /** Shares on issue, where the parcels do not add up to them. */
  issued?: number;
  ultimateHolding?: { name: string; country: string; key?: string };
  /** What the entity demonstrates; only entities with this text are listed on the page. */
  toTry?: string;
};
