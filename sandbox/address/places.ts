import { australianPlaces } from './places-au.ts';
import { newZealandPlaces } from './places-nz.ts';

export type Country = 'NZL' | 'AUS';

/** A place of delivery. */
export type Place = {
  kind: 'street' | 'rural' | 'box';
  /** Suburb or locality; for boxes the lobby. */
  name: string;
  postcode: string;
  /** Mail town (NZ) or city or region (AU). */
  town: string;
  /** NZ: territory and region. AU: both ''. */
  territory: string;
  region: string;
  /** AU: `NSW` and so on. NZ: ''. */
  state: string;
  /** `RD 2`, or '' for urban deliveries. */
  delivery: string;
  latitude: number;
  longitude: number;
};

/** All places of a country, in the order of its table. @throws if a line cannot be parsed */
export function getPlaces(country: Country): Place[] {
  const places: Place[] = [];
  let town: Omit<Place, 'kind' | 'name' | 'postcode' | 'delivery'> | undefined;
  for (const line of (country === 'NZL' ? newZealandPlaces : australianPlaces).trim().split('\n')) {
    if (line.startsWith('# ')) {
      town = readTown(country, line.slice(2).split(' | '));
      continue;
    }
    const [, delivery = '', box, postcode = '', names] = /^(RD \d+ )?(PO )?(\d{4}): (.+)$/.exec(line) ?? [];
    if (!town || names === undefined) throw new Error(`Cannot read the place "${line}"`);
    const kind = box === undefined ? (delivery === '' ? 'street' : 'rural') : 'box';
    for (const name of names.split(', '))
      places.push({ ...town, kind, name, postcode, delivery: delivery.trim() });
  }
  return places;
}

function readTown(country: Country, cells: string[]) {
  const [town = '', second = '', third = '', ...rest] = cells;
  const [latitude, longitude] = (country === 'NZL' ? rest : [third, ...rest]).map(Number);
  if (latitude === undefined || longitude === undefined) throw new Error(`Cannot read the town "${town}"`);
  return country === 'NZL'
    ? { town, territory: second, region: third, state: '', latitude, longitude }
    : { town, territory: '', region: '', state: second, latitude, longitude };
}
