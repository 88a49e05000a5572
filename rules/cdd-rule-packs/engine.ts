import { type CddLevel, cddLevels, type RiskLevel } from '#rules/clients/client-types.ts';
import { type CountryListState, getLists } from '#rules/country-lists/list-versions.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { RegulatedCompany } from '#rules/dates/commencement.ts';
import { jurisdictions as everyJurisdiction, type Jurisdiction } from '#rules/legal-provisions.ts';
import type { ClientFacts } from './facts.ts';
import { itemRank } from './item-codes.ts';
import { packsOn } from './packs.ts';
import type { Guard, Item, LevelContext, PartyToVerify, Rule, RuleContext, RulePack } from './rule.ts';

/** Reason for a CDD level. The API adds author and time. */
type RuleReason = {
  code: string;
  jurisdiction: Jurisdiction;
  provision: string;
  rulePackVersion: string;
  source: 'rule';
  text: string;
  /** Lists that contain a country of the client, with their as-at dates. */
  lists: ListUse[];
};

type ListUse = { country: string; key: CountryListState['key']; name: string; asAt: CalendarDate };

type Because = { code: string; jurisdiction: Jurisdiction; provision: string; rulePackVersion: string };

/** Rules that require an item, and their provisions as one text. */
type Wanted = { provision: string; because: Because[] };

/** Requirement of the law, merged from all rules that state it. */
type RequiredItem = Pick<Item, 'code' | 'text' | 'settled' | 'fix'> & { mayFollow: boolean } & Wanted;

/** Precondition of continuing. */
type RequiredGuard = Guard & Wanted;

export type AssessedClient = {
  on: CalendarDate;
  /** The packs applied. Excludes countries without a pack on the day. */
  packs: { jurisdiction: Jurisdiction; version: string }[];
  /** Countries of the packs whose duties of CDD bind the company on the day. */
  laws: Jurisdiction[];
  level: CddLevel;
  reasons: RuleReason[];
  /** Whether the law of every country permits simplified CDD, once the ground is recorded. */
  simplifiedAllowed: boolean;
  /** False if every country's law currently waives initial CDD on this client, or no longer requires it of the company. */
  initialCddRequired: boolean;
  /** Whether every country's law counts the client as one of before commencement, also where initial due diligence is done voluntarily. */
  isPreCommencement: boolean;
  /** Ground of the waiver, and what to monitor. */
  waivers: (Because & { text: string })[];
  /** The level of risk is at least this. */
  riskFloor?: RiskLevel;
  items: RequiredItem[];
  guards: RequiredGuard[];
  mustVerify: (PartyToVerify & Because)[];
  /** Codes of all rules that hit. */
  hits: string[];
};

export type AssessOptions = {
  /** The laws that the company works under. */
  jurisdictions: readonly Jurisdiction[];
  company: RegulatedCompany;
  on: CalendarDate;
  /** Day whose rules apply, to compare the law of two days for the same facts; default `on`. */
  getLaw?: CalendarDate;
  /** The company's country lists with their states. */
  lists: readonly CountryListState[];
  /**
   * Reader of the result. Outside the suspicion register a suspicion appears only as the assessor's decision, so that the
   * two cannot be distinguished (tipping off, NZ s46, AU s123).
   */
  wall?: 'outside' | 'inside';
  packs?: readonly RulePack[];
  /** Evaluates as if initial CDD were not waived, for doing it voluntarily. */
  evenIfWaived?: boolean;
};

type Hit = { rule: Rule; because: Because };

/** The facts as visible to readers who must not learn of a suspicion. */
function asSeenOutside(facts: ClientFacts, packs: readonly RulePack[]): ClientFacts {
  if (!facts.suspicionReported) return facts;
  const counts = !facts.relationshipEnded || packs.some(({ jurisdiction }) => jurisdiction === 'NZL');
  return {
    ...facts,
    suspicionReported: false,
    assessorRequiresEnhanced: facts.assessorRequiresEnhanced || counts,
  };
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** New Zealand first, then by code, so that the result is independent of the order of rows. */
function compareBecause(a: Because, b: Because): number {
  const byCountry = everyJurisdiction.indexOf(a.jurisdiction) - everyJurisdiction.indexOf(b.jurisdiction);
  return byCountry || compareTexts(a.code, b.code) || compareTexts(a.provision, b.provision);
}

function getHits(packs: readonly RulePack[], facts: ClientFacts, context: RuleContext): Hit[] {
  return packs
    .flatMap(({ rules, version }) =>
      rules
        .filter((rule) => rule.when(facts, context))
        .map((rule) => ({
          rule,
          because: {
            code: rule.code,
            jurisdiction: rule.jurisdiction,
            provision: rule.provision,
            rulePackVersion: version,
          },
        })),
    )
    .sort((a, b) => compareBecause(a.because, b.because));
}

function max(levels: readonly CddLevel[]): CddLevel | undefined {
  return cddLevels.findLast((level) => levels.includes(level));
}

function isSimplifiedAllowed(jurisdiction: Jurisdiction, hits: readonly Hit[]): boolean {
  const own = hits.filter(({ rule }) => rule.jurisdiction === jurisdiction).map(({ rule }) => rule);
  return own.some((rule) => rule.allowsSimplified) && !own.some((rule) => rule.cddLevel === 'enhanced');
}

/** The ground for simplified due diligence is recorded; where New Zealand's pack answers with the listed class, by whatever type. NZ s18(2). */
function isSimplifiedGrounded(packs: readonly RulePack[], facts: ClientFacts): boolean {
  const wantsClass = packs.some(({ jurisdiction }) => jurisdiction === 'NZL');
  return !!facts.simplifiedGround?.trim() && (facts.inListedClass || !wantsClass);
}

/** Enhanced by any hit of any country; simplified only where each country allows it and the ground is recorded. */
function getLevel(packs: readonly RulePack[], hits: readonly Hit[], facts: ClientFacts) {
  const simplifiedAllowed =
    packs.length > 0 && packs.every(({ jurisdiction }) => isSimplifiedAllowed(jurisdiction, hits));
  if (simplifiedAllowed && isSimplifiedGrounded(packs, facts)) {
    return { simplifiedAllowed, level: 'simplified' as const };
  }
  const level = max(hits.flatMap(({ rule }) => rule.cddLevel ?? [])) ?? 'standard';
  return { simplifiedAllowed, level };
}

function saidBy({ says }: Rule, facts: ClientFacts, context: RuleContext): string {
  return typeof says === 'string' ? says : says.of(facts, context);
}

function reasonsFor(
  level: CddLevel,
  hits: readonly Hit[],
  facts: ClientFacts,
  context: RuleContext,
): RuleReason[] {
  return hits
    .filter(({ rule }) => (level === 'simplified' ? rule.allowsSimplified : rule.cddLevel === level))
    .map(({ rule, because }) => ({
      ...because,
      source: 'rule',
      text: saidBy(rule, facts, context),
      lists: (rule.countries?.(facts) ?? []).flatMap((country) =>
        context.getLists(country).map(({ key, name, asAt }) => ({ country, key, name, asAt })),
      ),
    }));
}

type Demand = { settled: boolean; waivable?: boolean; mayFollow?: true; provision?: string };

/**
 * Merges rules that require the same item: met if it is met for both, worded by the rule that allows no exception.
 * `getThing`: identity of an item.
 */
function merged<Thing extends Demand>(
  wanted: readonly { thing: Thing; because: Because }[],
  getThing: (thing: Thing) => string,
): { thing: Thing; settled: boolean; mayFollow: boolean; wanted: Wanted }[] {
  const demands = new Map<string, { thing: Thing; because: Because }[]>();
  for (const demand of wanted) {
    const key = getThing(demand.thing);
    demands.set(key, [...(demands.get(key) ?? []), demand]);
  }
  return [...demands.values()].flatMap((same) => {
    const strictest =
      same.find(({ thing }) => !thing.waivable && !thing.mayFollow) ??
      same.find(({ thing }) => !thing.waivable) ??
      same[0];
    if (strictest === undefined) return [];
    const because = same.map((item) => ({
      ...item.because,
      provision: item.thing.provision ?? item.because.provision,
    }));
    const provision = [...new Set(because.map((item) => item.provision))].join(', ');
    const settled = same.every(({ thing }) => thing.settled);
    const mayFollow = same.every(({ thing }) => thing.mayFollow);
    return [{ thing: strictest.thing, settled, mayFollow, wanted: { provision, because } }];
  });
}

function getItems(hits: readonly Hit[], facts: ClientFacts, context: LevelContext): RequiredItem[] {
  const items = hits.flatMap(
    ({ rule, because }) => rule.items?.(facts, context).map((thing) => ({ thing, because })) ?? [],
  );
  return merged(items, ({ code, fix }) => `${code} ${fix.of ?? ''} ${fix.id ?? ''}`)
    .map(({ thing: { code, text, fix }, settled, mayFollow, wanted }) => ({
      code,
      text,
      fix,
      settled,
      mayFollow,
      ...wanted,
    }))
    .sort((a, b) => itemRank(a.code) - itemRank(b.code));
}

function getGuards(hits: readonly Hit[], facts: ClientFacts, context: LevelContext): RequiredGuard[] {
  const guards = hits.flatMap(
    ({ rule, because }) => rule.guards?.(facts, context).map((thing) => ({ thing, because })) ?? [],
  );
  return merged(guards, ({ kind }: Guard & Demand) => kind).map(({ thing, settled, wanted }) => ({
    ...thing,
    settled,
    ...wanted,
  }));
}

/**
 * Evaluates the rule packs in force on a day for a client: CDD level with reasons, requirements and whether they are met,
 * blockers, and the parties to verify. Pure and independent of the order of rules, jurisdictions and lists. Omits
 * requirements of initial CDD if it is waived.
 * @throws RangeError for a share that is not a decimal.
 */
export function assess(given: ClientFacts, options: AssessOptions): AssessedClient {
  const { on, lists, company, wall = 'outside' } = options;
  const packs = packsOn(options.jurisdictions, company, options.getLaw ?? on, options.packs);
  const laws = packs.filter(({ isEnded }) => !isEnded);
  const facts = wall === 'inside' ? given : asSeenOutside(given, laws);
  const context: RuleContext = { on, company, getLists: (country) => getLists(country, lists, on) };
  const hits = getHits(packs, facts, context);
  const { level, simplifiedAllowed } = getLevel(laws, hits, facts);
  const waiving = hits.filter(({ rule }) => rule.waivesInitialCdd);
  const waivers = options.evenIfWaived ? [] : waiving;
  const waived = new Set(waivers.map(({ rule }) => rule.jurisdiction));
  const counting = hits.filter(
    ({ rule }) =>
      (rule.atLevels?.includes(level) ?? true) && !(waived.has(rule.jurisdiction) && isInitialCdd(rule)),
  );
  const levelContext: LevelContext = { ...context, level };
  const riskFloor = hits.find(({ rule }) => rule.riskFloor)?.rule.riskFloor;
  return {
    on,
    packs: packs.map(({ jurisdiction, version }) => ({ jurisdiction, version })),
    level,
    reasons: reasonsFor(level, hits, facts, context),
    simplifiedAllowed,
    laws: laws.map(({ jurisdiction }) => jurisdiction),
    initialCddRequired: packs.length === 0 || laws.some(({ jurisdiction }) => !waived.has(jurisdiction)),
    isPreCommencement:
      laws.length > 0 &&
      laws.every(({ jurisdiction }) => waiving.some(({ rule }) => rule.jurisdiction === jurisdiction)),
    waivers: waivers.map(({ rule, because }) => ({ ...because, text: saidBy(rule, facts, context) })),
    ...(riskFloor === undefined ? {} : { riskFloor }),
    items: getItems(counting, facts, levelContext),
    guards: getGuards(counting, facts, levelContext),
    mustVerify: counting.flatMap(
      ({ rule, because }) =>
        rule.parties?.(facts, levelContext).map((party) => ({ ...party, ...because })) ?? [],
    ),
    hits: hits.map(({ rule }) => rule.code),
  };
}

/** Rows that require the identity of a client and its owners, which is initial CDD. */
function isInitialCdd({ cddLevel, parties, isInitialCdd: isMarked }: Rule): boolean {
  return cddLevel === 'standard' || parties !== undefined || isMarked === true;
}
