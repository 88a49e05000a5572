import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { canBeExposed } from '#rules/pep.ts';
import { incompleteScreeningText } from '#rules/required-lists.ts';
import { beneficialOwners } from './beneficial-owners.ts';
import type { ClientFacts, RulePartyFacts } from './facts.ts';
import { partyItemCode, partySanctionsItemCode } from './item-codes.ts';
import type { Item, PartyToVerify } from './rule.ts';

const verifyItem = ({ id, name, verified }: RulePartyFacts, provision?: string): Item => ({
  code: partyItemCode,
  text: `Verify ${name}.`,
  settled: verified,
  fix: { target: 'client.verifications', id },
  ...(provision === undefined ? {} : { provision }),
});

const actsForClient = ({ roles }: RulePartyFacts) => roles.includes('authorisedRepresentative');
const clientActsFor = ({ roles }: RulePartyFacts) => roles.includes('actingFor');

/**
 * Persons who act for the client: identity and authority of each; only the authority if the identity need not be verified (AU Rules
 * 6-19).
 */
export function actingItems(facts: ClientFacts, provision: string, { verify }: { verify: boolean }): Item[] {
  return facts.parties.filter(actsForClient).flatMap((party): Item[] => [
    ...(verify ? [verifyItem(party, provision)] : []),
    {
      code: 'acting.authority',
      text: `Record ${party.name}’s authority to act for the client.`,
      settled: party.authorityRecorded,
      fix: { target: 'client.parties', id: party.id },
      provision,
    },
  ]);
}

/** Requires at least one person who acts for the client, for simplified CDD. NZ s19, s20. */
export function actingNamedItem({ parties }: ClientFacts, provision: string): Item {
  return {
    code: 'acting.named',
    text: 'Record who acts on the client’s behalf.',
    settled: parties.some(actsForClient),
    fix: { target: 'client.parties' },
    provision,
  };
}

/** The persons on whose behalf the client acts: identity of each. NZ s5, "beneficial owner". */
export function onBehalfOfItems({ parties }: ClientFacts, provision: string): Item[] {
  return parties.filter(clientActsFor).map((party) => verifyItem(party, provision));
}

/** Those who act for the client, as parties to verify. NZ s11(1)(c); AU s28(2)(c). */
export function actingToVerify({ parties }: ClientFacts): PartyToVerify[] {
  return parties.filter(actsForClient).map(({ id, name }) => ({
    partyId: id,
    name,
    reason: 'acts for the client',
  }));
}

/** Those for whom the client acts, as parties to verify. NZ s11(1)(b). */
export function onBehalfOfToVerify({ parties }: ClientFacts): PartyToVerify[] {
  return parties.filter(clientActsFor).map(({ id, name }) => ({
    partyId: id,
    name,
    reason: 'is the person on whose behalf the client acts',
  }));
}

/** Everyone who is a beneficial owner under a country's law. */
export function ownersToVerify(facts: ClientFacts, jurisdiction: Jurisdiction): PartyToVerify[] {
  return beneficialOwners(facts, jurisdiction).map(({ partyId, name, reason }) => ({
    partyId,
    name,
    reason,
  }));
}

/** Identity of each beneficial owner. */
export function ownerItems(facts: ClientFacts, jurisdiction: Jurisdiction): Item[] {
  return beneficialOwners(facts, jurisdiction).map(({ party }) => verifyItem(party));
}

const pepText = (who: string, mayFollow: true | undefined) =>
  `Establish whether ${who} is a politically exposed person${mayFollow ? ', as soon as practicable after the relationship starts' : ''}.`;

/**
 * PEP status of a client who is a person; for an entity only its people have one. `mayFollow`: as soon as practicable after the
 * relationship starts (NZ s26(1)).
 */
export function pepItems(
  { clientType, pepStatus }: ClientFacts,
  provision: string,
  mayFollow?: true,
): Item[] {
  if (!canBeExposed(clientType)) return [];
  return [
    {
      code: 'pep.checked',
      text: pepText('the client', mayFollow),
      settled: pepStatus !== 'notChecked',
      fix: { target: 'client.findings', id: 'politicalExposure' },
      provision,
      ...(mayFollow ? { mayFollow } : {}),
    },
  ];
}

/** PEP status of related parties who are persons, each on the party's own record. */
export function partyPepItems(
  parties: readonly RulePartyFacts[],
  provision: string,
  mayFollow?: true,
): Item[] {
  return parties
    .filter(({ kind }) => kind === 'individual')
    .map(({ id, name, pepStatus }) => ({
      code: 'party.pepChecked',
      text: pepText(name, mayFollow),
      settled: pepStatus !== 'notChecked',
      fix: { target: 'client.findings', id: 'politicalExposure', of: id },
      provision,
      ...(mayFollow ? { mayFollow } : {}),
    }));
}

function partyScreeningText(
  name: string,
  status: RulePartyFacts['sanctionsStatus'],
  gaps: RulePartyFacts['screeningGaps'],
): string {
  if (status === 'potential') return `Decide the possible sanctions match of ${name}.`;
  return status === 'incomplete'
    ? `${name}: ${incompleteScreeningText(gaps ?? [])}`
    : `Run sanctions screening on ${name}.`;
}

/** Sanctions screening of related parties, each on the party's own record. */
export function partySanctionsItems(parties: readonly RulePartyFacts[], provision: string): Item[] {
  return parties.map(({ id, name, sanctionsStatus, screeningGaps }) => ({
    code: partySanctionsItemCode,
    text: partyScreeningText(name, sanctionsStatus, screeningGaps),
    settled: sanctionsStatus === 'clear' || sanctionsStatus === 'confirmed',
    fix: { target: 'client.screening', of: id },
    provision,
  }));
}
