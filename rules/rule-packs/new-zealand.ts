import { countryName } from '#rules/countries.ts';
import * as when from './conditions.ts';
import {
  actingItems,
  actingToVerify,
  beneficiariesItem,
  findingsItem,
  identityItem,
  onBehalfOfItems,
  ownerItems,
  ownersToVerify,
  pepItem,
  purposeItem,
  ratingGuard,
  ratingItem,
  recordItems,
  seniorManagerGuard,
  simplifiedGroundItem,
  sourceItem,
  sourceUnlessMitigatedItem,
} from './items.ts';
import type { Rule } from './rule.ts';

const act = 'https://www.legislation.govt.nz/act/public/2009/0035/latest';
const section22 = `${act}/DLM2333613.html`;

/** When the Act reached lawyers and conveyancers, and so the first day on which these rows answer for anybody here. */
const reached = '2018-07-01';
const trustReform = { lastDayBefore: '2026-05-18', firstDay: '2026-05-19' };
const common = { jurisdiction: 'NZL', effectiveFrom: reached, sourceUrl: section22 } as const;

const trustRow = {
  ...common,
  code: 'nz.cdd.trust',
  provision: 'NZ s22(1)(a)(i)',
  when: when.isPersonalAssetVehicle,
  says: 'The client is a trust or another vehicle for holding personal assets.',
  cddLevel: 'enhanced',
} as const satisfies Partial<Rule>;

/**
 * Rows of New Zealand's Anti-Money Laundering and Countering Financing of Terrorism Act 2009 and its regulations. Source: domain 7 and
 * 12 (L1 to L3, L7). Rows that domain 7 does not have: nz.cdd.standard, the ordinary due diligence of ss14–17; nz.cdd.assessor, by which
 * the firm itself considers the risk to call for more (s22(1)(d)) and behind which a suspicion is hidden; nz.cdd.template, the same by
 * an answer of a template.
 */
export const newZealandRules: readonly Rule[] = [
  {
    ...common,
    code: 'nz.cdd.standard',
    provision: 'NZ s14',
    sourceUrl: `${act}/whole.html`,
    when: when.isClient,
    says: 'Nothing asks for more than standard due diligence.',
    cddLevel: 'standard',
    items: (facts, { level }) => [
      ...(level === 'simplified'
        ? []
        : [
            ...recordItems(facts, 'NZL'),
            identityItem(facts, 'NZ s16'),
            pepItem(facts, 'NZ s26'),
            ...onBehalfOfItems(facts, 'NZ s11(1)(b)'),
          ]),
      purposeItem(facts, level === 'simplified' ? 'NZ s21' : 'NZ s17'),
      ...actingItems(facts, 'NZ s11(1)(c)', false),
    ],
    parties: actingToVerify,
  },
  {
    ...trustRow,
    effectiveTo: trustReform.lastDayBefore,
    items: (facts) => [beneficiariesItem(facts), { ...sourceItem(facts), provision: 'NZ s23(1)(a)' }],
  },
  {
    ...trustRow,
    effectiveFrom: trustReform.firstDay,
    sourceUrl: 'https://www.total-aml.com/blog-2-1/amlcft-amendment-bills-2026',
    items: (facts) => [
      beneficiariesItem(facts),
      { ...sourceUnlessMitigatedItem(facts), provision: 'NZ s23(1)(a)' },
    ],
  },
  {
    ...common,
    code: 'nz.cdd.nonResident',
    provision: 'NZ s22(1)(a)(ii)',
    when: when.isFromInsufficientCountry,
    says: (facts, { listsOf }) => {
      const listed = when
        .countriesOfNonResident(facts)
        .filter((country) => listsOf(country).some(({ key }) => key === 'firm'));
      return `The client is from ${listed.map(countryName).join(' and ')}, on your list of countries with insufficient measures.`;
    },
    cddLevel: 'enhanced',
    countries: when.countriesOfNonResident,
    items: (facts) => [sourceItem(facts)],
  },
  {
    ...common,
    code: 'nz.cdd.nominee',
    provision: 'NZ s22(1)(a)(iii)',
    when: when.hasNomineesOrBearerShares,
    says: 'The client has nominee shareholders or shares in bearer form.',
    cddLevel: 'enhanced',
    items: (facts) => [sourceItem(facts)],
  },
  {
    ...common,
    code: 'nz.cdd.unusual',
    provision: 'NZ s22(1)(c)',
    when: when.isUnusual,
    says: 'An activity is complex, unusually large, or has no apparent purpose.',
    cddLevel: 'enhanced',
    items: (facts) => [findingsItem(facts), sourceItem(facts)],
  },
  {
    ...common,
    code: 'nz.cdd.pep',
    provision: 'NZ s22(2), s26',
    when: when.hasForeignPepForNewZealand,
    says: 'The client or a beneficial owner is a foreign politically exposed person, or a relative or close associate of one.',
    cddLevel: 'enhanced',
    items: (facts) => [sourceItem(facts)],
    guards: (facts) => [seniorManagerGuard(facts)],
  },
  {
    ...common,
    code: 'nz.cdd.sar',
    provision: 'NZ s22A',
    sourceUrl: `${act}/DLM2140892.html`,
    when: when.hasSuspicion,
    says: 'A suspicious activity has to be reported about the client.',
    cddLevel: 'enhanced',
    items: (facts) => [sourceItem(facts)],
  },
  {
    ...common,
    code: 'nz.cdd.assessor',
    provision: 'NZ s22(1)(d)',
    when: when.riskCallsForEnhanced,
    says: 'The assessor considers that the level of risk calls for enhanced due diligence.',
    cddLevel: 'enhanced',
    items: (facts) => [sourceItem(facts)],
  },
  {
    ...common,
    code: 'nz.cdd.template',
    provision: 'NZ s22(1)(d)',
    when: when.templateRequiresEnhanced,
    says: 'An answer of the risk assessment asks for enhanced due diligence.',
    cddLevel: 'enhanced',
    items: (facts) => [sourceItem(facts)],
  },
  {
    ...common,
    code: 'nz.cdd.simplified',
    provision: 'NZ s18',
    sourceUrl: `${act}/whole.html`,
    when: when.isListedClass,
    says: 'The client belongs to a class for which simplified due diligence is allowed.',
    allowsSimplified: true,
    items: (facts, { level }) =>
      level === 'simplified' ? [simplifiedGroundItem(facts), ...actingItems(facts, 'NZ s19, s20', true)] : [],
  },
  {
    ...common,
    code: 'nz.rating',
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
    provision: 'NZ s11(1)(b)',
    sourceUrl: `${act}/DLM2140727.html`,
    when: when.hasBeneficialOwnerForNewZealand,
    says: 'Somebody owns more than 25 % of the client or controls it.',
    atLevels: ['standard', 'enhanced'],
    items: (facts) => ownerItems(facts, 'NZL'),
    parties: (facts) => ownersToVerify(facts, 'NZL'),
  },
];
