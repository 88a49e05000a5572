import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import { hasLawEnded, lawAppliesFrom, type RegulatedCompany } from '#rules/dates/commencement.ts';
import { jurisdictions as everyJurisdiction, type Jurisdiction } from '#rules/legal-provisions.ts';
import { australianRules } from './australia.ts';
import { newZealandRules } from './new-zealand.ts';
import type { Rule, RulePack } from './rule.ts';

/** Whether a row is in force on a day, its first and last day included. */
function isInForce(
  { effectiveFrom, effectiveTo }: Pick<Rule, 'effectiveFrom' | 'effectiveTo'>,
  on: CalendarDate,
): boolean {
  return effectiveFrom <= on && (effectiveTo === undefined || on <= effectiveTo);
}

/**
 * Derives packs from the rows: a new one starts on every day on which a row starts, or the day after one ends. Its version is
 * the country and that day, so that a stored reason permanently identifies its law.
 */
function getPacks(jurisdiction: Jurisdiction, prefix: string, rules: readonly Rule[]): RulePack[] {
  const days = rules.flatMap(({ effectiveFrom, effectiveTo }) => [
    effectiveFrom,
    ...(effectiveTo === undefined ? [] : [addDays(effectiveTo, 1)]),
  ]);
  const starts = [...new Set(days)].sort();
  return starts.map((effectiveFrom, index) => {
    const next = starts[index + 1];
    const inForce = rules.filter((rule) => isInForce(rule, effectiveFrom));
    return {
      jurisdiction,
      version: `${prefix}-${effectiveFrom}`,
      effectiveFrom,
      ...(next === undefined ? {} : { effectiveTo: addDays(next, -1) }),
      rules: inForce,
      sourceUrls: [...new Set(inForce.map(({ sourceUrl }) => sourceUrl))],
    };
  });
}

/** Every pack there is, by country and then by day. */
export const rulePacks: readonly RulePack[] = [
  ...getPacks('NZL', 'nz', newZealandRules),
  ...getPacks('AUS', 'au', australianRules),
];

/** The rule pack of a country on a date; undefined before the first one took effect. */
export function rulePackOn(
  jurisdiction: Jurisdiction,
  on: CalendarDate,
  packs: readonly RulePack[] = rulePacks,
): RulePack | undefined {
  return packs.find((pack) => pack.jurisdiction === jurisdiction && isInForce(pack, on));
}

/** What is left of a pack after the duties of CDD have ended for a company. */
function withoutCdd({ rules, ...pack }: RulePack): RulePack {
  const left = rules.filter(({ alwaysBinds }) => alwaysBinds);
  return { ...pack, rules: left, sourceUrls: left.map(({ sourceUrl }) => sourceUrl), isEnded: true };
}

/**
 * The packs that bind a company on a day, New Zealand first: those of its countries whose law applies by then. Of a law whose duties of CDD have ended for
 * it only the rows of sanctions law.
 */
export function packsOn(
  jurisdictions: readonly Jurisdiction[],
  company: RegulatedCompany,
  on: CalendarDate,
  packs: readonly RulePack[] = rulePacks,
): RulePack[] {
  return everyJurisdiction
    .filter((jurisdiction) => jurisdictions.includes(jurisdiction))
    .filter((jurisdiction) => lawAppliesFrom(jurisdiction, company) <= on)
    .flatMap((jurisdiction) => {
      const pack = rulePackOn(jurisdiction, on, packs);
      if (pack === undefined) return [];
      return hasLawEnded(jurisdiction, company, on) ? withoutCdd(pack) : pack;
    });
}
