import { type Jurisdiction, jurisdictions } from '#rules/legal-provisions.ts';
import type { ListedEntity } from '#rules/screening/screening-records.ts';

/**
 * The laws that prohibit dealing with a listed person, as far as a company regulated in New Zealand or Australia is bound by them. A list
 * of another country, such as OFAC's, binds neither. `un`: UN Security Council; `dfat`: Australia's Consolidated List; `nzTerrorism`: New
 * Zealand's designated terrorist entities; `nzRussia`: New Zealand's Russia sanctions register.
 */
export const sanctionsRegimes = ['un', 'dfat', 'nzTerrorism', 'nzRussia'] as const;
export type SanctionsRegime = (typeof sanctionsRegimes)[number];

/** Each regime as a form names it. */
export const regimeLabels: Record<SanctionsRegime, string> = {
  un: 'UN Security Council sanctions',
  dfat: 'Australian autonomous sanctions',
  nzTerrorism: 'New Zealand’s designated terrorist entities',
  nzRussia: 'New Zealand’s Russia sanctions',
};

/**
 * Where each regime is law and by which provision. Neither country's own list is law in the other: of a firm regulated in one
 * country alone, a match on the other's list is a finding on risk. To be confirmed, that border. Source: law register 2.5 and 3.6.
 */
const provisions: Record<SanctionsRegime, Partial<Record<Jurisdiction, string>>> = {
  un: {
    NZL: 'United Nations Act 1946 (NZ) and its regulations',
    AUS: 'Charter of the United Nations Act 1945 (AU) ss 20, 21',
  },
  dfat: { AUS: 'Autonomous Sanctions Regulations 2011 (AU) regs 14, 15' },
  nzTerrorism: { NZL: 'Terrorism Suppression Act 2002 (NZ) ss 9, 10' },
  nzRussia: { NZL: 'Russia Sanctions Act 2022 (NZ)' },
};

/** The provision by which a regime prohibits dealing in a country; undefined where it is no law there. */
export function provisionOf(regime: SanctionsRegime, country: Jurisdiction): string | undefined {
  return provisions[regime][country];
}

/** Regimes that prohibit dealing with a listed person for a company regulated in these countries. */
export function prohibitingRegimes(
  regimes: readonly SanctionsRegime[],
  regulatedIn: readonly Jurisdiction[],
): SanctionsRegime[] {
  return regimes.filter((regime) => regulatedIn.some((country) => provisions[regime][country] !== undefined));
}

/** The provisions by which these regimes prohibit it there, as one text; empty where none does. */
export function prohibitionProvisions(
  regimes: readonly SanctionsRegime[],
  regulatedIn: readonly Jurisdiction[],
): string {
  return jurisdictions
    .filter((country) => regulatedIn.includes(country))
    .flatMap((country) => regimes.flatMap((regime) => provisions[regime][country] ?? []))
    .join('; ');
}

/** Whose list it is: a publisher's own, one that gathers several publishers', the sandbox's, the company's own, or an outside service's. */
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

/** Where a listed record comes from, as far as it says whose designation it is. */
export interface ListingSource {
  source: ListSource;
  listName: string;
  entity: Pick<ListedEntity, 'topics' | 'programmes'>;
}

/**
 * How a gathered or a company's own list says whose designation an entry is: the programme's id or title, or the title of the source
 * data set, as OpenSanctions writes them, or the Act's name as the company wrote it.
 */
const regimeWords: readonly [SanctionsRegime, RegExp][] = [
  [
    'un',
    /\bUNSC\b|\bUN[ _-]SC|un_sc_sanctions|(united nations|\bUN\b).*(security council|sanction)|security council/i,
  ],
  ['dfat', /\bDFAT\b|au_dfat|\bAU-[A-Z]|australian? .*sanction|autonomous sanctions/i],
  [
    'nzTerrorism',
    /terrorism suppression act|nz_(designated_)?terror|new zealand.*(designat|terror)|\bNZ-(TERR|TSA)/i,
  ],
  ['nzRussia', /russia sanctions act|nz_russia|new zealand.*russia|\bNZ-RUS/i],
];

/**
 * Regimes under which an entry is designated, stored with each match, so that a match keeps its meaning for years. Empty
 * for entries listed for other reasons than sanctions, and for lists that bind neither country. The sandbox's invented list
 * represents the UN's.
 */
export function getRegimes({ source, listName, entity }: ListingSource): SanctionsRegime[] {
  if (!entity.topics.includes('sanction')) return [];
  if (source === 'un' || source === 'demo') return ['un'];
  if (source === 'dfat') return ['dfat'];
  if (source === 'nzPolice') return ['nzTerrorism'];
  if (source === 'nzRussia') return ['nzRussia'];
  if (source === 'ofac') return [];
  const texts = source === 'own' ? entity.programmes : [listName, ...entity.programmes];
  return regimeWords.filter(([, words]) => texts.some((text) => words.test(text))).map(([regime]) => regime);
}

/** What a confirmed sanctions match means for a company: it must not deal with the person, or it knows of a risk. */
export const sanctionsTags = ['prohibited', 'finding'] as const;
export type SanctionsTag = (typeof sanctionsTags)[number];

export const sanctionsTagLabels: Record<SanctionsTag, string> = {
  prohibited: 'Sanctions match',
  finding: 'Sanctions finding',
};

/** A confirmed match with a sanctions list of a client, or of a related party of one. */
export interface ConfirmedSanction {
  /** Who was matched. */
  clientId: string;
  name: string;
  listName: string;
  regimes: readonly SanctionsRegime[];
}

/** What the worst of several confirmed matches means; null without one. */
export function getSanctionsTag(
  confirmed: readonly Pick<ConfirmedSanction, 'regimes'>[],
  regulatedIn: readonly Jurisdiction[],
): SanctionsTag | null {
  if (confirmed.length === 0) return null;
  return confirmed.some(({ regimes }) => prohibitingRegimes(regimes, regulatedIn).length > 0)
    ? 'prohibited'
    : 'finding';
}
