import { showcase } from './demo-entities.ts';
import { generateEntities } from './generated-entities.ts';
import { abnEndingIn, acnFor, companyNumberFor, nzbnFor } from './numbers.ts';

export type Person = { given: string; family: string; middle?: string };

/** Holder of a parcel: a person, an entity of these registers by key, or a foreign company. */
export type Holder = Person | { key: string } | { outside: string; country: string; number?: string };

/** `beneficial`: stated by the Australian extract only; the New Zealand register does not record it. */
export type Parcel = { shares: number; holders: Holder[]; beneficial?: boolean };

export type Place = { lines: string[]; postcode: string; state?: string };

type Kind =
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
  /** Former directors. */
  formerDirectors?: Person[];
  parcels?: Parcel[];
  /** Shares on issue, if the parcels do not add up to them. */
  issued?: number;
  ultimateHolding?: { name: string; country: string; key?: string };
  /** Purpose of the demonstration; only entities with this text are listed on the page. */
  toTry?: string;
};

export type Entity = EntityDraft & {
  kind: Kind;
  status: Status;
  registeredOn: string;
  nzbn?: string;
  companyNumber?: string;
  abn?: string;
  acn?: string;
};

function numbered(draft: EntityDraft, index: number): Entity {
  const kind = draft.kind ?? 'company';
  const shared = {
    ...draft,
    kind,
    status: draft.status ?? ('registered' as const),
    registeredOn:
      draft.registeredOn ??
      `20${String(5 + (index % 17)).padStart(2, '0')}-0${1 + (index % 9)}-1${index % 9}`,
  };
  if (draft.country === 'NZL') {
    const isTrust = kind === 'trust' || kind === 'soleTrader';
    return {
      ...shared,
      nzbn: nzbnFor(index),
      ...(isTrust ? {} : { companyNumber: companyNumberFor(index) }),
    };
  }
  const isCompany = kind === 'company' || kind === 'listedCompany';
  const nine = isCompany ? acnFor(index) : `98${String(index).padStart(7, '0')}`;
  return { ...shared, abn: abnEndingIn(nine), ...(isCompany ? { acn: nine } : {}) };
}

export type Entities = {
  all: readonly Entity[];
  byKey: ReadonlyMap<string, Entity>;
  /** NZBN, New Zealand company number, ABN or ACN. */
  byNumber: ReadonlyMap<string, Entity>;
};

/** All entities of the sandbox registers: fictitious and deterministic. */
export function registryEntities(): Entities {
  const all = [...showcase, ...generateEntities()].map(numbered);
  return {
    all,
    byKey: new Map(all.map((entity) => [entity.key, entity])),
    byNumber: new Map(
      all.flatMap((entity) =>
        [entity.nzbn, entity.companyNumber, entity.abn, entity.acn].flatMap((number): [string, Entity][] =>
          number === undefined ? [] : [[number, entity]],
        ),
      ),
    ),
  };
}

/** Shares on issue. */
export function issuedShares({ issued, parcels = [] }: EntityDraft): number {
  return issued ?? parcels.reduce((total, { shares }) => total + shares, 0);
}

const places: Record<'NZL' | 'AUS', Place[]> = {
  NZL: [
    { lines: ['Level 4, 12 Queen Street', 'Auckland Central', 'Auckland'], postcode: '1010' },
    { lines: ['88 Lambton Quay', 'Wellington Central', 'Wellington'], postcode: '6011' },
    { lines: ['5 Victoria Street', 'Hamilton Central', 'Hamilton'], postcode: '3204' },
    { lines: ['17 Cashel Street', 'Christchurch Central City', 'Christchurch'], postcode: '8011' },
    { lines: ['240 Princes Street', 'Central Dunedin', 'Dunedin'], postcode: '9016' },
    { lines: ['31 Devonport Road', 'Tauranga', 'Tauranga'], postcode: '3110' },
    { lines: ['2 Hāwera Street', 'Kohimarama', 'Auckland'], postcode: '1071' },
  ],
  AUS: [
    { lines: ['Level 9, 40 Pitt Street', 'SYDNEY'], state: 'NSW', postcode: '2000' },
    { lines: ['210 Collins Street', 'MELBOURNE'], state: 'VIC', postcode: '3000' },
    { lines: ['Unit 3, 18 Eagle Street', 'BRISBANE CITY'], state: 'QLD', postcode: '4000' },
    { lines: ['77 St Georges Terrace', 'PERTH'], state: 'WA', postcode: '6000' },
    { lines: ['9 Rundle Mall', 'ADELAIDE'], state: 'SA', postcode: '5000' },
    { lines: ['14 Murray Street', 'HOBART'], state: 'TAS', postcode: '7000' },
  ],
};

/** A place of the country, deterministic by number. */
export function placeFor(country: 'NZL' | 'AUS', number: number): Place {
  const there = places[country];
  const place = there[number % there.length];
  if (place === undefined) throw new Error(`No place ${number}`);
  return place;
}

/** A deterministic number for a text. */
export function getNumber(text: string): number {
  return [...text].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003, 7);
}

/** Normalises text for searching: no case, accents or punctuation. */
function searchWords(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** Entities of a country with a name, trading name or former name that has each query word as a prefix; best first. */
export function findByName(
  entities: readonly Entity[],
  country: 'NZL' | 'AUS',
  text: string,
): { entity: Entity; score: number }[] {
  const queryWords = searchWords(text);
  if (queryWords.length === 0) return [];
  return entities
    .filter((entity) => entity.country === country)
    .flatMap((entity) => {
      const names = [entity.name, ...(entity.tradingNames ?? []), ...(entity.formerNames ?? [])].map(
        searchWords,
      );
      const best = Math.max(
        ...names.map((words) => {
          if (!queryWords.every((word) => words.some((own) => own.startsWith(word)))) return 0;
          const whole = queryWords.filter((word) => words.includes(word)).length;
          return Math.round(
            40 +
              (40 * whole) / queryWords.length +
              (20 * queryWords.length) / Math.max(words.length, queryWords.length),
          );
        }),
      );
      return best > 0 ? [{ entity, score: best }] : [];
    })
    .toSorted((a, b) => b.score - a.score || (a.entity.name < b.entity.name ? -1 : 1));
}
