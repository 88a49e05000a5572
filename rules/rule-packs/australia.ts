import { countryName } from '#rules/countries.ts';
import * as when from './conditions.ts';
import {
  actingItems,
  actingToVerify,
  identityItem,
  onBehalfOfItems,
  ownerItems,
  ownersToVerify,
  pepItem,
  purposeItem,
  ratingGuard,
  ratingItem,
  recordItems,
  sanctionsGuard,
  sanctionsItem,
  seniorManagerGuard,
  sourceItem,
} from './items.ts';
import type { Rule } from './rule.ts';

const section32 =
  'https://zoelaw.ai/legislation/anti-money-laundering-and-counter-terrorism-financing-act-2006/sections/32';
/** Schedule 2, item 7 of the amending Act of 2024, which wrote ss27 to 39 anew. */
const division = 'https://www.ato.gov.au/law/view/print?DocID=PAC%2F20240110%2FSch2-Cl7';

/**
 * When the Act as amended in 2024 took effect. Businesses that it reaches for the first time (its second tranche) have their duties
 * from 1 July 2026; what they do before is done by the same rows.
 */
const reformed = '2026-03-31';
const common = { jurisdiction: 'AUS', effectiveFrom: reformed, sourceUrl: section32 } as const;

/**
 * Rows of Australia's Anti-Money Laundering and Counter-Terrorism Financing Act 2006 and its Rules of 2025. Source: domain 7 and 12 (L4
 * to L6, L8, L9). Rows that domain 7 does not have: au.cdd.initial, the due diligence of s28; au.cdd.assessor, what the firm itself
 * decides and behind which a suspicion is hidden; au.cdd.template, the same by an answer of a template.
 */
export const australianRules: readonly Rule[] = [
  {
    ...common,
    code: 'au.cdd.initial',
    provision: 'AU s28',
    sourceUrl: division,
    when: when.isClient,
    says: 'Nothing asks for more than initial due diligence.',
    cddLevel: 'standard',
    items: (facts) => [
      ...recordItems(facts, 'AUS'),
      identityItem(facts, 'AU s28(2)(a)'),
      ...onBehalfOfItems(facts, 'AU s28(2)(b)'),
      ...actingItems(facts, 'AU s28(2)(c)', false),
      pepItem(facts, 'AU s28(2)(e)'),
      sanctionsItem(facts, 'AU s28(2)(e)'),
      purposeItem(facts, 'AU s28(2)(f)'),
      ratingItem(facts),
    ],
    guards: (facts) => [ratingGuard(facts)],
    parties: actingToVerify,
  },
  {
    ...common,
    code: 'au.cdd.highRisk',
    provision: 'AU s32(a)',
    when: when.isHighRisk,
    says: 'The client’s risk is high.',
    cddLevel: 'enhanced',
  },
  {
    ...common,
    code: 'au.cdd.foreignPep',
    provision: 'AU s32(c)',
    when: when.hasForeignPepForAustralia,
    says: 'The client, a beneficial owner or somebody acting is a foreign politically exposed person, or a relative or close associate of one.',
    cddLevel: 'enhanced',
    items: (facts) => [sourceItem(facts)],
    guards: (facts) => [seniorManagerGuard(facts)],
  },
  {
    ...common,
    code: 'au.cdd.fatf',
    provision: 'AU s32(d)',
    when: when.isInCallForActionCountry,
    says: (facts, { listsOf }) => {
      const listed = when
        .countriesOfPresence(facts)
        .filter((country) => listsOf(country).some(({ key }) => key === 'callForAction'));
      return `The client, or somebody beside the client, is in or was formed in ${listed.map(countryName).join(' and ')}, for which the FATF calls for action.`;
    },
    cddLevel: 'enhanced',
    riskFloor: 'high',
    countries: when.countriesOfPresence,
  },
  {
    ...common,
    code: 'au.cdd.smr',
    provision: 'AU s32(b)',
    when: when.hasSuspicionAndGoesOn,
    says: 'A suspicious matter has to be reported about the client, and services go on.',
    cddLevel: 'enhanced',
  },
  {
    ...common,
    code: 'au.cdd.assessor',
    provision: 'AU s32',
    when: when.assessorRequiresEnhanced,
    says: 'The assessor considers that the level of risk calls for enhanced due diligence.',
    cddLevel: 'enhanced',
  },
  {
    ...common,
    code: 'au.cdd.template',
    provision: 'AU s32',
    when: when.templateRequiresEnhanced,
    says: 'An answer of the risk assessment asks for enhanced due diligence.',
    cddLevel: 'enhanced',
  },
  {
    ...common,
    code: 'au.bo',
    provision: 'AU s28(2)(d)',
    sourceUrl: division,
    when: when.hasBeneficialOwnerForAustralia,
    says: 'Somebody owns 25 % or more of the client or controls it.',
    items: (facts) => ownerItems(facts, 'AUS'),
    parties: (facts) => ownersToVerify(facts, 'AUS'),
  },
  {
    ...common,
    code: 'au.tfs',
    provision: 'AU s28(2)(e)',
    sourceUrl: division,
    when: when.isSanctioned,
    says: 'The client is designated for targeted financial sanctions.',
    guards: () => [sanctionsGuard()],
  },
  {
    ...common,
    code: 'au.legacy',
    provision: 'AU s36',
    sourceUrl: division,
    when: when.isLegacyWithoutTrigger,
    says: 'A client since before commencement, without a trigger: initial due diligence is not required yet. Keep watching for one.',
    waivesInitialCdd: true,
  },
  {
    ...common,
    code: 'au.delayed',
    provision: 'AU Rules 6-15, 6-32',
    sourceUrl: 'https://knowledge.easyaml.com/the-two-gateway-conditions',
    when: when.mayBeDelayed,
    says: 'Due diligence on the other party of a property sale may come later, on the ground recorded.',
    setsDelay: true,
  },
];
