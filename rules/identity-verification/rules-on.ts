import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { lawAppliesFrom, type RegulatedCompany } from '#rules/dates/commencement.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { bindsOn, verificationRules } from './evaluate.ts';
import type { VerificationRule } from './rule-definition.ts';

/**
 * Versions of identity verification rules that bind a company on a day under a country's law, and the practice that is no country's law. None
 * before that law applies to the company.
 */
export function verificationRulesOn(
  jurisdiction: Jurisdiction,
  company: RegulatedCompany,
  on: CalendarDate,
): VerificationRule[] {
  if (on < lawAppliesFrom(jurisdiction, company)) return [];
  return verificationRules.filter(
    (rule) =>
      (rule.jurisdiction === jurisdiction || rule.jurisdiction === null) && bindsOn(rule, company, on),
  );
}
