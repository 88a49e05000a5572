import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { Finding, VerificationFacts, VerificationMethod, VerificationRuleId } from './evidence.ts';

export type ClauseDefinition = {
  code: string;
  text: string;
  provision: string;
  /** Condition under which the clause applies; absent: always. */
  applies?: (facts: VerificationFacts) => boolean;
  /**
   * Whether what it demands depends on the client's risk level, so that evidence is judged again when that rises. Not the scope of New Zealand's code
   * of 2013, whose successor covers any risk.
   */
  isByRisk?: true;
  find: (facts: VerificationFacts) => Finding;
};

/**
 * Version of an identity verification rule, in force from a day. A change of law ends one and starts another with the same id, as
 * in cdd-rule-packs/rule.ts; a decision retains its version.
 */
export type VerificationRule = {
  id: VerificationRuleId;
  title: string;
  /** Null for a rule that is not a country's law. */
  jurisdiction: Jurisdiction | null;
  /** First day of the wording; a company is bound by it from `ruleBindsFrom`. */
  effectiveFrom: CalendarDate;
  effectiveTo?: CalendarDate;
  /** Methods that can meet it. */
  methods: readonly VerificationMethod[];
  /** Condition besides the method under which the rule applies. */
  applies?: (facts: Pick<VerificationFacts, 'reliance'>) => boolean;
  clauses: readonly ClauseDefinition[];
  uncertain: readonly string[];
  sourceUrls: readonly string[];
};
