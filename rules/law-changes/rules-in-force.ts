import { packsOn } from '#rules/cdd-rule-packs/packs.ts';
import type { Rule } from '#rules/cdd-rule-packs/rule.ts';
import { type CalendarDate, compareDates } from '#rules/dates/calendar-dates.ts';
import { lawAppliesFrom, lawEndsOn, type RegulatedCompany } from '#rules/dates/commencement.ts';
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

const toEnd = (to: CalendarDate | undefined) => (to === undefined ? {} : { to });

/** The earlier of two last days; undefined if neither is set. */
export const getEarlierEnd = (...ends: (CalendarDate | null | undefined)[]): CalendarDate | undefined =>
  ends.filter((end) => typeof end === 'string').sort()[0];

/**
 * Rules of a country's pack that bind a company on a day, in the order of the pack; none before its law applies to the company, and only those of
 * sanctions law after its duties of CDD have ended.
 */
export function rulesInForce(
  jurisdiction: Jurisdiction,
  company: RegulatedCompany,
  on: CalendarDate,
): RuleInForce[] {
  const start = lawAppliesFrom(jurisdiction, company);
  const [pack] = packsOn([jurisdiction], company, on);
  return (pack?.rules ?? []).map((rule) => ({
    code: rule.code,
    provision: rule.provision,
    text: typeof rule.says === 'string' ? rule.says : rule.says.general,
    effects: getEffects(rule),
    from: compareDates(rule.effectiveFrom, start) > 0 ? rule.effectiveFrom : start,
    ...toEnd(getEarlierEnd(rule.effectiveTo, rule.alwaysBinds ? null : lawEndsOn(jurisdiction, company))),
    certainty: rule.certainty,
    sourceUrl: rule.sourceUrl,
  }));
}
