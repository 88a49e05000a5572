import type { PartyRole } from '#rules/client-parties.ts';
import { compareFractions, fraction, fractionFromDecimal } from '#rules/fractions.ts';
import type { Jurisdiction } from '#rules/provisions.ts';
import type { ClientFacts, RulePartyFacts } from './facts.ts';
import type { PartyToVerify } from './rule.ts';

const quarter = fraction(25n);

/** How much a beneficial owner owns: more than 25 % in New Zealand, 25 % or more in Australia. Source: domain 1.6; NZ s5; AU s11. */
export const ownershipThresholds: Record<
  Jurisdiction,
  { operator: 'gt' | 'gte'; percent: 25; words: string }
> = {
  NZL: { operator: 'gt', percent: 25, words: 'more than 25 %' },
  AUS: { operator: 'gte', percent: 25, words: '25 % or more' },
};

/**
 * Whether a share makes a beneficial owner, compared exactly: 24.9999, 25 and 25.0001 differ. `percent`: a decimal text. Throws
 * RangeError for a text that is no decimal, because a share that cannot be read must not pass as a small one.
 */
export function ownsEnough(percent: string, jurisdiction: Jurisdiction): boolean {
  const share = fractionFromDecimal(percent);
  if (share === undefined) throw new RangeError('A share is a decimal text such as 24.9999');
  const comparison = compareFractions(share, quarter);
  return ownershipThresholds[jurisdiction].operator === 'gt' ? comparison > 0 : comparison >= 0;
}

/** Roles that control a client whatever they own of it, in words after the name. */
const controlRoles: Partial<Record<PartyRole, string>> = {
  beneficialOwner: 'is a beneficial owner of the client',
  controller: 'controls the client',
  trustee: 'is a trustee',
  appointor: 'can appoint trustees',
  protector: 'is a protector of the trust',
  executor: 'administers the estate',
  seniorManagingOfficial: 'stands in as the senior managing official',
};

function reasonFor(party: RulePartyFacts, jurisdiction: Jurisdiction): string | undefined {
  if (party.effectivePercent && ownsEnough(party.effectivePercent, jurisdiction)) {
    return `owns ${party.effectivePercent} % of the client (${ownershipThresholds[jurisdiction].words} counts)`;
  }
  return party.roles.flatMap((role) => controlRoles[role] ?? [])[0];
}

/** Parties who are beneficial owners by share or by control under a country's law, each with why. Source: domain 7, nz.bo, au.bo. */
export function beneficialOwners(
  { parties }: Pick<ClientFacts, 'parties'>,
  jurisdiction: Jurisdiction,
): (PartyToVerify & { party: RulePartyFacts })[] {
  return parties.flatMap((party) => {
    const reason = reasonFor(party, jurisdiction);
    return reason === undefined ? [] : [{ partyId: party.id, name: party.name, reason, party }];
  });
}
