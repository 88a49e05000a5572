import { createRandom } from '../address/random.ts';
import type { EntityDraft, Holder, Parcel, Person, Status } from './entity-draft.ts';

const givenNames =
  'Aroha,Ben,Chloe,Dev,Ella,Finn,Grace,Hemi,Isla,Jack,Kiri,Leo,Mia,Nikau,Olive,Paul,Quinn,Rosa,Sam,Tane,Una,Vera,Will,Xanthe,Yusuf,Zoe'.split(
    ',',
  );
const familyNames =
  'Ashgrove,Birchmore,Coldwater,Dunrobin,Eastlake,Fallowfield,Greenstone,Highbury,Ironbark,Jessamine,Kingfisher,Longacre,Mātakana,Northcott,Overbridge,Pemberley,Quillfeather,Rātā,Stonehouse,Thornbury,Underhill,Vauxley,Waterhouse,Yarrowdale'.split(
    ',',
  );
const firstWords =
  'Aurora,Banksia,Cascade,Dawn,Ember,Flax,Granite,Harbour,Inlet,Juniper,Karaka,Lagoon,Mānuka,Nova,Osprey,Pōhutukawa,Quartz,Ridge,Summit,Tōtara,Upland,Vista,Willow,Zephyr'.split(
    ',',
  );
const trades =
  'Accounting,Builders,Catering,Dairy,Electrical,Farms,Glass,Homes,Imports,Joinery,Kitchens,Lighting,Motors,Nurseries,Organics,Plumbing,Roofing,Software,Transport,Wines'.split(
    ',',
  );

const newZealanders = 240;
const australians = 160;

/** A few hundred more companies and trusts for realistic searches. Deterministic. */
export function generateEntities(): EntityDraft[] {
  const random = createRandom(20_261_101);
  const person = (): Person => ({ given: random.pick(givenNames), family: random.pick(familyNames) });
  const used = new Set<string>();
  const name = (): string => {
    for (;;) {
      const made =
        `${random.pick(firstWords)} ${random.pick(trades)}${random.chance(0.3) ? ` ${random.whole(2001, 2024)}` : ''}`.toUpperCase();
      if (used.has(made)) continue;
      used.add(made);
      return made;
    }
  };

  function make(country: 'NZL' | 'AUS', count: number): EntityDraft[] {
    return Array.from({ length: count }, (_, index): EntityDraft => {
      const key = `${country}${index}`;
      const since = {
        registeredOn: `${random.whole(1992, 2024)}-${String(random.whole(1, 12)).padStart(2, '0')}-${String(random.whole(1, 28)).padStart(2, '0')}`,
      };
      if (random.chance(0.08)) {
        const family = random.pick(familyNames).toUpperCase();
        const trust =
          country === 'NZL' ? `${family} TRUST ${index}` : `THE TRUSTEE FOR ${family} TRUST ${index}`;
        return { key, country, name: trust, kind: 'trust', ...since };
      }
      const holders = Array.from(
        { length: random.whole(1, 4) },
        (): Holder =>
          // Holders have a lower number only, so that no circle arises by chance.
          index > 10 && random.chance(0.25) ? { key: `${country}${random.whole(0, index - 1)}` } : person(),
      );
      const parcels = holders.map(
        (holder): Parcel => ({
          shares: random.whole(1, 20) * 50,
          holders: random.chance(0.1) ? [holder, person()] : [holder],
          ...(country === 'AUS' ? { beneficial: !random.chance(0.1) } : {}),
        }),
      );
      const people = holders.filter((holder): holder is Person => 'given' in holder);
      const status: Status = random.chance(0.88)
        ? 'registered'
        : random.pick(['removed', 'liquidation', 'receivership']);
      return {
        key,
        country,
        name: `${name()} ${country === 'NZL' ? 'LIMITED' : 'PTY LTD'}`,
        status,
        ...(status === 'removed' ? { endedOn: '2025-06-30' } : {}),
        ...since,
        directors: people.length > 0 ? people : [person()],
        parcels,
      };
    });
  }
  return [...make('NZL', newZealanders), ...make('AUS', australians)];
}
