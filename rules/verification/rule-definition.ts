import type { CalendarDate } from '#rules/calendar-dates.ts';
import type { Jurisdiction } from '#rules/provisions.ts';
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
 * One version of a rule by which an identity counts as verified, in force from a day on. A change of the law closes one and opens
 * another of the same id, as in rule-packs/rule.ts; what was decided keeps the version it was decided by.
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
  clauses: readonly ClauseDefinition[];
  uncertain: readonly string[];
  sourceUrls: readonly string[];
};
