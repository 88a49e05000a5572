import { delayedCddDueOn } from '#rules/clocks.ts';
import { countsAsForeignPep } from '#rules/politically-exposed.ts';
import type { CountryListKey } from '#rules/risk/country-lists.ts';
import { compareLevels } from '#rules/risk/levels.ts';
import { beneficialOwners } from './beneficial-owners.ts';
import type { ClientFacts, RulePartyFacts } from './facts.ts';
import type { Condition, RuleContext } from './rule.ts';

/** Holds of every client: the ordinary due diligence that is there before any rule asks for more. */
export const isClient: Condition = () => true;

/** A trust, a fund that is one, or another vehicle for holding personal assets. NZ s22(1)(a)(i). */
export const isPersonalAssetVehicle: Condition = ({ clientType, holdsPersonalAssets }) =>
  clientType === 'trust' || clientType === 'smsf' || holdsPersonalAssets;

/**
 * Countries that a client not resident in New Zealand comes from: where she lives or where it was formed; citizenships as well,
 * unless she is known to live in New Zealand.
 */
export function countriesOfNonResident(facts: ClientFacts): string[] {
  const livesHere = facts.residenceCountry === 'NZL';
  const countries = [
    facts.residenceCountry,
    facts.registrationCountry,
    ...(livesHere ? [] : facts.originCountries),
  ];
  return [...new Set(countries)].filter((country): country is string => !!country && country !== 'NZL');
}

function isListed(country: string, key: CountryListKey, { listsOf }: RuleContext): boolean {
  return listsOf(country).some((list) => list.key === key);
}

/** From a country on the firm's own list of those with insufficient measures. NZ s22(1)(a)(ii). */
export const isFromInsufficientCountry: Condition = (facts, context) =>
  countriesOfNonResident(facts).some((country) => isListed(country, 'firm', context));

/** NZ s22(1)(a)(iii). */
export const hasNomineesOrBearerShares: Condition = (facts) =>
  facts.hasNomineeShareholders || facts.hasBearerShares;

/** NZ s22(1)(c). */
export const isUnusual: Condition = ({ unusualActivity }) => unusualActivity;

function isForeignPep({ pepStatus, pepOf }: Pick<RulePartyFacts, 'pepStatus' | 'pepOf'>): boolean {
  return countsAsForeignPep(pepStatus, pepOf);
}

/** The client or a beneficial owner is a foreign politically exposed person, or one's relative or associate. NZ s22(2), s26. */
export const hasForeignPepForNewZealand: Condition = (facts) =>
  isForeignPep(facts) || beneficialOwners(facts, 'NZL').some(({ party }) => isForeignPep(party));

/** Whom AU s32(c) and (d) name beside the customer: beneficial owners, who acts for the customer, for whom the customer acts. */
function associatesForAustralia(facts: ClientFacts): RulePartyFacts[] {
  const owners = new Set(beneficialOwners(facts, 'AUS').map(({ partyId }) => partyId));
  return facts.parties.filter(
    ({ id, roles }) =>
      owners.has(id) || roles.includes('actingFor') || roles.includes('authorisedRepresentative'),
  );
}

/** AU s32(c). */
export const hasForeignPepForAustralia: Condition = (facts) =>
  isForeignPep(facts) || associatesForAustralia(facts).some(isForeignPep);

/** Where the customer and those beside it are physically present or were formed. AU s32(d). */
export function countriesOfPresence(facts: ClientFacts): string[] {
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
  countriesOfPresence(facts).some((country) => isListed(country, 'callForAction', context));

/** NZ s22A. */
export const hasSuspicion: Condition = ({ suspicionReported }) => suspicionReported;

/** AU s32(b): an obligation has arisen and the company goes on providing its services. */
export const hasSuspicionAndGoesOn: Condition = ({ suspicionReported, relationshipEnded }) =>
  suspicionReported && !relationshipEnded;

/** A person has recorded that the risk calls for it. */
export const assessorRequiresEnhanced: Condition = (facts) => facts.assessorRequiresEnhanced;

/** The firm considers the risk to be such that enhanced due diligence should apply: it says so, or rates it high. NZ s22(1)(d). */
export const riskCallsForEnhanced: Condition = (facts) =>
  facts.assessorRequiresEnhanced || facts.riskLevel === 'high';

/** AU s32(a). */
export const isHighRisk: Condition = ({ riskLevel }) => riskLevel === 'high';

export const templateRequiresEnhanced: Condition = ({ templateCddLevel }) => templateCddLevel === 'enhanced';

/**
 * A class that the law lists, and no answer that asks for more. A government body and a listed issuer are such classes by their
 * type, any other because a person has recorded that it is one. NZ s18.
 */
export const isListedClass: Condition = ({ clientType, inListedClass, templateCddLevel }) =>
  (clientType === 'government' || clientType === 'listedIssuer' || inListedClass) &&
  (templateCddLevel === null || templateCddLevel === 'simplified');

/** Taken on since customers are rated, or about to be. NZ reg 12AC, in force from 1 June 2025. */
export const isRatedCustomer: Condition = ({ relationshipStartedOn, preCommencement }) =>
  !preCommencement && (relationshipStartedOn === null || relationshipStartedOn >= '2025-06-01');

export const hasBeneficialOwnerForNewZealand: Condition = (facts) =>
  beneficialOwners(facts, 'NZL').length > 0;

export const hasBeneficialOwnerForAustralia: Condition = (facts) => beneficialOwners(facts, 'AUS').length > 0;

export const isSanctioned: Condition = ({ sanctionsStatus }) => sanctionsStatus === 'confirmed';

/**
 * A client from before commencement about whom nothing has happened that ends the relief: no suspicion, no significant change that
 * leads to a medium or high risk. What the assessor requires ends it as well. AU s36.
 */
export const isLegacyWithoutTrigger: Condition = (facts) => {
  const hasRisen = facts.riskLevel !== null && compareLevels(facts.riskLevel, 'medium') >= 0;
  return (
    facts.preCommencement &&
    !facts.suspicionReported &&
    !facts.assessorRequiresEnhanced &&
    !(facts.significantChange && hasRisen)
  );
};

/** AU Rules 6-15. */
export const mayBeDelayed: Condition = ({ delayed }) =>
  delayed?.isPropertyOtherParty === true &&
  !!delayed.ground?.trim() &&
  delayedCddDueOn(delayed) !== undefined;
