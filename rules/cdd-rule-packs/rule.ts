import type { CddLevel } from '#rules/clients/client-types.ts';
import type { CountryListState } from '#rules/country-lists/list-versions.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Certainty, Jurisdiction } from '#rules/legal-provisions.ts';
import type { Fix } from '#rules/resolution-targets.ts';
import type { RegulatedCompany } from './commencement.ts';
import type { ClientFacts } from './facts.ts';

/** What a rule may look at besides the facts. */
export type RuleContext = {
  on: CalendarDate;
  company: RegulatedCompany;
  /** The company's lists that name a country on that day. */
  listsOf: (country: string) => CountryListState[];
};

/** Consequences are worked out once the level of due diligence is settled. */
export type LevelContext = RuleContext & { level: CddLevel };

export type Condition = (facts: ClientFacts, context: RuleContext) => boolean;

/**
 * One thing that the law wants. `code` and `fix.id` together tell it from others: two rules that want the same thing want it once.
 * `waivable`: `settled` may rest on a recorded reason instead of the thing itself, which holds only while no other rule wants it.
 * `mayFollow`: the law lets it follow the start of the relationship, so that it is outstanding without blocking.
 */
export type Item = {
  code: string;
  text: string;
  settled: boolean;
  fix: Fix;
  waivable?: boolean;
  mayFollow?: true;
  /** Where it is not the rule's own. */
  provision?: string;
};

/** What has to be so before going on, beyond things to be gathered. */
export type Guard = {
  kind: 'seniorManagerApproval' | 'approvedAssessment';
  text: string;
  settled: boolean;
  fix: Fix;
};

/** A party whom a rule wants verified, and why, in words after the name: "owns 30 % of the client". */
export type PartyToVerify = { partyId: string; name: string; reason: string };

/**
 * One row of a rule pack: when it hits, and what follows. In force from `effectiveFrom` to `effectiveTo`, both included. A change of
 * the law closes one row and opens another with the same code. Source of the rows: domain 7.
 */
export type Rule = {
  code: string;
  jurisdiction: Jurisdiction;
  provision: string;
  sourceUrl: string;
  certainty: Certainty;
  effectiveFrom: CalendarDate;
  effectiveTo?: CalendarDate;
  when: Condition;
  /** The trigger in words, for the reasons of a level. */
  says: string | { general: string; of: (facts: ClientFacts, context: RuleContext) => string };
  /** Levels at which items, guards and parties are wanted; every level when left out. */
  atLevels?: readonly CddLevel[];
  cddLevel?: 'standard' | 'enhanced';
  allowsSimplified?: true;
  waivesInitialCdd?: true;
  riskFloor?: 'high';
  items?: (facts: ClientFacts, context: LevelContext) => Item[];
  guards?: (facts: ClientFacts, context: LevelContext) => Guard[];
  parties?: (facts: ClientFacts) => PartyToVerify[];
  /** Rows of initial CDD besides those of its parties, which a waiver of initial CDD takes away. */
  isInitialCdd?: true;
  /** A row that says whom other rows mean, and asks for nothing itself. */
  isDefinition?: true;
  /** Countries whose lists the rule looks at, so that the day of each list can be shown. */
  countries?: (facts: ClientFacts) => string[];
};

/** The rules of one country over a span of days. */
export type RulePack = {
  jurisdiction: Jurisdiction;
  version: string;
  effectiveFrom: CalendarDate;
  effectiveTo?: CalendarDate;
  rules: readonly Rule[];
  sourceUrls: readonly string[];
};
