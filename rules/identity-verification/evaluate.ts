import type { RiskLevel } from '#rules/clients/client-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { lawAppliesFrom, type RegulatedCompany } from '#rules/dates/commencement.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { compareLevels } from '#rules/risk/levels.ts';
import { auReasonableGroundsRules } from './au-reasonable-grounds.ts';
import { auRelianceRules } from './au-reliance.ts';
import { practiceRules } from './common-practice.ts';
import type { DecidedRule, RuleOutcome, VerificationFacts, VerificationRuleId } from './evidence.ts';
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

/**
 * First day on which a version of a rule binds a company: that of its wording, or of the country's law for the company where that is later. In
 * Australia the day of its tranche, in New Zealand that of its sector. Act 110 of 2024 (Cth) Schedule 3 item 11; NZ s6.
 */
export function ruleBindsFrom(
  { jurisdiction, effectiveFrom }: Pick<VerificationRule, 'jurisdiction' | 'effectiveFrom'>,
  company: RegulatedCompany,
): CalendarDate {
  if (jurisdiction === null) return effectiveFrom;
  const start = lawAppliesFrom(jurisdiction, company);
  return start > effectiveFrom ? start : effectiveFrom;
}

/** Whether a version of a rule binds a company on a day. */
export function bindsOn(rule: VerificationRule, company: RegulatedCompany, on: CalendarDate): boolean {
  return ruleBindsFrom(rule, company) <= on && (rule.effectiveTo === undefined || on <= rule.effectiveTo);
}

/** Version of a rule that binds a company on a day; undefined before the first. */
export function verificationRuleOn(
  id: VerificationRuleId,
  on: CalendarDate,
  company: RegulatedCompany,
): VerificationRule | undefined {
  return verificationRules.find((rule) => rule.id === id && bindsOn(rule, company, on));
}

/** A company as its verifications are judged: the countries whose law applies, and from when. */
export type JudgedCompany = RegulatedCompany & { regulatedIn: readonly Jurisdiction[] };

/**
 * Rules that apply to a company for the method and day of the facts, in its countries. If regulated in both, both must be met. Empty
 * if none binds the company yet. `practice.issuerAndTwoSources` is shown for information and
 * decides nothing.
 */
export function decisiveRules(
  facts: Pick<VerificationFacts, 'method' | 'on' | 'reliance'>,
  company: JudgedCompany,
): VerificationRuleId[] {
  const ids = verificationRules
    .filter(({ methods, jurisdiction, applies }) => {
      if (jurisdiction === null || !company.regulatedIn.includes(jurisdiction)) return false;
      return methods.includes(facts.method) && (applies === undefined || applies(facts));
    })
    .map(({ id }) => id);
  return [...new Set(ids)].filter((id) => verificationRuleOn(id, facts.on, company) !== undefined);
}

/**
 * Evaluates a rule clause by clause, in the version that binds the company on `facts.on`. Clauses that do not apply are omitted. Passed if all
 * clauses are.
 * @throws RangeError if the rule does not bind the company that day.
 */
export function evaluateRule(
  id: VerificationRuleId,
  facts: VerificationFacts,
  company: RegulatedCompany,
): RuleOutcome {
  const rule = verificationRuleOn(id, facts.on, company);
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
  company: JudgedCompany,
): { passed: boolean; decisive: RuleOutcome[]; beside: RuleOutcome[] } {
  const decisive = decisiveRules(facts, company).map((id) => evaluateRule(id, facts, company));
  const practice = verificationRuleOn('practice.issuerAndTwoSources', facts.on, company);
  const beside = practice?.methods.includes(facts.method) ? [evaluateRule(practice.id, facts, company)] : [];
  return { passed: decisive.length > 0 && decisive.every(({ passed }) => passed), decisive, beside };
}

/** A requirement that evidence does not meet at the client's present risk level: what is missing, and the provision. */
export type UnmetAtRisk = { evidence: string; provision: string };

/**
 * First requirement that the evidence of a decided verification does not meet at the client's present risk level. Where that is higher than at the decision, the
 * clauses by risk of the rules that decided are judged again, in the versions that bind the company today; what was not met at the decision already is for its exception.
 * AU s28, s38.
 * @param facts on the day of the decision, with the present risk level
 */
export function unmetAtRisk(
  decided: readonly DecidedRule[],
  facts: VerificationFacts,
  { company, today }: { company: RegulatedCompany; today: CalendarDate },
): UnmetAtRisk | null {
  for (const { id, decisive, clauses, riskLevel: decidedAtRisk } of decided) {
    if (!decisive || !isHigher(facts.riskLevel, decidedAtRisk)) continue;
    const now: VerificationFacts = decidedAtRisk === undefined ? facts : { ...facts, decidedAtRisk };
    const wasUnmet = (code: string) => clauses.some((clause) => clause.code === code && !clause.passed);
    const rule = verificationRules.find((one) => one.id === id && bindsOn(one, company, today));
    for (const { code, provision, isByRisk, applies, find } of rule?.clauses ?? []) {
      if (!isByRisk || wasUnmet(code) || applies?.(now) === false) continue;
      const { passed, evidence } = find(now);
      if (!passed) return { evidence, provision };
    }
  }
  return null;
}

/** Whether the present level is higher than at the decision; true where the decision does not record its level. */
function isHigher(present: RiskLevel | null, decided: RiskLevel | null | undefined): boolean {
  if (present === null) return false;
  return decided === undefined || decided === null || compareLevels(present, decided) > 0;
}
