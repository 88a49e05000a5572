import { missingBlockers, ruleBlockers } from '#rules/cdd-rule-packs/blockers.ts';
import { assess } from '#rules/cdd-rule-packs/engine.ts';
import type { ClientFacts } from '#rules/cdd-rule-packs/facts.ts';
import { mandatoryParties } from '#rules/cdd-rule-packs/mandatory-parties.ts';
import { shippedCountryLists } from '#rules/country-lists/list-versions.ts';
import type { ActivationFacts } from '#rules/transition-guards/client-status.ts';

const company = { sector: 'finance' } as const;

export type Options = {
  in?: readonly ('NZL' | 'AUS')[];
  on?: string;
  evenIfWaived?: boolean;
  more?: Partial<ActivationFacts>;
};

/** Guard facts for a client as the API assembles them, with CDD once verified. */
export function guarded(
  facts: ClientFacts,
  { in: jurisdictions = ['NZL'], on = '2026-11-21', evenIfWaived = false, more = {} }: Options = {},
) {
  const assessed = assess(facts, { jurisdictions, on, company, lists: shippedCountryLists, evenIfWaived });
  const guards: ActivationFacts = {
    cddStatus: 'verified',
    cddLevel: assessed.level,
    initialCddRequired: assessed.initialCddRequired,
    isPreCommencement: assessed.isPreCommencement,
    hasApprovedAssessment: facts.riskLevel !== null,
    submittedAssessmentId: facts.submittedAssessmentId,
    undecidedMatches: 0,
    sanctionsStatus: facts.sanctionsStatus,
    clientId: 'c1',
    sanctions: [],
    parties: mandatoryParties(facts, assessed).map(({ partyId, name, verified }) => ({
      id: partyId,
      name,
      mustVerify: true,
      verified,
    })),
    missing: missingBlockers(assessed),
    ruleBlockers: ruleBlockers(assessed),
    jurisdictions,
    on,
    ...more,
  };
  return { assessed, guards };
}
