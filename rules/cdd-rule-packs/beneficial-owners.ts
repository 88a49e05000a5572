import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { controlRoles } from '#rules/ownership/control-roles.ts';
import { ownsEnough } from '#rules/ownership/thresholds.ts';
import type { ClientFacts, RulePartyFacts } from './facts.ts';
import type { PartyToVerify } from './rule.ts';

function reasonFor(party: RulePartyFacts, jurisdiction: Jurisdiction): string | undefined {
  if (party.effectivePercent && ownsEnough(party.effectivePercent, jurisdiction)) {
    return `owns ${party.effectivePercent} % of the client`;
  }
  return party.roles.flatMap((role) => controlRoles[role] ?? [])[0];
}

/** Parties who are beneficial owners by share or by control under a country's law, each with the reasons. */
export function beneficialOwners(
  { parties }: Pick<ClientFacts, 'parties'>,
  jurisdiction: Jurisdiction,
): (PartyToVerify & { party: RulePartyFacts })[] {
  return parties.flatMap((party) => {
    const reason = reasonFor(party, jurisdiction);
    return reason === undefined ? [] : [{ partyId: party.id, name: party.name, reason, party }];
  });
}
