import { type CddLevel, getClientKind } from '#rules/clients/client-types.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { canBeExposed } from '#rules/pep.ts';
import { formatIncompleteScreening } from '#rules/required-lists.ts';
import { beneficialOwners } from './beneficial-owners.ts';
import type { ClientFacts, RulePartyFacts } from './facts.ts';
import { partyItemCode, partySanctionsItemCode } from './item-codes.ts';
import type { Item, LevelContext, PartyToVerify } from './rule.ts';

function verifyText({ name, verified, identityChangedOn, identityUnmet }: RulePartyFacts): string {
  if (verified) return `Verify ${name}.`;
  if (identityUnmet) {
    return `The risk of ${name} is higher than when the identity was verified: verify it again. ${identityUnmet.evidence}`;
  }
  return identityChangedOn
    ? `Details of ${name} changed on ${formatDate(identityChangedOn)}: verify the identity again.`
    : `Verify ${name}.`;
}

function verifyItem(party: RulePartyFacts, law?: string): Item {
  const provision = party.identityUnmet?.provision ?? law;
  return {
    code: partyItemCode,
    text: verifyText(party),
    settled: party.verified,
    fix: { target: 'client.verifications', id: party.id },
    ...(provision === undefined ? {} : { provision }),
  };
}

const isAuthorisedRepresentative = ({ roles }: RulePartyFacts) => roles.includes('authorisedRepresentative');

const isActedForByClient = ({ roles }: RulePartyFacts) => roles.includes('actingFor');

/**
 * Whether someone who acts for the client need not be verified: for a client that is no individual, if a reason is recorded why the additional risk is
 * low, and the authority is established. Where CDD is enhanced the risk is not taken for low, which is the stricter reading. AU Rules 6-19.
 */
const isActingExcused = (
  { clientType, actingExcused }: ClientFacts,
  level: CddLevel,
  { authorityRecorded }: RulePartyFacts,
): boolean =>
  actingExcused === true &&
  authorityRecorded &&
  level !== 'enhanced' &&
  getClientKind(clientType) === 'business';

/** Those who act for the client and are verified at a level in Australia. AU s28(2)(c), Rules 6-19. */
export function actingToVerifyInAustralia(facts: ClientFacts, { level }: LevelContext): PartyToVerify[] {
  const verified = facts.parties.filter((party) => !isActingExcused(facts, level, party));
  return actingToVerify({ ...facts, parties: verified });
}

/** Persons who act for the client in Australia: authority of each, and unless excused or at the simplified level identity. AU Rules 6-16, 6-19. */
export function actingItemsInAustralia(facts: ClientFacts, provision: string, level: CddLevel): Item[] {
  return facts.parties.filter(isAuthorisedRepresentative).flatMap((party) =>
    actingItems({ ...facts, parties: [party] }, provision, {
      verify: level !== 'simplified' && !isActingExcused(facts, level, party),
    }),
  );
}

/** Persons who act for the client: identity and authority of each; only the authority if the identity need not be verified. */
export function actingItems(facts: ClientFacts, provision: string, { verify }: { verify: boolean }): Item[] {
  return facts.parties.filter(isAuthorisedRepresentative).flatMap((party): Item[] => [
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
    settled: parties.some(isAuthorisedRepresentative),
    fix: { target: 'client.parties' },
    provision,
  };
}

/**
 * The persons on whose behalf the client acts: identity of each. NZ s5, "beneficial owner". From 31 July 2023 the regulations, and from 19 May
 * 2026 the Act, count such a person only who ultimately owns or controls the client. The role on record does not tell such persons
 * from the client's own customers, so each is verified, the stricter reading. To be confirmed (nz.cdd.who): s5 as amended.
 */
export function onBehalfOfItems({ parties }: ClientFacts, provision: string): Item[] {
  return parties.filter(isActedForByClient).map((party) => verifyItem(party, provision));
}

/** Those who act for the client, as parties to verify. NZ s11(1)(c); AU s28(2)(c). */
export function actingToVerify({ parties }: ClientFacts): PartyToVerify[] {
  return parties.filter(isAuthorisedRepresentative).map(({ id, name }) => ({
    partyId: id,
    name,
    reason: 'acts for the client',
  }));
}

/**
 * All persons on whose behalf the client acts, as parties to verify. This is the stricter reading. To be confirmed (nz.cdd.who): s5 as amended. NZ
 * s11(1)(b).
 */
export function onBehalfOfToVerify({ parties }: ClientFacts): PartyToVerify[] {
  return parties.filter(isActedForByClient).map(({ id, name }) => ({
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

const pepText = (who: string, mayFollow: true | undefined, excuse: string) =>
  `Establish whether ${who} is a politically exposed person${mayFollow ? ', as soon as practicable after the relationship starts' : ''}${excuse}.`;

/**
 * How a law requires PEP status. `mayFollow`: as soon as practicable after the relationship starts (NZ s26(1)). `byRisk`: according to the level
 * of risk, so that at low risk a recorded reason settles it (NZ s26(1) from 19 May 2026).
 */
type PepCheck = { mayFollow?: true; byRisk?: true };

function pepItem(
  { pepStatus, pepCheckExcused }: Pick<RulePartyFacts, 'pepStatus' | 'pepCheckExcused'>,
  { riskLevel }: ClientFacts,
  { mayFollow, byRisk }: PepCheck,
): Pick<Item, 'settled' | 'waivable' | 'mayFollow'> & { excuse: string } {
  const isExcusable = byRisk === true && riskLevel === 'low';
  return {
    settled: pepStatus !== 'notChecked' || (isExcusable && pepCheckExcused === true),
    excuse: isExcusable ? ', or record why the low risk does not call for it' : '',
    ...(isExcusable ? { waivable: true } : {}),
    ...(mayFollow ? { mayFollow } : {}),
  };
}

/** PEP status of a client who is a person; an entity is asked about its people alone. */
export function pepItems(facts: ClientFacts, provision: string, check: PepCheck = {}): Item[] {
  if (!canBeExposed(facts.clientType)) return [];
  const { excuse, ...item } = pepItem(facts, facts, check);
  return [
    {
      code: 'pep.checked',
      text: pepText('the client', check.mayFollow, excuse),
      fix: { target: 'client.findings', id: 'politicalExposure' },
      provision,
      ...item,
    },
  ];
}

/** PEP status of related parties who are persons, each on the party's own record. */
export function partyPepItems(
  facts: ClientFacts,
  parties: readonly RulePartyFacts[],
  provision: string,
  check: PepCheck = {},
): Item[] {
  return parties
    .filter(({ kind }) => kind === 'individual')
    .map((party) => {
      const { excuse, ...item } = pepItem(party, facts, check);
      return {
        code: 'party.pepChecked',
        text: pepText(party.name, check.mayFollow, excuse),
        fix: { target: 'client.findings', id: 'politicalExposure', of: party.id },
        provision,
        ...item,
      };
    });
}

function formatPartyScreening(
  name: string,
  status: RulePartyFacts['sanctionsStatus'],
  gaps: RulePartyFacts['screeningGaps'],
): string {
  if (status === 'potential') return `Decide the possible sanctions match of ${name}.`;
  return status === 'incomplete'
    ? `${name}: ${formatIncompleteScreening(gaps ?? [])}`
    : `Run sanctions screening on ${name}.`;
}

/** Sanctions screening of related parties, each on the party's own record. */
export function partySanctionsItems(parties: readonly RulePartyFacts[], provision: string): Item[] {
  return parties.map(({ id, name, sanctionsStatus, screeningGaps }) => ({
    code: partySanctionsItemCode,
    text: formatPartyScreening(name, sanctionsStatus, screeningGaps),
    settled: sanctionsStatus === 'clear' || sanctionsStatus === 'confirmed',
    fix: { target: sanctionsStatus === 'incomplete' ? 'settings.lists' : 'client.screening', of: id },
    provision,
  }));
}
