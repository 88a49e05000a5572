import { lawAppliesFrom, type RegulatedCompany } from '#rules/cdd-rule-packs/commencement.ts';
import { rulePackOn } from '#rules/cdd-rule-packs/packs.ts';
import type { Rule } from '#rules/cdd-rule-packs/rule.ts';
import { type CalendarDate, compareDates } from '#rules/dates/calendar-dates.ts';
import type { Certainty, Jurisdiction } from '#rules/legal-provisions.ts';

/** A CDD rule for display. `from`: first day on which it binds the company; `to`: last day, absent while in force. */
export type RuleInForce = {
  code: string;
  provision: string;
  text: string;
  effects: string[];
  from: CalendarDate;
  to?: CalendarDate;
  certainty: Certainty;
  sourceUrl: string;
};

function getEffects(rule: Rule): string[] {
  return [
    ...(rule.cddLevel === 'enhanced' ? ['Enhanced CDD'] : []),
    ...(rule.cddLevel === 'standard' ? ['Standard CDD'] : []),
    ...(rule.allowsSimplified ? ['Simplified CDD allowed'] : []),
    ...(rule.waivesInitialCdd ? ['Initial CDD waived'] : []),
    ...(rule.deemsInitialCdd ? ['Initial CDD counts as done'] : []),
    ...(rule.riskFloor ? ['Risk at least high'] : []),
    ...(rule.items || rule.parties ? ['Requirements'] : []),
    ...(rule.guards ? ['Approval'] : []),
    ...(rule.isDefinition ? ['Definition'] : []),
  ];
}

/** Rules of a country's pack that bind a company on a day, in the order of the pack; none before its law applies to the company. */
export function rulesInForce(
  jurisdiction: Jurisdiction,
  company: RegulatedCompany,
  on: CalendarDate,
): RuleInForce[] {
  const start = lawAppliesFrom(jurisdiction, company);
  if (on < start) return [];
  return (rulePackOn(jurisdiction, on)?.rules ?? []).map((rule) => ({
    code: rule.code,
    provision: rule.provision,
    text: typeof rule.says === 'string' ? rule.says : rule.says.general,
    effects: getEffects(rule),
    from: compareDates(rule.effectiveFrom, start) > 0 ? rule.effectiveFrom : start,
    ...(rule.effectiveTo === undefined ? {} : { to: rule.effectiveTo }),
    certainty: rule.certainty,
    sourceUrl: rule.sourceUrl,
  }));
}
