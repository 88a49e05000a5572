import { countryName } from '#rules/countries.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { beneficialOwners } from './beneficial-owners.ts';
import * as when from './conditions.ts';
import type { ClientFacts } from './facts.ts';
import {
  beneficiariesItem,
  findingsItem,
  identityItem,
  purposeItem,
  ratingGuard,
  ratingItem,
  recordItems,
  sanctionsItem,
  seniorManagerGuard,
  simplifiedGroundItem,
} from './items.ts';
import {
  actingItems,
  actingNamedItem,
  actingToVerify,
  onBehalfOfItems,
  onBehalfOfToVerify,
  ownerItems,
  ownersToVerify,
  partyPepItems,
  partySanctionsItems,
  pepItem,
} from './person-items.ts';
import type { Item, Rule } from './rule.ts';
import { newZealandSourceItems, trustSourceItems } from './source-items.ts';

const act = 'https://www.legislation.govt.nz/act/public/2009/0035/latest';
const section22 = `${act}/DLM2333613.html`;

/** The Act's first day for the sectors that it reached first; others by `lawAppliesFrom`. */
const commenced = '2013-06-30';
const trustReform = { lastDayBefore: '2026-05-18', firstDay: '2026-05-19' };
const common = { jurisdiction: 'NZL', effectiveFrom: commenced, sourceUrl: section22 } as const;

const trustRow = {
  ...common,
  code: 'nz.cdd.trust',
  provision: 'NZ s22(1)(a)(i)',
  when: when.isPersonalAssetVehicle,
  says: 'The client is a trust or another vehicle for holding personal assets.',
  cddLevel: 'enhanced',
} as const satisfies Partial<Rule>;

const owners = (facts: ClientFacts) => beneficialOwners(facts, 'NZL').map(({ party }) => party);

/** Screening of the customer and its beneficial owners, which a law against dealing with listed persons makes necessary. */
const screeningItems =
  (provision: string) =>
  (facts: ClientFacts): Item[] => [
    sanctionsItem(facts, provision),
    ...partySanctionsItems(owners(facts), provision),
  ];

/** Laws that prohibit dealing with listed persons, each a row. */
const screeningRow = {
  ...common,
  when: when.isClient,
  says: 'Property of a listed person must not be dealt with, nor anything be made available to one.',
} as const satisfies Partial<Rule>;

/**
 * Rows of New Zealand's Anti-Money Laundering and Countering Financing of Terrorism Act 2009 and its regulations. nz.cdd.assessor, by which
 * the firm itself considers the risk to call for more (s22(1)(d)), also stands for a suspicion outside the suspicion register; nz.cdd.template is
 * the same by an answer of a template.
 */
export const newZealandRules: readonly Rule[] = [
  {
    ...common,
    code: 'nz.cdd.standard',
    certainty: 'A†',
    provision: 'NZ s14',
    sourceUrl: `${act}/whole.html`,
    when: when.isClient,
    says: 'Nothing requires more than standard CDD.',
    cddLevel: 'standard',
    items: (facts, { level }) => [
      ...(level === 'simplified'
        ? []
        : [
            ...recordItems(facts, 'NZL'),
            identityItem(facts, 'NZ s16'),
            ...onBehalfOfItems(facts, 'NZ s11(1)(b)'),
          ]),
      purposeItem(facts, level === 'simplified' ? 'NZ s21' : 'NZ s17'),
      ...actingItems(facts, 'NZ s11(1)(c)', { verify: true }),
    ],
    parties: (facts) => [...actingToVerify(facts), ...onBehalfOfToVerify(facts)],
  },
  {
    ...common,
    code: 'nz.cdd.pepCheck',
    certainty: 'A†',
    provision: 'NZ s26(1)',
    when: when.isClient,
    says: 'Whether a client or a beneficial owner is a politically exposed person is established as soon as practicable.',
    atLevels: ['standard', 'enhanced'],
    isInitialCdd: true,
    items: (facts) => [pepItem(facts, 'NZ s26(1)', true), ...partyPepItems(owners(facts), 'NZ s26(1)', true)],
  },
  {
    ...common,
    code: 'nz.legacy',
    certainty: 'A†',
    provision: 'NZ s14(1)(c)',
    sourceUrl: `${act}/DLM2140864.html`,
    when: when.isExistingCustomer,
    says: 'Existing customer without a material change: standard CDD is not required yet. Monitor for a change.',
    waivesInitialCdd: true,
  },
  {
    ...trustRow,
    certainty: 'A†',
    effectiveTo: trustReform.lastDayBefore,
    items: (facts) => [beneficiariesItem(facts, 'NZ s23'), ...newZealandSourceItems(facts)],
  },
  {
    ...trustRow,
    certainty: 'C',
    effectiveFrom: trustReform.firstDay,
    sourceUrl: 'https://www.total-aml.com/blog-2-1/amlcft-amendment-bills-2026',
    items: (facts) => [beneficiariesItem(facts, 'NZ s23'), ...trustSourceItems(facts)],
  },
  {
    ...common,
    code: 'nz.cdd.nonResident',
    certainty: 'A†',
    provision: 'NZ s22(1)(a)(ii)',
    when: when.isFromInsufficientCountry,
    says: {
      general: 'The client is from a country on your list of countries with insufficient measures.',
      of: (facts, { listsOf }) => {
        const listed = when
          .countriesOfNonResident(facts)
          .filter((country) => listsOf(country).some(({ key }) => key === 'firm'));
        return `The client is from ${listed.map(countryName).join(' and ')}, on your list of countries with insufficient measures.`;
      },
    },
    cddLevel: 'enhanced',
    countries: when.countriesOfNonResident,
    items: newZealandSourceItems,
  },
  {
    ...common,
    code: 'nz.cdd.nominee',
    certainty: 'A†',
    provision: 'NZ s22(1)(a)(iii)',
    when: when.hasNomineesOrBearerShares,
    says: 'The client has nominee shareholders or shares in bearer form.',
    cddLevel: 'enhanced',
    items: newZealandSourceItems,
  },
  {
    ...common,
    code: 'nz.cdd.nomineeOther',
    certainty: 'B',
    provision: 'NZ reg 12',
    sourceUrl:
      'https://www.simpsongrierson.com/insights-news/legal-updates/amlcft-customer-due-diligence-changes',
    effectiveFrom: '2021-07-09',
    when: when.hasNomineeManagers,
    says: 'The client has a nominee director or a nominee general partner.',
    cddLevel: 'enhanced',
    items: newZealandSourceItems,
  },
  {
    ...common,
    code: 'nz.cdd.unusual',
    certainty: 'A†',
    provision: 'NZ s22(1)(c)',
    when: when.isUnusual,
    says: 'An activity is complex, unusually large, or has no apparent purpose.',
    cddLevel: 'enhanced',
    items: (facts) => [findingsItem(facts, 'NZ s57(1)(g)'), ...newZealandSourceItems(facts)],
  },
  {
    ...common,
    code: 'nz.cdd.pep',
    certainty: 'A†',
    provision: 'NZ s22(2), s26(2)',
    when: when.hasForeignPepForNewZealand,
    says: {
      general:
        'The client or a beneficial owner is a foreign politically exposed person, or a relative or close associate of one.',
      of: (facts, { on }) => {
        const until = when.pepOfficeCountsUntil(facts, on);
        const ended = until === null ? '' : ` The office was left; it counts until ${formatDate(until)}.`;
        return `The client or a beneficial owner is a foreign politically exposed person, or a relative or close associate of one.${ended}`;
      },
    },
    cddLevel: 'enhanced',
    items: newZealandSourceItems,
    guards: (facts) => [seniorManagerGuard(facts)],
  },
  {
    ...common,
    code: 'nz.pep.who',
    certainty: 'C',
    provision: 'NZ s5',
    sourceUrl: `${act}/DLM2140727.html`,
    when: when.hasForeignPepForNewZealand,
    says: 'A politically exposed person holds a prominent office of another country, or held one in the last 12 months. An office of New Zealand or of an international organisation does not count.',
    isDefinition: true,
  },
  {
    ...common,
    code: 'nz.cdd.sar',
    certainty: 'A†',
    provision: 'NZ s22A',
    sourceUrl: `${act}/DLM2140892.html`,
    when: when.hasSuspicion,
    says: 'A suspicious activity has to be reported about the client.',
    cddLevel: 'enhanced',
    items: newZealandSourceItems,
  },
  {
    ...common,
    code: 'nz.cdd.assessor',
    certainty: 'A†',
    provision: 'NZ s22(1)(d)',
    when: when.riskCallsForEnhanced,
    says: 'The assessor considers that the level of risk calls for enhanced due diligence.',
    cddLevel: 'enhanced',
    items: newZealandSourceItems,
  },
  {
    ...common,
    code: 'nz.cdd.template',
    certainty: 'A†',
    provision: 'NZ s22(1)(d)',
    when: when.templateRequiresEnhanced,
    says: 'An answer in the risk assessment requires enhanced CDD.',
    cddLevel: 'enhanced',
    items: newZealandSourceItems,
  },
  {
    ...common,
    code: 'nz.cdd.simplified',
    certainty: 'C',
    provision: 'NZ s18',
    sourceUrl: `${act}/whole.html`,
    when: when.isListedClass,
    says: 'The client belongs to a class for which simplified due diligence is allowed.',
    allowsSimplified: true,
    items: (facts, { level }) =>
      level === 'simplified'
        ? [
            simplifiedGroundItem(facts),
            actingNamedItem(facts, 'NZ s19, s20'),
            ...actingItems(facts, 'NZ s19, s20', { verify: true }),
          ]
        : [],
  },
  {
    ...common,
    code: 'nz.rating',
    certainty: 'A',
    provision: 'NZ reg 12AC',
    sourceUrl: 'https://www.dia.govt.nz/AML-CFT-New-guidance-for-Customer-Risk-Rating',
    effectiveFrom: '2025-06-01',
    when: when.isRatedCustomer,
    says: 'New clients are rated for risk.',
    atLevels: ['standard', 'enhanced'],
    items: (facts) => [ratingItem(facts)],
    guards: (facts) => [ratingGuard(facts)],
  },
  {
    ...common,
    code: 'nz.bo',
    certainty: 'A',
    provision: 'NZ s11(1)(b)',
    sourceUrl: `${act}/DLM2140727.html`,
    when: when.hasBeneficialOwnerForNewZealand,
    says: 'Someone owns more than 25 % of the client or controls it.',
    atLevels: ['standard', 'enhanced'],
    items: (facts) => ownerItems(facts, 'NZL'),
    parties: (facts) => ownersToVerify(facts, 'NZL'),
  },
  {
    ...screeningRow,
    code: 'nz.tfs.tsa',
    certainty: 'A†',
    provision: 'NZ Terrorism Suppression Act 2002 s9, s10',
    sourceUrl: 'https://www.legislation.govt.nz/act/public/2002/0034/55.0/DLM152713.html',
    items: screeningItems('NZ Terrorism Suppression Act 2002 s9, s10'),
  },
  {
    ...screeningRow,
    code: 'nz.tfs.un',
    certainty: 'C',
    provision: 'NZ United Nations Act 1946',
    sourceUrl: 'https://www.legislation.govt.nz/act/public/1946/0007/latest/DLM242040.html',
    items: screeningItems('NZ United Nations Act 1946'),
  },
  {
    ...screeningRow,
    code: 'nz.tfs.russia',
    certainty: 'B',
    provision: 'NZ Russia Sanctions Act 2022',
    sourceUrl:
      'https://buddlefindlay.com/insights/sanctions-against-russia-new-obligations-imposed-on-aml-reporting-entities',
    effectiveFrom: '2022-03-18',
    items: screeningItems('NZ Russia Sanctions Act 2022'),
  },
];
