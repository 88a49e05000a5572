/** A fictitious person or organisation on one of the sandbox's lists; similarities of names are coincidental. */
export interface Listed {
  name: string;
  kind: 'person' | 'body' | 'ship';
  aliases?: readonly string[];
  /** `1961-04-09`, `1958`, `circa 1966` or `1949 to 1951`. */
  born?: string;
  country?: string;
  reason: string;
}

/** Publishers for which the sandbox has a small list. */
export const listKeys = ['un', 'ofac', 'dfat', 'nzPolice', 'nzRussia'] as const;
export type ListKey = (typeof listKeys)[number];

export const isListKey = (text: string): text is ListKey => (listKeys as readonly string[]).includes(text);

/** Entries of a list's first edition; each later edition has one more of `later`. */
const listed: Readonly<Record<ListKey, readonly Listed[]>> = {
  un: [
    {
      name: 'Ozrik Vantelbrume',
      kind: 'person',
      aliases: ['Osric Vantelbrum'],
      born: '1959-08-21',
      country: 'Yemen',
      reason: 'Invented committee A',
    },
    {
      name: 'Thessaly Quorndike',
      kind: 'person',
      born: 'circa 1966',
      country: 'Libya',
      reason: 'Invented committee B',
    },
    {
      name: 'Brigade of the Ninth Lantern',
      kind: 'body',
      aliases: ['Ninth Lantern Brigade'],
      country: 'Iraq',
      reason: 'Invented committee A',
    },
    { name: 'Wuldric Pashenko-Tamm', kind: 'person', born: '1949 to 1951', reason: 'Invented committee C' },
  ],
  ofac: [
    { name: 'Hesperion Maldovar', kind: 'person', born: '1968-02-29', country: 'Panama', reason: 'INVENTED' },
    {
      name: 'Glasswater Freight Syndicate',
      kind: 'body',
      aliases: ['Glasswater Freight'],
      country: 'Cyprus',
      reason: 'INVENTED',
    },
    { name: 'Amber Gannet', kind: 'ship', country: 'Liberia', reason: 'INVENTED' },
  ],
  dfat: [
    {
      name: 'Quillon Starbeck-Ruhl',
      kind: 'person',
      aliases: ['Quilon Starbek'],
      born: '1971-11-04',
      country: 'Syria',
      reason: 'Autonomous (Syria)',
    },
    {
      name: 'Ozrik Vantelbrume',
      kind: 'person',
      born: '1959-08-21',
      country: 'Yemen',
      reason: '1988 (Taliban)',
    },
    {
      name: 'Marrowgate Dredging Authority',
      kind: 'body',
      country: 'Myanmar',
      reason: 'Autonomous (Myanmar)',
    },
    {
      name: 'Fenwick Ostragoth',
      kind: 'person',
      born: '1955',
      country: 'Belarus',
      reason: '1373 (2001)',
    },
  ],
  nzPolice: [
    {
      name: 'Covenant of the Hollow Crown',
      kind: 'body',
      aliases: ['Hollow Crown Covenant', 'Hollow Crowners'],
      reason: '11 March 2015',
    },
    {
      name: 'Front for an Imaginary Archipelago',
      kind: 'body',
      aliases: ['Imaginary Archipelago Front'],
      reason: '2 June 2019',
    },
    { name: 'Sword of Nonesuch', kind: 'body', reason: '9 October 2023' },
  ],
  nzRussia: [
    {
      name: 'Yevgrad Tollmachin',
      kind: 'person',
      aliases: ['Evgrad Tolmachin'],
      born: '1963-05-17',
      country: 'Russia',
      reason: 'Member of an invented council',
    },
    {
      name: 'Ksenobia Varshalomova',
      kind: 'person',
      born: '1970',
      country: 'Russia',
      reason: 'Owner of an invented works',
    },
    {
      name: 'Bank Zimnyaya Lampa',
      kind: 'body',
      aliases: ['Zimnyaya Lampa Bank JSC'],
      country: 'Russia',
      reason: 'Invented bank',
    },
    {
      name: 'Uralsk Imaginary Turbines',
      kind: 'body',
      country: 'Russia',
      reason: 'Invented defence supplier',
    },
  ],
};

const later = [
  'Ambrosine Kettleworth-Dvorn',
  'Lazlomir Quenneth',
  'Perdita Umbrastorm',
  'Xanthos Brackenfjord',
  'Odalys Vermillinger',
  'Torquil Zephyrakis',
] as const;

const laterReasons: Partial<Record<ListKey, string>> = {
  nzPolice: '1 July 2026',
  dfat: 'Autonomous (Russia)',
};

/** Entries of an edition, from 1. */
export function getEntries(key: ListKey, edition: number): Listed[] {
  const added = Array.from({ length: Math.max(0, edition - 1) }, (_, index): Listed => {
    const name = later[index % later.length] ?? '';
    const round = Math.floor(index / later.length);
    return {
      name:
        round === 0 ? name : `${name} ${'I'.repeat(Math.min(round + 1, 3))}${round > 2 ? ` ${round}` : ''}`,
      kind: 'person',
      born: `${1950 + (index % 40)}-06-15`,
      reason: laterReasons[key] ?? 'Added in a later edition',
    };
  });
  return [...listed[key], ...added];
}
