import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { VerificationFacts, VerificationMethod, VerificationRuleId } from './evidence.ts';
import type { Finding } from './findings.ts';

export type ClauseDefinition = {
  code: string;
  text: string;
  provision: string;
  /** Left out where the clause does not apply to these facts. */
  applies?: (facts: VerificationFacts) => boolean;
  find: (facts: VerificationFacts) => Finding;
};

/**
 * Version of an identity verification rule, in force from a day. A change of law ends one and starts another of the same
 * id, as in rule-packs/rule.ts; a decision retains its version.
 */
export type VerificationRule = {
  id: VerificationRuleId;
  title: string;
  /** Null for a rule that no country's law makes. */
  jurisdiction: Jurisdiction | null;
  effectiveFrom: CalendarDate;
  effectiveTo?: CalendarDate;
  /** Methods that it can be met by. */
  methods: readonly VerificationMethod[];
  /** Left out where the method alone decides whether the rule is held against these facts. */
  applies?: (facts: Pick<VerificationFacts, 'reliance'>) => boolean;
  clauses: readonly ClauseDefinition[];
  uncertain: readonly string[];
  sourceUrls: readonly string[];
};
