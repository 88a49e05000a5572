import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { activityRulesOn } from '#rules/firm/activity-rules.ts';
import { isLifted } from '#rules/firm/sanctions-permits.ts';
import { type Jurisdiction, jurisdictions } from '#rules/legal-provisions.ts';
import { getProvision, regimeLabels, type SanctionsRegime } from '#rules/sanctions.ts';
import type { SanctionWithPermits } from '#rules/transition-guards/sanctions.ts';
import type { RequirementLine } from './law-changes.ts';

/** Codes of the rows of law that prohibit dealing. Source: law register 2.5 and 3.6. */
const prohibitionCodes: Record<SanctionsRegime, Partial<Record<Jurisdiction, string>>> = {
  un: { NZL: 'nz.tfs.un', AUS: 'au.tfs.un' },
  dfat: { AUS: 'au.tfs.asset' },
  auTerrorism: { AUS: 'au.tfs.terrorism' },
  nzTerrorism: { NZL: 'nz.tfs.tsa' },
  nzRussia: { NZL: 'nz.tfs.russia' },
};

/**
 * Prohibitions by confirmed matches of a client and its related parties, one for each person, regime and country: met if a permit in effect
 * on the day lifts it for taking the client on. Under the law of `getLaw`: those whose row is in force on it; each row states its provision.
 */
export function prohibitionLines(
  matches: readonly SanctionWithPermits[],
  regulatedIn: readonly Jurisdiction[],
  { on, getLaw = on }: { on: CalendarDate; getLaw?: CalendarDate },
): RequirementLine[] {
  const lines = new Map<string, RequirementLine>();
  for (const country of jurisdictions.filter((each) => regulatedIn.includes(each))) {
    const inForce = activityRulesOn(country, getLaw, getLaw).map(({ code }) => code);
    for (const { clientId, name, regimes } of matches) {
      const permits = matches.flatMap((match) => (match.clientId === clientId ? (match.permits ?? []) : []));
      for (const regime of regimes) {
        const [code, provision] = [prohibitionCodes[regime][country], getProvision(regime, country)];
        if (code === undefined || provision === undefined || !inForce.includes(code)) continue;
        const key = `prohibition ${clientId} ${regime} ${country}`;
        const isMet = isLifted(permits, { regime, country }, { act: 'takeOn', on });
        lines.set(key, {
          key,
          text: `Do not deal with ${name}: ${regimeLabels[regime]}`,
          provision,
          state: isMet ? 'met' : 'outstanding',
          codes: [code],
        });
      }
    }
  }
  return [...lines.values()];
}
