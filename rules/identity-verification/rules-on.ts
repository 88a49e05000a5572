import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { verificationRules } from './evaluate.ts';
import type { VerificationRule } from './rule-definition.ts';

/** Versions of identity verification rules in force on a day under a country's law, and the practice that is no country's law. */
export function verificationRulesOn(jurisdiction: Jurisdiction, on: CalendarDate): VerificationRule[] {
  return verificationRules.filter(
    (rule) =>
      (rule.jurisdiction === jurisdiction || rule.jurisdiction === null) &&
      rule.effectiveFrom <= on &&
      (rule.effectiveTo === undefined || on <= rule.effectiveTo),
  );
}
