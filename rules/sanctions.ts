import { type Jurisdiction, jurisdictions } from '#rules/legal-provisions.ts';
import type { ListedEntity } from '#rules/screening/screening-records.ts';

/**
 * The laws that prohibit dealing with a listed person, as far as they bind a company regulated in New Zealand or Australia. Lists of
 * other countries, such as OFAC's, bind neither. `un`: UN Security Council; `dfat`: Australia's autonomous sanctions; `auTerrorism`: listings
 * of Australia's Minister for Security Council resolution 1373; `nzTerrorism`: New Zealand's designated terrorist entities; `nzRussia`: New
 * Zealand's Russia sanctions register.
 */
export const sanctionsRegimes = ['un', 'dfat', 'auTerrorism', 'nzTerrorism', 'nzRussia'] as const;
export type SanctionsRegime = (typeof sanctionsRegimes)[number];

/** Labels of the regimes. */
export const regimeLabels: Record<SanctionsRegime, string> = {
  un: 'UN Security Council sanctions',
  dfat: 'Australian autonomous sanctions',
  auTerrorism: 'Australian counter-terrorism listings',
  nzTerrorism: 'New Zealand’s designated terrorist entities',
  nzRussia: 'New Zealand’s Russia sanctions',
};

/**
 * Where each regime is law and by which provision. Neither country's own list is law in the other: of a firm regulated in one
 * country alone, a match on the other's list is a finding on risk. To be confirmed (nz.tfs.border, au.tfs.border): that border.
 * Sources: as of the prohibitions.
 */
const provisions: Record<SanctionsRegime, Partial<Record<Jurisdiction, string>>> = {
  un: {
    NZL: 'United Nations Act 1946 (NZ) and its regulations',
    AUS: 'Charter of the United Nations Act 1945 (AU) ss 20, 21',
  },
  dfat: { AUS: 'Autonomous Sanctions Regulations 2011 (AU) regs 14, 15' },
  auTerrorism: { AUS: 'Charter of the United Nations Act 1945 (AU) ss 15, 20, 21' },
  nzTerrorism: { NZL: 'Terrorism Suppression Act 2002 (NZ) ss 9, 10' },
  nzRussia: { NZL: 'Russia Sanctions Act 2022 (NZ)' },
};

/** The provision by which a regime prohibits dealing in a country; undefined if it is not law there. */
export function getProvision(regime: SanctionsRegime, country: Jurisdiction): string | undefined {
  return provisions[regime][country];
}

/** Regimes that prohibit dealing with a listed person for a company regulated in these countries. */
export function prohibitingRegimes(
  regimes: readonly SanctionsRegime[],
  regulatedIn: readonly Jurisdiction[],
): SanctionsRegime[] {
  return regimes.filter((regime) => regulatedIn.some((country) => provisions[regime][country] !== undefined));
}

/** The provisions by which these regimes prohibit dealing in a country, as one text; empty if none does. */
export function prohibitionProvisions(
  regimes: readonly SanctionsRegime[],
  regulatedIn: readonly Jurisdiction[],
): string {
  return jurisdictions
    .filter((country) => regulatedIn.includes(country))
    .flatMap((country) => regimes.flatMap((regime) => provisions[regime][country] ?? []))
    .join('; ');
}

/**
 * Origins of a list: a publisher's own, a combination of several publishers', the sandbox's, the company's own, or an external service's.
 */
export const listSources = [
  'un',
  'ofac',
  'dfat',
  'nzPolice',
  'nzRussia',
  'opensanctions',
  'demo',
  'own',
  'service',
] as const;
export type ListSource = (typeof listSources)[number];

/** Origin of a listed record, as far as it identifies the designating regime. */
export interface ListingSource {
  source: ListSource;
  listName: string;
  entity: Pick<ListedEntity, 'topics' | 'programmes'>;
}

/**
 * Patterns of the designating regime on combined and company lists: the programme's id or title, or the title of the source data
 * set, as written by OpenSanctions, or the Act's name as written by the company.
 */
const regimeWords: readonly [SanctionsRegime, RegExp][] = [
  [
    'un',
    /\bUNSC\b|\bUN[ _-]SC|un_sc_sanctions|(united nations|\bUN\b).*(security council|sanction)|security council/i,
  ],
  [
    'dfat',
    /\bAU-(CRP|CYB|DPRK|HUMAN|IRAN|LIBYA|MYANMAR|RUSSIA|SYRIA|UKRAINE|YUGO|ZIM)\b|autonomous sanctions|\bautonomous \(/i,
  ],
  [
    'auTerrorism',
    /\bAU-UNSC-?1373|(^|[^a-z0-9-])UN[ _-]?SC[ _-]?1373|charter of the united nations (act|\(dealing with assets)|australian? .*(1373|counter.?terror)/i,
  ],
  [
    'nzTerrorism',
    /terrorism suppression act|nz_(designated_)?terror|new zealand.*(designat|terror)|\bNZ-(TERR|TSA)/i,
  ],
  ['nzRussia', /russia sanctions act|nz_russia|new zealand.*russia|\bNZ-RUS/i],
];

/** Programme ids of Australia without a known regime, such as that of the organisations listed under its Criminal Code. */
const unclearProgramme =
  /\bAU-(?!(CRP|CYB|DPRK|HUMAN|IRAN|LIBYA|MYANMAR|RUSSIA|SYRIA|UKRAINE|YUGO|ZIM)\b)(?!UNSC-?1373)[A-Z]/i;

/** Australia's list by its title or id, which does not tell the regime. */
const australianList = /\bDFAT\b|au_dfat|australian? .*sanction/i;

/** Programme ids of Security Council committees. */
const councilProgramme = /(^|[^a-z0-9-])UN[ _-]SC[A-Z0-9]/i;

/**
 * Patterns of the regime in the column “Committees” of Australia's own list: numbers of Security Council resolutions, except 1373, are those
 * of its committees. Years follow a bracket. A number that is not known is not recognised.
 */
const committeeWords: readonly [SanctionsRegime, RegExp][] = [
  [
    'un',
    /(^|[^(\d])(751|1267|1333|1483|1518|1521|1533|1572|1591|1636|1701|1718|1737|1844|1907|1929|1970|1973|1988|1989|2048|2093|2127|2140|2206|2231|2253|2374|2653|2713|2745)(?!\d)/,
  ],
  ['dfat', /\bautonomous\b/i],
  ['auTerrorism', /(^|[^(\d])1373(?!\d)/],
];

/** Both regimes of Australia's own: of an entry whose regime is unknown, the permits of both must be in effect. */
const eitherAustralian = ['dfat', 'auTerrorism'] as const satisfies readonly SanctionsRegime[];

const inOrder = (found: readonly SanctionsRegime[]) =>
  sanctionsRegimes.filter((regime) => found.includes(regime));

const matching = (words: readonly [SanctionsRegime, RegExp][], texts: readonly string[]) =>
  words.filter(([, pattern]) => texts.some((text) => pattern.test(text))).map(([regime]) => regime);

/** Regimes of an entry on Australia's own list by its committees. A blank or unknown one counts as both of Australia's own. */
function committeeRegimes(committees: readonly string[]): SanctionsRegime[] {
  return (committees.length === 0 ? [''] : committees).flatMap((text) => {
    const found = matching(committeeWords, [text]);
    return found.length === 0 ? eitherAustralian : found;
  });
}

/** Regimes of an entry on a combined or company list. Australia's without the committee counts as both of its own. */
function programmeRegimes(texts: readonly string[]): SanctionsRegime[] {
  const found = matching(regimeWords, texts);
  const isTold =
    found.some((regime) => regime === 'dfat' || regime === 'auTerrorism') ||
    texts.some((text) => councilProgramme.test(text));
  const isUnclear =
    texts.some((text) => unclearProgramme.test(text)) ||
    (!isTold && texts.some((text) => australianList.test(text)));
  return [...found, ...(isUnclear ? eitherAustralian : [])];
}

/**
 * Regimes under which an entry is designated, stored with each match, so that its meaning never changes. Empty for entries
 * listed for reasons other than sanctions, and for lists that bind neither country. The sandbox's fictitious list
 * represents the UN's. Australia's list has the designations of three laws, told by the committee: Autonomous Sanctions Regulations 2011
 * (AU) regs 14, 15; Charter of the United Nations Act 1945 (AU) Part 4, by the Minister (s 15) or by regulations for the Security Council's
 * committees (s 18). The publisher's forms of a committee: certainty C.
 */
export function getRegimes({ source, listName, entity }: ListingSource): SanctionsRegime[] {
  if (!entity.topics.includes('sanction')) return [];
  if (source === 'un' || source === 'demo') return ['un'];
  if (source === 'dfat') return inOrder(committeeRegimes(entity.programmes));
  if (source === 'nzPolice') return ['nzTerrorism'];
  if (source === 'nzRussia') return ['nzRussia'];
  if (source === 'ofac') return [];
  const texts = source === 'own' ? entity.programmes : [listName, ...entity.programmes];
  return inOrder(programmeRegimes(texts));
}

/** Consequence of a confirmed sanctions match for a company: dealing is prohibited, or there is a known risk. */
export const sanctionsTags = ['prohibited', 'finding'] as const;
export type SanctionsTag = (typeof sanctionsTags)[number];

export const sanctionsTagLabels: Record<SanctionsTag, string> = {
  prohibited: 'Sanctions match',
  finding: 'Sanctions finding',
};

/** A confirmed match with a sanctions list of a client, or of a related party of one. */
export interface ConfirmedSanction {
  /** The matched person's client record. */
  clientId: string;
  name: string;
  listName: string;
  regimes: readonly SanctionsRegime[];
}

/** Consequence of the most serious of several confirmed matches; null without one. */
export function getSanctionsTag(
  confirmed: readonly Pick<ConfirmedSanction, 'regimes'>[],
  regulatedIn: readonly Jurisdiction[],
): SanctionsTag | null {
  if (confirmed.length === 0) return null;
  return confirmed.some(({ regimes }) => prohibitingRegimes(regimes, regulatedIn).length > 0)
    ? 'prohibited'
    : 'finding';
}
