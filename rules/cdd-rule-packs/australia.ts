import { countryName } from '#rules/countries.ts';
import { australianReform } from '#rules/dates/commencement.ts';
import { formerProcedureSpan } from '#rules/former-procedures.ts';
import {
  bodyItems,
  entityPartyItems,
  governmentItems,
  hasEntityParty,
  trustItems,
} from './australian-information.ts';
import * as when from './conditions.ts';
import {
  isDoneByOldProcedure,
  isDoneElsewhere,
  isDoneUnderFormerLaw,
  isInitialCddDeemed,
  unlessDeemed,
} from './deemed-cdd.ts';
import { isBody, isTrust } from './entity-information.ts';
import { chiefExecutiveItems, entityItem, ownersDeterminedItem } from './entity-items.ts';
import type { ClientFacts } from './facts.ts';
import {
  beneficiariesItem,
  businessIdentifierItems,
  findingsItem,
  identityItem,
  placeItems,
  purposeItem,
  ratingGuard,
  ratingItem,
  recordItems,
  sanctionsItem,
  seniorManagerGuard,
  simplifiedGroundItem,
} from './items.ts';
import {
  actingItemsInAustralia,
  actingToVerifyInAustralia,
  ownerItems,
  ownersToVerify,
  partyPepItems,
  partySanctionsItems,
  pepItems,
} from './person-items.ts';
import type { Item, LevelContext, Rule } from './rule.ts';
import { australianSourceItems, partySourceItems, relevantSourceItems } from './source-items.ts';

const section32 =
  'https://zoelaw.ai/legislation/anti-money-laundering-and-counter-terrorism-financing-act-2006/sections/32';
/** Schedule 2, item 7 of the amending Act of 2024, which replaced ss27 to 39. */
const division = 'https://www.ato.gov.au/law/view/print?DocID=PAC%2F20240110%2FSch2-Cl7';

const rules2025 = 'https://www.legislation.gov.au/F2026C00274';

/** First day of the Act as amended in 2024; for businesses regulated from a later day see `lawAppliesFrom`. */
const reformed = australianReform.T1;
const common = {
  jurisdiction: 'AUS',
  effectiveFrom: reformed,
  sourceUrl: section32,
  certainty: 'A',
} as const;

const pepProvision = 'AU s28(2)(e)(i)';
const sanctionsProvision = 'AU s28(2)(e)(ii)';

/**
 * Source of wealth and of funds of the customer, where relevant to the risk: presumed relevant until a reason is
 * recorded.
 */
const customerSources = (facts: ClientFacts): Item[] =>
  relevantSourceItems(facts).map((item) => ({ ...item, provision: 'AU Rules 6-21' }));

/** Source of wealth and of funds of each PEP among the customer and the related parties. */
const exposedSources = (facts: ClientFacts): Item[] => [
  ...(when.isCustomerExposed(facts) ? australianSourceItems(facts) : []),
  ...partySourceItems(facts, when.exposedPartyIds(facts)),
];

/** Information that the Rules require for a kind of customer, at every level. AU s28(3)(c), (d). */
const kycRow = {
  ...common,
  sourceUrl: rules2025,
  isInitialCdd: true,
} as const;

/** Who the customer, those behind it and those who act for it are. AU s28(2)(a) to (c). */
const identityItems = (facts: ClientFacts, { level }: LevelContext): Item[] => [
  ...recordItems(facts, 'AUS'),
  identityItem(facts, 'AU s28(2)(a)'),
  ...beneficiaryItems(facts),
  ...actingItemsInAustralia(facts, 'AU s28(2)(c)', level),
];

const beneficiaryItems = (facts: ClientFacts): Item[] =>
  isTrust(facts) ? [beneficiariesItem(facts, 'AU Rules 6-6(2)')] : [];

/**
 * Rows of Australia's Anti-Money Laundering and Counter-Terrorism Financing Act 2006 and its Rules of 2025. au.cdd.assessor, the firm's own
 * decision, also represents a suspicion outside the suspicion register and therefore has the same requirements; au.cdd.template has them by
 * an answer of a template.
 */
export const australianRules: readonly Rule[] = [
  {
    ...common,
    code: 'au.cdd.initial',
    provision: 'AU s28',
    sourceUrl: division,
    when: when.isClient,
    says: 'Nothing requires more than initial CDD.',
    cddLevel: 'standard',
    items: (facts, context) => [
      ...(isInitialCddDeemed(facts, context) ? [] : identityItems(facts, context)),
      ...pepItems(facts, pepProvision),
      ...partyPepItems(facts, when.personsForAustralia(facts), pepProvision),
      sanctionsItem(facts, sanctionsProvision),
      ...partySanctionsItems(when.personsForAustralia(facts), sanctionsProvision),
      purposeItem(facts, 'AU s28(2)(f)'),
      ratingItem(facts),
    ],
    guards: (facts) => [ratingGuard(facts)],
  },
  {
    ...kycRow,
    code: 'au.kyc.soleTrader',
    provision: 'AU Rules 6-1',
    when: unlessDeemed(({ clientType }) => clientType === 'soleTrader'),
    says: 'Of an individual in business, the business identifier, the principal place and the nature of the business are established.',
    items: (facts) => [
      ...businessIdentifierItems(facts, 'AU Rules 6-1'),
      ...placeItems(facts, 'AU Rules 6-1'),
      entityItem(facts, 'natureOfBusiness', 'AU Rules 6-1'),
    ],
  },
  {
    ...kycRow,
    code: 'au.kyc.body',
    provision: 'AU Rules 6-2',
    when: unlessDeemed(isBody),
    says: 'Of a body corporate, partnership or association, its identifier, registered office and principal place, its existence, powers, who governs it, its structure and the nature of its business are established.',
    items: bodyItems,
  },
  {
    ...kycRow,
    code: 'au.kyc.trust',
    provision: 'AU Rules 6-3',
    when: unlessDeemed(isTrust),
    says: 'Of a trust, its identifier, principal place, its existence, powers, trustees, structure, settlors, appointors and protectors and the nature of its business are established.',
    items: trustItems,
  },
  {
    ...kycRow,
    code: 'au.kyc.gov',
    provision: 'AU Rules 6-4',
    when: unlessDeemed(({ clientType }) => clientType === 'government'),
    says: 'Of a government body, its identifier, principal place, its existence, who governs it and the nature of its business are established.',
    items: governmentItems,
  },
  {
    ...kycRow,
    code: 'au.kyc.entityParty',
    provision: 'AU Rules 6-5',
    when: unlessDeemed(hasEntityParty),
    says: 'Of an entity that acts for the client, or on whose behalf a trust acts, the same is established as of a customer.',
    items: entityPartyItems,
  },
  {
    ...common,
    code: 'au.cdd.acting',
    provision: 'AU s28(2)(c)',
    sourceUrl: division,
    when: unlessDeemed(when.isClient),
    says: 'Those who act for the client are verified.',
    atLevels: ['standard', 'enhanced'],
    parties: actingToVerifyInAustralia,
  },
  {
    ...common,
    code: 'au.actingLow',
    provision: 'AU Rules 6-19',
    sourceUrl: rules2025,
    when: when.isActingExcused,
    says: 'The client is no individual, and a reason is recorded why the additional risk of those who act for it is low: once their authority is established they need no verification.',
    isDefinition: true,
  },
  {
    ...common,
    code: 'au.old.acip',
    provision: 'AU Rules 6-42',
    sourceUrl: rules2025,
    when: isDoneUnderFormerLaw,
    says: 'The client was identified before 31 March 2026 as the former law required.',
    deemsInitialCdd: true,
  },
  {
    ...common,
    code: 'au.old.procedures',
    provision: 'AU Transitional Rules 7, 8',
    sourceUrl: 'https://www.legislation.gov.au/F2026L00393',
    effectiveFrom: formerProcedureSpan.firstDay,
    effectiveTo: formerProcedureSpan.lastDay,
    when: isDoneByOldProcedure,
    says: 'The client was identified by a former procedure that the company’s policies allow for its class, until the last day of the class.',
    deemsInitialCdd: true,
  },
  {
    ...common,
    code: 'au.done.elsewhere',
    provision: 'AU Rules 6-11, 6-27, 6-28',
    sourceUrl: rules2025,
    when: isDoneElsewhere,
    says: 'CDD was done abroad by a member of the company’s business group, or by a business that was transferred to the company with its records.',
    deemsInitialCdd: true,
  },
  {
    ...common,
    code: 'au.simplified',
    provision: 'AU s31, Rules 6-16, 6-17',
    sourceUrl: rules2025,
    when: when.isLowRisk,
    says: 'The client’s risk is low, and your policies provide for simplified CDD.',
    allowsSimplified: true,
    items: (facts, { level }) =>
      level === 'simplified' ? [simplifiedGroundItem(facts, { listedClass: false })] : [],
  },
  {
    ...common,
    code: 'au.cdd.highRisk',
    provision: 'AU s32(a)',
    when: when.isHighRisk,
    says: 'The client’s risk is high.',
    cddLevel: 'enhanced',
    items: customerSources,
  },
  {
    ...common,
    code: 'au.cdd.foreignPep',
    provision: 'AU s32(c)',
    when: when.hasForeignPepForAustralia,
    says: 'The client, a beneficial owner or someone acting is a foreign politically exposed person, or a relative or close associate of one.',
    cddLevel: 'enhanced',
  },
  {
    ...common,
    code: 'au.source.pep',
    provision: 'AU Rules 6-23',
    sourceUrl: rules2025,
    when: when.hasExposedPersonForAustralia,
    says: 'The client, a beneficial owner or the person on whose behalf it acts is a foreign politically exposed person, or one of another kind at high risk.',
    items: exposedSources,
  },
  {
    ...common,
    code: 'au.pep.approval',
    provision: 'AU Rules 5-5(1)',
    sourceUrl: rules2025,
    when: when.hasExposedPersonForAustralia,
    says: 'A senior manager approves a relationship with such a person.',
    guards: (facts) => [seniorManagerGuard(facts)],
  },
  {
    ...common,
    code: 'au.cdd.unusual',
    provision: 'AU Rules 6-20',
    sourceUrl: rules2025,
    when: when.isUnusual,
    says: 'An activity has no apparent economic or legal purpose, is unusually complex or large, or shows an unusual pattern.',
    cddLevel: 'enhanced',
    items: (facts) => [findingsItem(facts, 'AU Rules 6-20')],
  },
  {
    ...common,
    code: 'au.cdd.fatf',
    provision: 'AU s32(d)',
    when: when.isInCallForActionCountry,
    says: {
      general:
        'The client, or someone beside the client, is in or was formed in a country for which the FATF calls for action.',
      of: (facts, { getLists }) => {
        const listed = when
          .getPresenceCountries(facts)
          .filter((country) => getLists(country).some(({ key }) => key === 'callForAction'));
        return `The client, or someone beside the client, is in or was formed in ${listed.map(countryName).join(' and ')}, for which the FATF calls for action.`;
      },
    },
    cddLevel: 'enhanced',
    riskFloor: 'high',
    countries: when.getPresenceCountries,
    items: customerSources,
  },
  {
    ...common,
    code: 'au.cdd.nested',
    provision: 'AU s32(e)',
    when: when.hasNestedServices,
    says: 'The relationship is one of nested services: the client serves its own customers through your services.',
    cddLevel: 'enhanced',
  },
  {
    ...common,
    code: 'au.cdd.smr',
    provision: 'AU s32(b)',
    when: when.hasSuspicionAndGoesOn,
    says: 'A suspicious matter must be reported about the client, and services continue.',
    cddLevel: 'enhanced',
    items: customerSources,
  },
  {
    ...common,
    code: 'au.cdd.assessor',
    provision: 'AU s32',
    when: when.assessorRequiresEnhanced,
    says: 'The assessor considers that the level of risk calls for enhanced due diligence.',
    cddLevel: 'enhanced',
    items: customerSources,
  },
  {
    ...common,
    code: 'au.cdd.template',
    provision: 'AU s32',
    when: when.templateRequiresEnhanced,
    says: 'An answer in the risk assessment requires enhanced CDD.',
    cddLevel: 'enhanced',
  },
  {
    ...common,
    code: 'au.bo',
    provision: 'AU s28(2)(d)',
    sourceUrl: division,
    when: unlessDeemed(when.hasBeneficialOwnerForAustralia),
    says: 'Someone owns 25 % or more of the client or controls it.',
    atLevels: ['standard', 'enhanced'],
    items: (facts) => ownerItems(facts, 'AUS'),
    parties: (facts) => ownersToVerify(facts, 'AUS'),
  },
  {
    ...common,
    code: 'au.bo.none',
    provision: 'AU s28(2)(d), Rules 6-8',
    sourceUrl: rules2025,
    when: unlessDeemed(when.isOwnedEntityForAustralia),
    says: 'The beneficial owners of an entity are determined; where there are none, or they cannot be determined, the chief executive is identified.',
    atLevels: ['standard', 'enhanced'],
    isInitialCdd: true,
    items: (facts) => [
      ownersDeterminedItem(facts, 'AUS', 'AU s28(2)(d)'),
      ...(isBody(facts) ? chiefExecutiveItems(facts, 'AU Rules 6-8') : []),
    ],
  },
  {
    ...common,
    code: 'au.bo.deemed',
    provision: 'AU Rules 6-7, 6-18',
    sourceUrl: rules2025,
    when: when.hasDeemedOwners,
    says: 'Beneficial owners count as established: of a listed company, a government body, what these own or control, and at low risk of a licensed or strata body.',
    isDefinition: true,
  },
  {
    ...common,
    code: 'au.legacy',
    provision: 'AU s36',
    sourceUrl: division,
    when: when.isLegacyWithoutTrigger,
    says: 'Pre-commencement client without a trigger: initial CDD is not required yet. Monitor for a trigger.',
    waivesInitialCdd: true,
  },
];
