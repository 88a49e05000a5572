import { getPlaces, type Place } from './places.ts';
import { createRandom, type Random } from './random.ts';
import { streetNames } from './street-names.ts';

/** An address as `GET /address/{id}` of the New Zealand host returns it: flat, absent parts null. */
export type NewZealandAddress = {
  id: number;
  dpid: number | null;
  linzid: number | null;
  parcelid: number | null;
  meshblock: number | null;
  number: string | null;
  rdnumber: string | null;
  alpha: string | null;
  unittype: string | null;
  unitnumber: string | null;
  floor: string | null;
  building: string | null;
  street: string | null;
  suburb: string;
  city: string;
  mailtown: string;
  territory: string;
  region: string;
  postcode: string;
  full: string;
  displayline: string;
  address1: string;
  address2: string;
  address3: string;
  address4: string;
  type: 'Urban' | 'Rural' | 'PostBox' | 'NonPostal';
  boxbagnumber: string | null;
  boxbaglobby: string | null;
  x: string;
  y: string;
  modified: string;
  paf: boolean;
  deleted: boolean;
};

type Parts = Partial<NewZealandAddress> &
  Pick<
    NewZealandAddress,
    'type' | 'displayline' | 'address1' | 'address2' | 'address3' | 'address4' | 'full'
  >;

/** About 4,900 invented addresses in real places, deterministic. */
export function newZealandAddresses(): NewZealandAddress[] {
  const random = createRandom(64_2026);
  const addresses: NewZealandAddress[] = [];
  const seen = new Set<string>();
  for (const place of getPlaces('NZL')) {
    for (const parts of getParts(place, random)) {
      if (seen.has(parts.full)) continue;
      seen.add(parts.full);
      addresses.push(complete(addresses.length, place, parts, random));
    }
  }
  return addresses;
}

function getParts(place: Place, random: Random): Parts[] {
  switch (place.kind) {
    case 'box':
      return Array.from({ length: 6 }, () => box(place, random));
    case 'rural':
      return Array.from({ length: 7 }, () => rural(place, random));
    case 'street':
      return Array.from({ length: 4 }, () => {
        const street = `${random.pick(streetNames.NZL)} ${random.pick(streetNames.types)}`;
        return [urban(place, street, random), urban(place, street, random), urban(place, street, random)];
      }).flat();
  }
}

function urban(place: Place, street: string, random: Random): Parts {
  const number = String(random.whole(1, 180));
  const alpha = random.chance(0.06) ? random.pick(['A', 'B', 'C']) : null;
  const doorway = `${number}${alpha ?? ''} ${street}`;
  const townLine = `${place.town} ${place.postcode}`;
  // A town with a single suburb of the same name: write it once.
  const placeLines = place.name === place.town ? [townLine] : [place.name, townLine];
  const base = { type: 'Urban' as const, number, alpha, street };

  // A building name needs a fourth line, so it is used only where the suburb has its own.
  if (random.chance(0.05) && place.name !== place.town) {
    const building = `${random.pick(streetNames.buildings)} ${random.pick(streetNames.buildingTypes)}`;
    const floor = `Floor ${random.whole(1, 18)}`;
    const lines = [`${floor}, ${building}`, doorway, ...placeLines];
    return {
      ...base,
      floor,
      building,
      displayline: `${floor}, ${building}, ${doorway}`,
      ...fourLines(lines),
    };
  }
  if (random.chance(0.15)) {
    const unitnumber = String(random.whole(1, 24));
    const displayline = `${unitnumber}/${doorway}`;
    const unittype = random.pick(['FLAT', 'UNIT', 'APARTMENT']);
    return { ...base, unittype, unitnumber, displayline, ...fourLines([displayline, ...placeLines]) };
  }
  const isUndeliverable = random.chance(0.02);
  return {
    ...base,
    ...(isUndeliverable ? { type: 'NonPostal' as const, dpid: null, paf: false } : {}),
    displayline: doorway,
    ...fourLines([doorway, ...placeLines]),
  };
}

function rural(place: Place, random: Random): Parts {
  const number = String(random.whole(3, 2_400));
  const street = `${random.pick(streetNames.rural)} Road`;
  const displayline = `${number} ${street}`;
  return {
    type: 'Rural',
    number,
    street,
    rdnumber: place.delivery.slice('RD '.length),
    displayline,
    ...fourLines([displayline, place.delivery, `${place.town} ${place.postcode}`]),
  };
}

function box(place: Place, random: Random): Parts {
  const boxbagnumber = String(random.whole(101, 99_999));
  const displayline = `PO Box ${boxbagnumber}`;
  const townLine = `${place.town} ${place.postcode}`;
  const lines = place.name === place.town ? [displayline, townLine] : [displayline, place.name, townLine];
  return { type: 'PostBox', boxbagnumber, boxbaglobby: place.name, displayline, ...fourLines(lines) };
}

function fourLines(lines: string[]) {
  const [address1 = '', address2 = '', address3 = '', address4 = ''] = lines;
  return { address1, address2, address3, address4, full: lines.join(', ') };
}

function complete(index: number, place: Place, parts: Parts, random: Random): NewZealandAddress {
  const isBox = parts.type === 'PostBox';
  return {
    id: 1_400_001 + index * 7,
    dpid: 700_003 + index * 3,
    linzid: isBox ? null : 310_007 + index * 5,
    parcelid: isBox ? null : 4_100_009 + index * 2,
    meshblock: isBox ? null : 100_100 + random.whole(0, 4_000_000),
    number: null,
    rdnumber: null,
    alpha: null,
    unittype: null,
    unitnumber: null,
    floor: null,
    building: null,
    street: null,
    suburb: isBox ? '' : place.name,
    city: place.town,
    mailtown: place.town,
    territory: place.territory,
    region: place.region,
    postcode: place.postcode,
    boxbagnumber: null,
    boxbaglobby: null,
    x: (place.longitude + random.whole(-200, 200) / 10_000).toFixed(4),
    y: (place.latitude + random.whole(-200, 200) / 10_000).toFixed(4),
    modified: `2025-${String(random.whole(1, 12)).padStart(2, '0')}-01`,
    paf: true,
    deleted: false,
    ...parts,
  };
}
