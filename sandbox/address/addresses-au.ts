import { getPlaces, type Place } from './places.ts';
import { createRandom, type Random } from './random.ts';
import { streetNames } from './street-names.ts';

/**
 * An address as `GET /address/{id}` of the Australian host returns it. INFERRED: the vendor publishes no field list for
 * Australia. These are the fields that its own page widget reads through the same code as New Zealand's, with `state`
 * added; `mailtown`, `address3` and `address4` are included because the product reads the same names from both hosts.
 * Do not rely on other fields.
 */
export type AustralianAddress = {
  id: number;
  dpid: number | null;
  full: string;
  displayline: string;
  address1: string;
  address2: string;
  address3: string;
  address4: string;
  suburb: string;
  city: string;
  /** Present if `state` is missing, in some rows. */
  mailtown?: string;
  /** Missing or '' in a few rows. */
  state?: string;
  postcode: string;
  region: string;
  territory: string;
  x: string;
  y: string;
  /** Internal: the category that the search's filters use. */
  type: 'Urban' | 'PostBox';
};

type Parts = Pick<AustralianAddress, 'type' | 'displayline' | 'full'> & { lines: string[] };

/** About 4,200 invented addresses in real places, deterministic. */
export function australianAddresses(): AustralianAddress[] {
  const random = createRandom(61_2026);
  const addresses: AustralianAddress[] = [];
  const seen = new Set<string>();
  for (const place of getPlaces('AUS')) {
    for (let count = 0; count < (place.kind === 'box' ? 6 : 5); count += 1) {
      const street = `${random.pick(streetNames.AUS)} ${random.pick(streetNames.types)}`;
      for (let doors = 0; doors < (place.kind === 'box' ? 1 : 3); doors += 1) {
        const isStateless = random.chance(0.04);
        const parts = place.kind === 'box' ? box(place, random) : urban(place, street, isStateless, random);
        if (seen.has(parts.full)) continue;
        seen.add(parts.full);
        addresses.push(complete(addresses.length, place, parts, place.kind !== 'box' && isStateless, random));
      }
    }
  }
  return addresses;
}

function urban(place: Place, street: string, isStateless: boolean, random: Random): Parts {
  const number = `${random.whole(1, 240)}${random.chance(0.05) ? random.pick(['A', 'B']) : ''}`;
  const doorway = `${number} ${street}`;
  const ending = isStateless ? place.postcode : `${place.state} ${place.postcode}`;
  const placeLine = `${place.name} ${ending}`;
  if (random.chance(0.05)) {
    const building = `${random.pick(streetNames.buildings)} ${random.pick(streetNames.buildingTypes)}`;
    const entrance = `Level ${random.whole(1, 32)}, ${building}`;
    const lines = [entrance, doorway, place.name, ending];
    return {
      type: 'Urban',
      displayline: `${entrance}, ${doorway}`,
      lines,
      full: `${entrance}, ${doorway}, ${placeLine}`,
    };
  }
  let displayline = doorway;
  if (random.chance(0.22)) {
    const unit = random.whole(1, 60);
    displayline = random.chance(0.5) ? `Unit ${unit} ${doorway}` : `${unit}/${doorway}`;
  }
  return {
    type: 'Urban',
    displayline,
    lines: [displayline, placeLine],
    full: `${displayline}, ${placeLine}`,
  };
}

function box(place: Place, random: Random): Parts {
  // State capitals' general post offices name their boxes GPO.
  const displayline = `${place.name === place.town ? 'GPO Box' : 'PO Box'} ${random.whole(101, 9_999)}`;
  const placeLine = `${place.name} ${place.state} ${place.postcode}`;
  return {
    type: 'PostBox',
    displayline,
    lines: [displayline, placeLine],
    full: `${displayline}, ${placeLine}`,
  };
}

function complete(
  index: number,
  place: Place,
  parts: Parts,
  isStateless: boolean,
  random: Random,
): AustralianAddress {
  const { lines, ...rest } = parts;
  const [address1 = '', address2 = '', address3 = '', address4 = ''] = lines;
  return {
    id: 5_200_001 + index * 11,
    dpid: 30_000_003 + index * 17,
    ...rest,
    address1,
    address2,
    address3,
    address4,
    suburb: place.name,
    city: place.town,
    ...(isStateless ? stateless(place, random) : { state: place.state }),
    postcode: place.postcode,
    region: '',
    territory: '',
    x: (place.longitude + random.whole(-200, 200) / 10_000).toFixed(4),
    y: (place.latitude + random.whole(-200, 200) / 10_000).toFixed(4),
  };
}

/** Rows without a state come in three forms: mail town and city, city alone, and city with an empty state. */
function stateless(place: Place, random: Random): { mailtown?: string; state?: string } {
  return random.pick([{ mailtown: place.name }, {}, { mailtown: place.name, state: '' }]);
}
