import { getClientKind } from '#rules/clients/client-types.ts';
import type { CountryListKey } from '#rules/country-lists/country-list-keys.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';

import type { Jurisdiction } from '#rules/legal-provisions.ts';

import { isDomesticPepInAustralia, isForeignPepIn, officeCountsUntil, type PepExposure } from '#rules/pep.ts';

import { compareLevels } from '#rules/risk/levels.ts';
import { beneficialOwners } from './beneficial-owners.ts';
import { startedBeforeCommencement } from './commencement.ts';
import { hasBeneficialOwners, isTrust } from './entity-information.ts';
import type { ClientFacts, RulePartyFacts } from './facts.ts';
import type { Condition, RuleContext } from './rule.ts';

/** Applies to every client: standard CDD before any rule requires more. */
export const isClient: Condition = () => true;

/** A trust, a fund established as a trust, or another vehicle for holding personal assets. NZ s22(1)(a)(i). */
export const isPersonalAssetVehicle = (
  facts: Pick<ClientFacts, 'clientType' | 'holdsPersonalAssets'>,
): boolean => isTrust(facts) || facts.holdsPersonalAssets;

/**
 * Countries of a client not resident in New Zealand: of residence or formation; also citizenships, unless the person is known
 * to live in New Zealand.
 */
export function getNonResidentCountries(facts: ClientFacts): string[] {
  const livesHere = facts.residenceCountry === 'NZL';
  const countries = [
    facts.residenceCountry,
    facts.registrationCountry,
    ...(livesHere ? [] : facts.originCountries),
  ];
  return [...new Set(countries)].filter((country): country is string => !!country && country !== 'NZL');
}

function isListed(country: string, key: CountryListKey, { getLists }: RuleContext): boolean {
  return getLists(country).some((list) => list.key === key);
}

/** From a country on the firm's own list of those with insufficient measures. NZ s22(1)(a)(ii). */
export const isFromInsufficientCountry: Condition = (facts, context) =>
  getNonResidentCountries(facts).some((country) => isListed(country, 'firm', context));

/** NZ s22(1)(a)(iii). */
export const hasNomineesOrBearerShares: Condition = (facts) =>
  facts.hasNomineeShareholders || facts.hasBearerShares;

/** NZ reg 12. */
export const hasNomineeManagers: Condition = (facts) => facts.hasNomineeManagers;

/** NZ s22(1)(c); AU Rules 6-20. */
export const isUnusual: Condition = ({ unusualActivity }) => unusualActivity;

/** NZ s22(5). */
export const usesNewTechnology: Condition = (facts) => facts.usesNewTechnology === true;

/** NZ reg 12AB. */
export const needsFurtherMeasures: Condition = (facts) => facts.needsFurtherMeasures === true;

/** NZ s14(1)(d), s38. */
export const hasAnonymousAccount: Condition = ({ anonymousAccount }) => anonymousAccount === true;

/** AU s32(e). */
export const hasNestedServices: Condition = ({ nestedServices }) => nestedServices === true;

/** The client or a beneficial owner is a foreign politically exposed person, or one's relative or associate. NZ s22(2), s26. */
export const hasForeignPepForNewZealand: Condition = (facts, { on }) =>
  exposableForNewZealand(facts).some((person) => isForeignPepIn('NZL', person, on));

/**
 * Beneficial owners for New Zealand's checks of PEP status and sanctions: by share or control, and everyone on whose behalf the client acts. The
 * latter is the stricter reading. To be confirmed (nz.cdd.who): s5 as amended, see `onBehalfOfItems`.
 */
export function ownersForNewZealand(facts: ClientFacts): RulePartyFacts[] {
  const owners = beneficialOwners(facts, 'NZL').map(({ party }) => party);
  return facts.parties.filter((party) => owners.includes(party) || party.roles.includes('actingFor'));
}

/** People whose exposure is relevant in New Zealand: the client and its beneficial owners. */
const exposableForNewZealand = (facts: ClientFacts): PepExposure[] => [facts, ...ownersForNewZealand(facts)];

/** Last day on which New Zealand law counts the ended offices of the client's exposures; null while one is held. */
export function pepOfficeCountsUntil(facts: ClientFacts, on: CalendarDate): CalendarDate | null {
  const days = exposableForNewZealand(facts)
    .filter((person) => isForeignPepIn('NZL', person, on))
    .map(({ pepOffice }) => (pepOffice?.endedOn ? officeCountsUntil('NZL', pepOffice.endedOn) : null));
  const ended = days.filter((day) => day !== null);
  return ended.length < days.length ? null : (ended.toSorted().at(-1) ?? null);
}

/**
 * Customers whose beneficial owners count as established, each by a recorded ground: listed public companies and government bodies, while the customer
 * is of that type, and entities owned or controlled by these (AU Rules 6-7); at low risk also licensed entities or those controlled by licensed ones, as
 * listed in 6-18, and strata bodies.
 */
export const hasDeemedOwners = ({ clientType, ownership, riskLevel }: ClientFacts): boolean =>
  ((clientType === 'listedIssuer' || clientType === 'government') && ownership?.deemed === clientType) ||
  ownership?.deemed === 'ownedByListed' ||
  (ownership?.deemed === 'licensed' && riskLevel === 'low');

/** Beneficial owners whose identity is required by Australian law. */
function ownersForAustralia(facts: ClientFacts): RulePartyFacts[] {
  return hasDeemedOwners(facts) ? [] : beneficialOwners(facts, 'AUS').map(({ party }) => party);
}

/**
 * Persons on whose behalf a customer receives the service, as far as they must be established: a trust's; for any other customer they
 * count as established with its identity. AU Rules 6-6.
 */
function onBehalfForAustralia(facts: ClientFacts): RulePartyFacts[] {
  if (!isTrust(facts)) return [];
  return facts.parties.filter(({ roles }) => roles.includes('actingFor'));
}

const actingForCustomer = ({ parties }: ClientFacts): RulePartyFacts[] =>
  parties.filter(({ roles }) => roles.includes('authorisedRepresentative'));

/** Related parties whose PEP status and sanctions status are required by AU s28(2)(e). */
export function personsForAustralia(facts: ClientFacts): RulePartyFacts[] {
  return [...new Set([...exposedForAustralia(facts), ...actingForCustomer(facts)])];
}

/**
 * Related parties whose exposure triggers the measures of AU Rules 5-5 and 6-23, which exclude those who merely act.
 */
export function exposedForAustralia(facts: ClientFacts): RulePartyFacts[] {
  return [...new Set([...ownersForAustralia(facts), ...onBehalfForAustralia(facts)])];
}

/**
 * People named in AU s32(c) and (d) besides the customer: beneficial owners, persons who act for the customer, and persons for
 * whom the customer acts.
 */
function associatesForAustralia(facts: ClientFacts): RulePartyFacts[] {
  const owners = ownersForAustralia(facts);
  return facts.parties.filter(
    (party) =>
      owners.includes(party) ||
      party.roles.includes('actingFor') ||
      party.roles.includes('authorisedRepresentative'),
  );
}

/** Australian law sets no day after which a former PEP no longer counts, so the day is irrelevant. */
const isForeignPepForAustralia = (person: PepExposure): boolean => isForeignPepIn('AUS', person, '');

/** A foreign PEP, or at high risk a PEP of any kind. AU Rules 5-5(1), 6-23. */
const isExposedForAustralia = (person: PepExposure, { riskLevel }: ClientFacts): boolean =>
  isForeignPepForAustralia(person) || (riskLevel === 'high' && isDomesticPepInAustralia(person));

/** Whether the customer is a PEP to whom AU Rules 6-23 applies. */
export const isCustomerExposed = (facts: ClientFacts): boolean => isExposedForAustralia(facts, facts);

/** Ids of related parties who are PEPs to whom AU Rules 6-23 applies. */
export function exposedPartyIds(facts: ClientFacts): string[] {
  return exposedForAustralia(facts)
    .filter((party) => isExposedForAustralia(party, facts))
    .map(({ id }) => id);
}

/** AU Rules 5-5, 6-23. */
export const hasExposedPersonForAustralia: Condition = (facts) =>
  isCustomerExposed(facts) || exposedPartyIds(facts).length > 0;

/** AU s32(c). */
export const hasForeignPepForAustralia: Condition = (facts) =>
  isForeignPepForAustralia(facts) || associatesForAustralia(facts).some(isForeignPepForAustralia);

/** Countries in which the customer and the associated persons are physically present or were formed. AU s32(d). */
export function getPresenceCountries(facts: ClientFacts): string[] {
  const countries = [
    facts.presentCountry,
    facts.registrationCountry,
    ...associatesForAustralia(facts).flatMap(({ presentCountry, formationCountry }) => [
      presentCountry,
      formationCountry,
    ]),
  ];
  return [...new Set(countries)].filter((country): country is string => !!country);
}

/** AU s32(d). */
export const isInCallForActionCountry: Condition = (facts, context) =>
  getPresenceCountries(facts).some((country) => isListed(country, 'callForAction', context));

/** NZ s22A. */
export const hasSuspicion: Condition = ({ suspicionReported }) => suspicionReported;

/** AU s32(b): an obligation has arisen and the company continues to provide its services. */
export const hasSuspicionAndGoesOn: Condition = ({ suspicionReported, relationshipEnded }) =>
  suspicionReported && !relationshipEnded;

/** A member has recorded that the risk requires it. */
export const assessorRequiresEnhanced: Condition = (facts) => facts.assessorRequiresEnhanced;

/** The firm considers that the risk requires enhanced CDD: by a recorded decision, or by rating it high. NZ s22(1)(d). */
export const riskCallsForEnhanced: Condition = (facts) =>
  facts.assessorRequiresEnhanced || facts.riskLevel === 'high';

/** AU s32(a). */
export const isHighRisk: Condition = ({ riskLevel }) => riskLevel === 'high';

export const templateRequiresEnhanced: Condition = ({ templateCddLevel }) => templateCddLevel === 'enhanced';

/**
 * A class listed by law, no answer that requires more, and no anonymous account, which requires standard CDD. A government body and a listed issuer of New Zealand are such classes by
 * their type; any other, one of another country included, because a person has recorded which class it is. The level is simplified only once the
 * class is recorded of any of them. NZ s18(2). To be confirmed (nz.cdd.simplified): its paragraphs and the regulations.
 */
export const isListedClass: Condition = ({
  clientType,
  registrationCountry,
  inListedClass,
  anonymousAccount,
  templateCddLevel,
}) => {
  if (anonymousAccount) return false;
  const byType =
    (clientType === 'government' || clientType === 'listedIssuer') && registrationCountry === 'NZL';
  return (byType || inListedClass) && (templateCddLevel === null || templateCddLevel === 'simplified');
};

/** Taken on since customers are rated, or about to be. NZ reg 12AC, in force from 1 June 2025. */
export const isRatedCustomer: Condition = ({ relationshipStartedOn }) =>
  relationshipStartedOn === null || relationshipStartedOn >= '2025-06-01';

export const hasBeneficialOwnerForNewZealand: Condition = (facts) =>
  beneficialOwners(facts, 'NZL').length > 0;

export const hasBeneficialOwnerForAustralia: Condition = (facts) => ownersForAustralia(facts).length > 0;

/** An entity whose beneficial owners must be determined under New Zealand law. NZ s11(1)(b). */
export const isOwnedEntity: Condition = (facts) => hasBeneficialOwners(facts);

/**
 * The same under Australian law, which treats those of some customers as established. AU s28(2)(d), Rules 6-7, 6-18.
 */
export const isOwnedEntityForAustralia: Condition = (facts) =>
  hasBeneficialOwners(facts) && !hasDeemedOwners(facts);

/**
 * Recorded as a client of before commencement, as the day on which the relationship started and a document of before that day both show. The
 * mark and a typed day alone waive nothing. NZ s14(1)(c); AU s36.
 */
function isPreCommencement(
  { preCommencement, relationshipStartedOn, preCommencementShownOn }: ClientFacts,
  jurisdiction: Jurisdiction,
  { company }: RuleContext,
): boolean {
  return (
    preCommencement &&
    [relationshipStartedOn, preCommencementShownOn].every((day) =>
      startedBeforeCommencement(jurisdiction, company, day),
    )
  );
}

/**
 * An existing customer without a material change in the nature or purpose of the relationship. The Act also asks whether too little is known of
 * the customer; a change is taken to mean that. An account found to be anonymous ends the waiver as well. NZ s14(1)(c), (d).
 */
export const isExistingCustomer: Condition = (facts, context) =>
  isPreCommencement(facts, 'NZL', context) && !facts.significantChange && !facts.anonymousAccount;

/**
 * A pre-commencement client without an event that ends the relief: no suspicion, no significant change that leads to a medium or
 * high risk. The assessor's requirement ends it as well, because a suspicion is represented as that. AU s36.
 */
export const isLegacyWithoutTrigger: Condition = (facts, context) => {
  const hasRisen = facts.riskLevel !== null && compareLevels(facts.riskLevel, 'medium') >= 0;
  return (
    isPreCommencement(facts, 'AUS', context) &&
    !facts.suspicionReported &&
    !facts.assessorRequiresEnhanced &&
    !(facts.significantChange && hasRisen)
  );
};

/** Rated low: simplified CDD may be provided for by the company's policies. AU s31, Rules 6-16, 6-17. */
export const isLowRisk: Condition = ({ riskLevel }) => riskLevel === 'low';

/** A reason is recorded why those who act for a client that is no individual need no verification. AU Rules 6-19. */
export const isActingExcused: Condition = ({ clientType, actingExcused }) =>
  actingExcused === true && getClientKind(clientType) === 'business';
