import * as when from './conditions.ts';
import { canHaveNominees, isLegalPerson, isTrust } from './entity-information.ts';
import { addressVerifiedItem, entityItem, nomineesItem, ownersDeterminedItem } from './entity-items.ts';
import type { ClientFacts } from './facts.ts';
import {
  anonymityEndedItem,
  identityItem,
  purposeItem,
  ratingGuard,
  ratingItem,
  recordItems,
  sanctionsItem,
  simplifiedGroundItem,
} from './items.ts';
import { newZealandEnhancedRules } from './new-zealand-enhanced.ts';
import {
  act,
  addressReform,
  common,
  informationRegulations,
  nomineeRegulations,
  trustReform,
} from './new-zealand-law.ts';
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

/** Form, structure and powers, each from a reliable and independent source. */
const informationItems = (facts: ClientFacts, provision: string): Item[] =>
  (['existence', 'structure', 'powers'] as const).map((part) =>
    entityItem(facts, part, provision, { independent: true }),
  );

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
  alwaysBinds: true,
  says: 'Property of a listed person must not be dealt with, nor anything be made available to one.',
} as const satisfies Partial<Rule>;

/**
 * Rows of New Zealand's Anti-Money Laundering and Countering Financing of Terrorism Act 2009 and its regulations. nz.cdd.assessor, by which
 * the firm itself considers that the risk requires more (s22(1)(d)), also represents a suspicion outside the suspicion register;
 * nz.cdd.template has the same requirements by an answer of a template.
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
      ...(level === 'simplified' ? [] : [...recordItems(facts, 'NZL'), identityItem(facts, 'NZ s16')]),
      purposeItem(facts, level === 'simplified' ? 'NZ s21' : 'NZ s17'),
    ],
  },
  // To be confirmed (nz.cdd.who): s11, on who is a person acting on behalf, and a beneficial owner.
  {
    ...common,
    code: 'nz.cdd.who',
    certainty: 'C',
    provision: 'NZ s11(1)',
    sourceUrl: `${act}/whole.html`,
    when: when.isClient,
    says: 'CDD covers those who act for the client and those on whose behalf the client acts.',
    items: (facts, { level }) => [
      ...(level === 'simplified' ? [] : onBehalfOfItems(facts, 'NZ s11(1)(b)')),
      ...actingItems(facts, 'NZ s11(1)(c)', { verify: true }),
    ],
    parties: (facts) => [...actingToVerify(facts), ...onBehalfOfToVerify(facts)],
  },
  {
    ...common,
    code: 'nz.cdd.address',
    certainty: 'C',
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
    says: 'Of a company or limited partnership, the existence and names of nominee directors, shareholders and general partners are established from a reliable source.',
    items: (facts) => [nomineesItem(facts, 'NZ reg 11')],
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
  // To be confirmed (nz.anon): s38.
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
  ...newZealandEnhancedRules,
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
  // To be confirmed (nz.tfs.un): the regulations under the Act, for Iran, the DPRK and others.
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
