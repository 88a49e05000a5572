import type { CalendarDate } from '#rules/calendar-dates.ts';
import { type CddLevel, cddLevels, type RiskLevel } from '#rules/client-types.ts';
import { delayedCddDueOn, dueDateAlerts } from '#rules/clocks.ts';
import { type CountryListState, listsOf } from '#rules/country-lists.ts';
import { jurisdictions as everyJurisdiction, type Jurisdiction } from '#rules/provisions.ts';
import type { ClientFacts } from './facts.ts';
import { rulePackOn, rulePacks } from './packs.ts';
import type { Guard, Item, LevelContext, PartyToVerify, Rule, RuleContext, RulePack } from './rule.ts';

/** Why a level of due diligence applies. The API adds who and when. Source: domain 2, CddReason. */
export type RuleReason = {
  code: string;
  jurisdiction: Jurisdiction;
  provision: string;
  rulePackVersion: string;
  source: 'rule';
  text: string;
  /** Lists that name a country of the client, with the day as at which each of them was. */
  lists: ListUse[];
};

export type ListUse = { country: string; key: CountryListState['key']; name: string; asAt: CalendarDate };

type Because = { code: string; jurisdiction: Jurisdiction; provision: string; rulePackVersion: string };

/** Every rule that wants a thing, and their provisions in one text for people. */
type Wanted = { provision: string; because: Because[] };

/** One thing that the law wants, whoever of its rules wants it. */
export type RequiredItem = Pick<Item, 'code' | 'text' | 'settled' | 'fix'> & Wanted;

/** One thing that has to be so before going on. A prohibition is never settled. */
export type RequiredGuard = Guard & Wanted;

export type AssessedClient = {
  on: CalendarDate;
  /** The packs that answered. A country that has none on the day is not among them. */
  packs: { jurisdiction: Jurisdiction; version: string }[];
  level: CddLevel;
  reasons: RuleReason[];
  /** Whether the law of every country would be content with simplified due diligence, once the ground is recorded. */
  simplifiedAllowed: boolean;
  /** False where every country's law waives initial due diligence on this client, for the time being. */
  initialCddRequired: boolean;
  /** By what it is waived, and what to keep watching for. */
  waivers: (Because & { text: string })[];
  /** The level of risk is at least this. */
  riskFloor?: RiskLevel;
  items: RequiredItem[];
  guards: RequiredGuard[];
  mustVerify: (PartyToVerify & Because)[];
  delayedCdd?: { dueOn: CalendarDate; alerts: { daysBefore: number; on: CalendarDate }[] };
  /** Codes of all rules that hit. */
  hits: string[];
};

export type AssessOptions = {
  /** The laws that the company works under. */
  jurisdictions: readonly Jurisdiction[];
  on: CalendarDate;
  /** The company's country lists with their states. */
  lists: readonly CountryListState[];
  /**
   * Who reads the answer. Outside the wall a suspicion shows as the assessor's decision and as nothing else, so that it cannot be
   * told from one (NZ s46, AU s123). Only the suspicion register asks from inside.
   */
  wall?: 'outside' | 'inside';
  packs?: readonly RulePack[];
};

type Hit = { rule: Rule; because: Because };

/** What the facts are to those who may not know of a suspicion. */
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

/** New Zealand first, then by code, so that the answer does not hang on the order in which rows are written. */
function compareBecause(a: Because, b: Because): number {
  const byCountry = everyJurisdiction.indexOf(a.jurisdiction) - everyJurisdiction.indexOf(b.jurisdiction);
  return byCountry || compareTexts(a.code, b.code) || compareTexts(a.provision, b.provision);
}

function hitsOf(packs: readonly RulePack[], facts: ClientFacts, context: RuleContext): Hit[] {
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

/** Enhanced by any hit of any country; simplified only where each country allows it and the ground is recorded. Source: domain 4. */
function levelOf(packs: readonly RulePack[], hits: readonly Hit[], facts: ClientFacts) {
  const simplifiedAllowed =
    packs.length > 0 && packs.every(({ jurisdiction }) => isSimplifiedAllowed(jurisdiction, hits));
  if (simplifiedAllowed && facts.simplifiedGround?.trim()) {
    return { simplifiedAllowed, level: 'simplified' as const };
  }
  const level = max(hits.flatMap(({ rule }) => rule.cddLevel ?? [])) ?? 'standard';
  return { simplifiedAllowed, level };
}

function saidBy({ says }: Rule, facts: ClientFacts, context: RuleContext): string {
  return typeof says === 'string' ? says : says(facts, context);
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
        context.listsOf(country).map(({ key, name, asAt }) => ({ country, key, name, asAt })),
      ),
    }));
}

type Demand = { settled: boolean; waivable?: boolean; provision?: string };

/**
 * Two rules that want one thing want it once: settled when it is for both, in the words of the one that takes no excuse.
 * `thingOf`: what tells things apart.
 */
function merged<Thing extends Demand>(
  wanted: readonly { thing: Thing; because: Because }[],
  thingOf: (thing: Thing) => string,
): { thing: Thing; settled: boolean; wanted: Wanted }[] {
  const demands = new Map<string, { thing: Thing; because: Because }[]>();
  for (const demand of wanted) {
    const key = thingOf(demand.thing);
    demands.set(key, [...(demands.get(key) ?? []), demand]);
  }
  return [...demands.values()].flatMap((same) => {
    const strictest = same.find(({ thing }) => !thing.waivable) ?? same[0];
    if (strictest === undefined) return [];
    const because = same.map((one) => ({
      ...one.because,
      provision: one.thing.provision ?? one.because.provision,
    }));
    const provision = [...new Set(because.map((one) => one.provision))].join(', ');
    const settled = same.every(({ thing }) => thing.settled);
    return [{ thing: strictest.thing, settled, wanted: { provision, because } }];
  });
}

function itemsOf(hits: readonly Hit[], facts: ClientFacts, context: LevelContext): RequiredItem[] {
  const items = hits.flatMap(
    ({ rule, because }) => rule.items?.(facts, context).map((thing) => ({ thing, because })) ?? [],
  );
  return merged(items, ({ code, fix }) => `${code} ${fix.id ?? ''}`).map(
    ({ thing: { code, text, fix }, settled, wanted }) => ({ code, text, fix, settled, ...wanted }),
  );
}

function guardsOf(hits: readonly Hit[], facts: ClientFacts): RequiredGuard[] {
  const guards = hits.flatMap(
    ({ rule, because }) => rule.guards?.(facts).map((thing) => ({ thing, because })) ?? [],
  );
  return merged(guards, ({ kind }: Guard & Demand) => kind).map(({ thing, settled, wanted }) => ({
    ...thing,
    settled,
    ...wanted,
  }));
}

/**
 * What the rule packs in force on a day say of a client: the level of due diligence with its reasons, what the law wants and
 * whether it is there, what stands in the way, who has to be verified. Pure; the same facts and day always give the same answer,
 * in whatever order rules, jurisdictions and lists come. What initial due diligence wants is left out where it is waived. Throws
 * RangeError for a share that is no decimal. Source: domain 4, CDD level; domain 7.
 */
export function assess(given: ClientFacts, options: AssessOptions): AssessedClient {
  const { on, lists, wall = 'outside' } = options;
  const packs = everyJurisdiction
    .filter((jurisdiction) => options.jurisdictions.includes(jurisdiction))
    .flatMap((jurisdiction) => rulePackOn(jurisdiction, on, options.packs ?? rulePacks) ?? []);
  const facts = wall === 'inside' ? given : asSeenOutside(given, packs);
  const context: RuleContext = { on, listsOf: (country) => listsOf(country, lists, on) };
  const hits = hitsOf(packs, facts, context);
  const { level, simplifiedAllowed } = levelOf(packs, hits, facts);
  const waivers = hits.filter(({ rule }) => rule.waivesInitialCdd);
  const waived = new Set(waivers.map(({ rule }) => rule.jurisdiction));
  const counting = hits.filter(
    ({ rule }) =>
      (rule.atLevels?.includes(level) ?? true) && !(waived.has(rule.jurisdiction) && isInitialCdd(rule)),
  );
  const levelContext: LevelContext = { ...context, level };
  const riskFloor = hits.find(({ rule }) => rule.riskFloor)?.rule.riskFloor;
  const dueOn =
    facts.delayed !== null && hits.some(({ rule }) => rule.setsDelay)
      ? delayedCddDueOn(facts.delayed)
      : undefined;
  return {
    on,
    packs: packs.map(({ jurisdiction, version }) => ({ jurisdiction, version })),
    level,
    reasons: reasonsFor(level, hits, facts, context),
    simplifiedAllowed,
    initialCddRequired: packs.length === 0 || packs.some(({ jurisdiction }) => !waived.has(jurisdiction)),
    waivers: waivers.map(({ rule, because }) => ({ ...because, text: saidBy(rule, facts, context) })),
    ...(riskFloor === undefined ? {} : { riskFloor }),
    items: itemsOf(counting, facts, levelContext),
    guards: guardsOf(counting, facts),
    mustVerify: counting.flatMap(
      ({ rule, because }) => rule.parties?.(facts).map((party) => ({ ...party, ...because })) ?? [],
    ),
    ...(dueOn === undefined ? {} : { delayedCdd: { dueOn, alerts: dueDateAlerts(dueOn) } }),
    hits: hits.map(({ rule }) => rule.code),
  };
}

/** Rows that ask for the identity of a client and its owners, which is what initial due diligence is. */
function isInitialCdd({ cddLevel, parties }: Rule): boolean {
  return cddLevel === 'standard' || parties !== undefined;
}
