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

/** All versions of all rules, newest last within an id. */
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

/** Rule id and the day from which its wording is in force, e.g. `nz.ivcop.electronic-2021-07-16`. */
export function ruleVersion({ id, effectiveFrom }: Pick<VerificationRule, 'id' | 'effectiveFrom'>): string {
  return `${id}-${effectiveFrom}`;
}

/** Version of a rule in force on a day; undefined before the first. */
export function verificationRuleOn(id: VerificationRuleId, on: CalendarDate): VerificationRule | undefined {
  return verificationRules.find(
    (rule) =>
      rule.id === id &&
      rule.effectiveFrom <= on &&
      (rule.effectiveTo === undefined || on <= rule.effectiveTo),
  );
}

/**
 * Rules that apply to a company regulated in these countries, for the method and day of the facts, decisive ones first. If
 * regulated in both, both must be met. Empty if none is in force yet. `practice.issuerAndTwoSources` is shown for information and
 * decides nothing.
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
 * Evaluates a rule clause by clause, in the version in force on `facts.on`. Clauses that do not apply are omitted. Passed if all
 * clauses are.
 * @throws RangeError if the rule is not in force.
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

/** Evaluates all rules for a method, and the practice for information; `passed` if all decisive rules are. */
export function evaluateVerification(
  facts: VerificationFacts,
  regulatedIn: readonly Jurisdiction[],
): { passed: boolean; decisive: RuleOutcome[]; beside: RuleOutcome[] } {
  const decisive = decisiveRules(facts, regulatedIn).map((id) => evaluateRule(id, facts));
  const practice = verificationRuleOn('practice.issuerAndTwoSources', facts.on);
  const beside = practice?.methods.includes(facts.method) ? [evaluateRule(practice.id, facts)] : [];
  return { passed: decisive.length > 0 && decisive.every(({ passed }) => passed), decisive, beside };
}
