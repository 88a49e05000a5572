import { countryName } from '#rules/countries.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import * as when from './conditions.ts';
import { canHaveNominees, isLegalPerson, isTrust } from './entity-information.ts';
import { addressVerifiedItem, entityItem, ownersDeterminedItem } from './entity-items.ts';
import type { ClientFacts } from './facts.ts';
import {
  anonymityEndedItem,
  beneficiariesItem,
  findingsItem,
  furtherMeasuresItem,
  identityItem,
  purposeItem,
  ratingGuard,
  ratingItem,
  recordItems,
  sanctionsItem,
  seniorManagerGuard,
  simplifiedGroundItem,
  technologyMeasuresItem,
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
  pepItems,
} from './person-items.ts';
import type { Item, Rule } from './rule.ts';
import { newZealandSourceItems, trustSourceItems } from './source-items.ts';

const act = 'https://www.legislation.govt.nz/act/public/2009/0035/latest';
const section22 = `${act}/DLM2333613.html`;

/** The Act's first day for the sectors it covered first; for others see `lawAppliesFrom`. */
const commenced = '2013-06-30';
const trustReform = { lastDayBefore: '2026-05-18', firstDay: '2026-05-19' };
/** The Statutes Amendment Act 2025, in force the day after assent; to be confirmed against its commencement section. */
const addressReform = { lastDayBefore: '2025-11-26', firstDay: '2025-11-27' };
/** Regulations 11 and 11A. */
const informationRegulations = {
  effectiveFrom: '2024-06-01',
  sourceUrl: 'https://firstaml.com/au/about/help/june-2024-aml-regulation-changes-new-zealand',
  certainty: 'B',
  atLevels: ['standard', 'enhanced'],
  isInitialCdd: true,
} as const;
/** Regulations on nominees, in force from 9 July 2021. */
const nomineeRegulations =
  'https://www.simpsongrierson.com/insights-news/legal-updates/amlcft-customer-due-diligence-changes';
const common = { jurisdiction: 'NZL', effectiveFrom: commenced, sourceUrl: section22 } as const;

const trustRow = {
  ...common,
  code: 'nz.cdd.trust',
  provision: 'NZ s22(1)(a)(i)',
  when: when.isPersonalAssetVehicle,
  says: 'The client is a trust or another vehicle for holding personal assets.',
  cddLevel: 'enhanced',
} as const satisfies Partial<Rule>;

/** Form, structure and powers, each from a reliable and independent source. */
const informationItems = (facts: ClientFacts, provision: string): Item[] =>
  (['existence', 'structure', 'powers'] as const).map((part) =>
    entityItem(facts, part, provision, { independent: true }),
  );

/** The objects of a charitable trust, beside the class of its beneficiaries. NZ s23(2). */
const objectsItems = (facts: ClientFacts): Item[] =>
  isTrust(facts) && facts.trustType === 'charitable' ? [entityItem(facts, 'objects', 'NZ s23(2)')] : [];

/** Screening of the customer and its beneficial owners, required by the laws against dealing with listed persons. */
const screeningItems =
  (provision: string) =>
  (facts: ClientFacts): Item[] => [
    sanctionsItem(facts, provision),
    ...partySanctionsItems(when.ownersForNewZealand(facts), provision),
  ];

const pepCheckRow = {
  ...common,
  code: 'nz.cdd.pepCheck',
  provision: 'NZ s26(1)',
  when: when.isClient,
  atLevels: ['standard', 'enhanced'],
  isInitialCdd: true,
} as const satisfies Partial<Rule>;

const pepCheckItems =
  (check: Parameters<typeof pepItems>[2]) =>
  (facts: ClientFacts): Item[] => [
    ...pepItems(facts, 'NZ s26(1)', check),
    ...partyPepItems(facts, when.ownersForNewZealand(facts), 'NZ s26(1)', check),
  ];

/** Laws that prohibit dealing with listed persons, each a row. */
const screeningRow = {
  ...common,
  when: when.isClient,
  says: 'Property of a listed person must not be dealt with, nor anything be made available to one.',
} as const satisfies Partial<Rule>;

/**
 * Rows of New Zealand's Anti-Money Laundering and Countering Financing of Terrorism Act 2009 and its regulations. nz.cdd.assessor, by which
 * the firm itself considers that the risk requires more (s22(1)(d)), also represents a suspicion outside the suspicion register;
 * nz.cdd.template has the same requirements by an answer of a template.
 */
export const newZealandRules: readonly Rule[] = [
  // To be confirmed against s11: who is a person acting on behalf, and a beneficial owner. The rest is read in ss14 to 17.
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
    code: 'nz.cdd.address',
    certainty: 'B',
    provision: 'NZ s15(d), s16',
    sourceUrl: 'https://amlsolutions.co.nz/2025/11/26/aml-cft-update-key-changes-you-need-to-know',
    effectiveTo: addressReform.lastDayBefore,
    when: when.isClient,
    says: 'The address is recorded and verified.',
    atLevels: ['standard', 'enhanced'],
    isInitialCdd: true,
    items: (facts) => [addressVerifiedItem(facts, 'NZ s15(d), s16', { waivable: false })],
  },
  {
    ...common,
    code: 'nz.cdd.address',
    certainty: 'C',
    provision: 'NZ s24(1)(b)',
    sourceUrl: 'https://plainlanguagelaw.ackama.com/acts/DLM2140700/DLM2140864',
    effectiveFrom: addressReform.firstDay,
    when: when.isClient,
    says: 'The address is recorded, and verified by reasonable steps according to risk where CDD is enhanced.',
    atLevels: ['enhanced'],
    isInitialCdd: true,
    items: (facts) => [addressVerifiedItem(facts, 'NZ s24(1)(b)', { waivable: true })],
  },
  {
    ...common,
    ...informationRegulations,
    code: 'nz.cdd.legalPerson',
    provision: 'NZ reg 11',
    when: isLegalPerson,
    says: 'Of a legal person, its form and existence, ownership and control structure and powers are established.',
    items: (facts) => informationItems(facts, 'NZ reg 11'),
  },
  {
    ...common,
    ...informationRegulations,
    code: 'nz.cdd.nomineeNames',
    provision: 'NZ reg 11',
    sourceUrl: nomineeRegulations,
    effectiveFrom: '2021-07-09',
    when: canHaveNominees,
    says: 'Of a company or limited partnership, the existence and names of nominee directors, shareholders and general partners are established.',
    items: (facts) => [entityItem(facts, 'nominees', 'NZ reg 11')],
  },
  {
    ...common,
    ...informationRegulations,
    code: 'nz.cdd.trustInfo',
    provision: 'NZ reg 11A',
    when: isTrust,
    says: 'Of a trust, its form and existence, structure and powers, settlors and protectors are established.',
    items: (facts) => [
      ...informationItems(facts, 'NZ reg 11A'),
      entityItem(facts, 'settlors', 'NZ reg 11A'),
      entityItem(facts, 'protectors', 'NZ reg 11A'),
    ],
  },
  {
    ...pepCheckRow,
    certainty: 'A†',
    effectiveTo: trustReform.lastDayBefore,
    says: 'Whether a client or a beneficial owner is a politically exposed person is established as soon as practicable.',
    items: pepCheckItems({ mayFollow: true }),
  },
  {
    ...pepCheckRow,
    certainty: 'B',
    sourceUrl: 'https://cygnuslaw.nz/changes-to-aml-cft-law',
    effectiveFrom: trustReform.firstDay,
    says: 'Whether a client or a beneficial owner is a politically exposed person is established as soon as practicable, according to the level of risk.',
    items: pepCheckItems({ mayFollow: true, byRisk: true }),
  },
  {
    ...common,
    code: 'nz.cdd.anonymous',
    certainty: 'A†',
    provision: 'NZ s14(1)(d)',
    sourceUrl: `${act}/DLM2140864.html`,
    effectiveFrom: '2017-08-11',
    when: when.hasAnonymousAccount,
    says: 'An existing account was found to be anonymous: standard CDD as soon as practicable.',
    cddLevel: 'standard',
    items: (facts) => [identityItem(facts, 'NZ s14(1)(d)')],
  },
  {
    ...common,
    code: 'nz.anon',
    certainty: 'C',
    provision: 'NZ s38',
    sourceUrl: `${act}/whole.html`,
    when: when.hasAnonymousAccount,
    says: 'An account in a false or anonymous name is prohibited. To be confirmed against s38.',
    items: (facts) => [anonymityEndedItem(facts)],
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
    items: (facts) => [
      beneficiariesItem(facts, 'NZ s23(2)'),
      ...objectsItems(facts),
      ...newZealandSourceItems(facts),
    ],
  },
  {
    ...trustRow,
    certainty: 'C',
    effectiveFrom: trustReform.firstDay,
    sourceUrl: 'https://www.total-aml.com/blog-2-1/amlcft-amendment-bills-2026',
    items: (facts) => [
      beneficiariesItem(facts, 'NZ s23(2)'),
      ...objectsItems(facts),
      ...trustSourceItems(facts),
    ],
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
    sourceUrl: nomineeRegulations,
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
    code: 'nz.cdd.newTech',
    certainty: 'C',
    provision: 'NZ s22(5), s30',
    when: when.usesNewTechnology,
    says: 'A new or developing technology, or a product, might favour anonymity. To be confirmed against s22(5) and s30.',
    cddLevel: 'enhanced',
    items: (facts) => [technologyMeasuresItem(facts)],
  },
  {
    ...common,
    code: 'nz.cdd.extra',
    certainty: 'B',
    provision: 'NZ reg 12AB',
    sourceUrl: informationRegulations.sourceUrl,
    effectiveFrom: '2024-06-01',
    when: when.needsFurtherMeasures,
    says: 'Enhanced measures do not manage the risk: further measures are taken.',
    cddLevel: 'enhanced',
    items: (facts) => [furtherMeasuresItem(facts)],
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
        const ended =
          until === null ? '' : ` The office has ended; PEP status applies until ${formatDate(until)}.`;
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
    effectiveFrom: '2017-08-11',
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
            simplifiedGroundItem(facts, { listedClass: true }),
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
    ...common,
    code: 'nz.bo.determined',
    certainty: 'B',
    provision: 'NZ s11(1)(b)',
    sourceUrl: 'https://regalert.today/document/f78c14bb-0f67-455d-af03-7c77ecc2d804/text',
    when: when.isOwnedEntity,
    says: 'The beneficial owners of an entity are determined, or it is recorded that there are none.',
    atLevels: ['standard', 'enhanced'],
    isInitialCdd: true,
    items: (facts) => [ownersDeterminedItem(facts, 'NZL', 'NZ s11(1)(b)')],
  },
  {
    ...screeningRow,
    code: 'nz.tfs.tsa',
    certainty: 'A†',
    provision: 'NZ Terrorism Suppression Act 2002 s9, s10',
    sourceUrl: 'https://www.legislation.govt.nz/act/public/2002/0034/55.0/DLM152713.html',
    items: screeningItems('NZ Terrorism Suppression Act 2002 s9, s10'),
  },
  // To be confirmed against the regulations under the Act: for Iran, the DPRK and others.
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
