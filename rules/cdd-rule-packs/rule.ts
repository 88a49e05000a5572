import type { Fix } from '#rules/alerts/resolution-targets.ts';
import type { CddLevel } from '#rules/clients/client-types.ts';
import type { CountryListState } from '#rules/country-lists/list-versions.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { RegulatedCompany } from '#rules/dates/commencement.ts';
import type { Certainty, Jurisdiction } from '#rules/legal-provisions.ts';
import type { ClientFacts } from './facts.ts';

/** Input of a rule besides the facts. */
export type RuleContext = {
  on: CalendarDate;
  company: RegulatedCompany;
  /** The company's lists that name a country on that day. */
  getLists: (country: string) => CountryListState[];
};

/** Consequences are evaluated after the CDD level is determined. */
export type LevelContext = RuleContext & { level: CddLevel };

export type Condition = (facts: ClientFacts, context: RuleContext) => boolean;

/**
 * One requirement of the law. `code` and `fix.id` together identify it: a requirement of two rules is listed once. `waivable`:
 * `settled` may be based on a recorded reason instead of the requirement itself, which is valid only if no other rule requires it.
 * `mayFollow`: the law permits it to follow the start of the relationship, so it is outstanding without blocking.
 */
export type Item = {
  code: string;
  text: string;
  settled: boolean;
  fix: Fix;
  waivable?: boolean;
  mayFollow?: true;
  /** If it differs from the rule's. */
  provision?: string;
};

/** A condition of proceeding, besides items to collect. */
export type Guard = {
  kind: 'seniorManagerApproval' | 'approvedAssessment';
  text: string;
  settled: boolean;
  fix: Fix;
};

/**
 * A party that a rule requires to be verified, with the reason worded to follow the name: "owns 30 % of the client".
 */
export type PartyToVerify = { partyId: string; name: string; reason: string };

/**
 * One row of a rule pack: its condition and consequences. In force from `effectiveFrom` to `effectiveTo`, inclusive. A change of the
 * law ends one row and starts another with the same code.
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
  /** The trigger as text, for the reasons of a level. */
  says: string | { general: string; of: (facts: ClientFacts, context: RuleContext) => string };
  /** Levels at which items, guards and parties are required; default: every level. */
  atLevels?: readonly CddLevel[];
  cddLevel?: 'standard' | 'enhanced';
  allowsSimplified?: true;
  waivesInitialCdd?: true;
  riskFloor?: 'high';
  items?: (facts: ClientFacts, context: LevelContext) => Item[];
  guards?: (facts: ClientFacts, context: LevelContext) => Guard[];
  parties?: (facts: ClientFacts, context: LevelContext) => PartyToVerify[];
  /** Rows of initial CDD besides those of its parties, omitted if initial CDD is waived. */
  isInitialCdd?: true;
  /** A row under which initial CDD counts as done. */
  deemsInitialCdd?: true;
  /** A row of sanctions law, which binds a company after its duties of CDD have ended. */
  alwaysBinds?: true;
  /** A row that defines a term of other rows, and has no requirements. */
  isDefinition?: true;
  /** Countries whose lists the rule uses, so that the day of each list can be shown. */
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
  /** Its duties of CDD have ended for the company, so that only rows of sanctions law are left. */
  isEnded?: true;
};
