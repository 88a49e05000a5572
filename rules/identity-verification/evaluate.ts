import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { auReasonableGroundsRules } from './au-reasonable-grounds.ts';
import { auRelianceRules } from './au-reliance.ts';
import { practiceRules } from './common-practice.ts';
import type { RuleOutcome, VerificationFacts, VerificationRuleId } from './evidence.ts';
import { auExceptionRules, nzExceptionRules } from './exceptions.ts';
import { nzAccreditedServiceRules } from './nz-accredited-service.ts';
import { nzDocumentaryRules } from './nz-documentary.ts';
import { nzElectronicRules } from './nz-electronic.ts';
import { nzRelianceRules } from './nz-reliance.ts';
import type { VerificationRule } from './rule-definition.ts';

/** Every version of every rule, newest last within an id. */
export const verificationRules: readonly VerificationRule[] = [
  ...nzElectronicRules,
  ...nzDocumentaryRules,
  ...nzAccreditedServiceRules,
  ...nzRelianceRules,
  ...nzExceptionRules,
  ...auReasonableGroundsRules,
  ...auRelianceRules,
  ...auExceptionRules,
  ...practiceRules,
];

/** `nz.ivcop.electronic-2021-07-16`: the rule and the day from which this wording is in force. */
export function ruleVersion({ id, effectiveFrom }: Pick<VerificationRule, 'id' | 'effectiveFrom'>): string {
  return `${id}-${effectiveFrom}`;
}

/** The version of a rule that is in force on a day; undefined before its first. */
export function verificationRuleOn(id: VerificationRuleId, on: CalendarDate): VerificationRule | undefined {
  return verificationRules.find(
    (rule) =>
      rule.id === id &&
      rule.effectiveFrom <= on &&
      (rule.effectiveTo === undefined || on <= rule.effectiveTo),
  );
}

/**
 * The rules by which a company of these countries verifies with the facts' method on their day, the decisive ones first; where it is
 * regulated in both countries both have to be met. Empty where none is in force yet. `practice.issuerAndTwoSources` is shown beside them
 * and decides nothing.
 */
export function decisiveRules(
  facts: Pick<VerificationFacts, 'method' | 'on' | 'reliance'>,
  regulatedIn: readonly Jurisdiction[],
): VerificationRuleId[] {
  const ids = verificationRules
    .filter(({ methods, jurisdiction, applies }) => {
      if (jurisdiction === null || !regulatedIn.includes(jurisdiction)) return false;
      return methods.includes(facts.method) && (applies === undefined || applies(facts));
    })
    .map(({ id }) => id);
  return [...new Set(ids)].filter((id) => verificationRuleOn(id, facts.on) !== undefined);
}

/**
 * A rule held against the facts, clause by clause, in the version that is in force on `facts.on`. Clauses that do not apply are left
 * out. Passed when every clause is. Throws RangeError where the rule is not in force.
 */
export function evaluateRule(id: VerificationRuleId, facts: VerificationFacts): RuleOutcome {
  const rule = verificationRuleOn(id, facts.on);
  if (rule === undefined) throw new RangeError(`${id} is not in force on ${facts.on}`);
  const clauses = rule.clauses
    .filter(({ applies }) => applies === undefined || applies(facts))
    .map(({ code, text, provision, find }) => ({ code, text, provision, ...find(facts) }));
  return {
    id,
    version: ruleVersion(rule),
    title: rule.title,
    jurisdiction: rule.jurisdiction,
    passed: clauses.every(({ passed }) => passed),
    clauses,
    uncertain: [...rule.uncertain],
    sourceUrls: rule.sourceUrls,
  };
}

/** Every rule that a method is judged by, with the practice beside them; `passed` when all decisive ones are. */
export function evaluateVerification(
  facts: VerificationFacts,
  regulatedIn: readonly Jurisdiction[],
): { passed: boolean; decisive: RuleOutcome[]; beside: RuleOutcome[] } {
  const decisive = decisiveRules(facts, regulatedIn).map((id) => evaluateRule(id, facts));
  const practice = verificationRuleOn('practice.issuerAndTwoSources', facts.on);
  const beside = practice?.methods.includes(facts.method) ? [evaluateRule(practice.id, facts)] : [];
  return { passed: decisive.length > 0 && decisive.every(({ passed }) => passed), decisive, beside };
}
