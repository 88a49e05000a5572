import { countryName } from '#rules/countries.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import * as when from './conditions.ts';
import { isTrust } from './entity-information.ts';
import { entityItem } from './entity-items.ts';
import type { ClientFacts } from './facts.ts';
import {
  beneficiariesItem,
  findingsItem,
  furtherMeasuresItem,
  seniorManagerGuard,
  technologyMeasuresItem,
} from './items.ts';
import { act, common, informationRegulations, nomineeRegulations, trustReform } from './new-zealand-law.ts';
import type { Item, Rule } from './rule.ts';
import { newZealandSourceItems, trustSourceItems } from './source-items.ts';

const trustRow = {
  ...common,
  code: 'nz.cdd.trust',
  provision: 'NZ s22(1)(a)(i)',
  when: when.isPersonalAssetVehicle,
  says: 'The client is a trust or another vehicle for holding personal assets.',
  cddLevel: 'enhanced',
} as const satisfies Partial<Rule>;

/** The objects of a charitable trust, beside the class of its beneficiaries. NZ s23(2). */
const objectsItems = (facts: ClientFacts): Item[] =>
  isTrust(facts) && facts.trustType === 'charitable' ? [entityItem(facts, 'objects', 'NZ s23(2)')] : [];

/** Rows by which the Act and its regulations require enhanced CDD. NZ s22, s22A, regs 12 and 12AB. */
export const newZealandEnhancedRules: readonly Rule[] = [
  {
    ...trustRow,
    certainty: 'A†',
    effectiveTo: trustReform.lastDayBefore,
    items: newZealandSourceItems,
  },
  {
    ...trustRow,
    certainty: 'C',
    effectiveFrom: trustReform.firstDay,
    sourceUrl: 'https://www.total-aml.com/blog-2-1/amlcft-amendment-bills-2026',
    items: trustSourceItems,
  },
  // To be confirmed (nz.cdd.beneficiaries): s23(2), of which only an account of the class was read.
  {
    ...common,
    code: 'nz.cdd.beneficiaries',
    certainty: 'C',
    provision: 'NZ s23(2)',
    sourceUrl: `${act}/whole.html`,
    when: when.isPersonalAssetVehicle,
    says: 'Of a trust, the beneficiaries or their class are recorded, and of a charitable trust its objects.',
    items: (facts) => [beneficiariesItem(facts, 'NZ s23(2)'), ...objectsItems(facts)],
  },
  {
    ...common,
    code: 'nz.cdd.nonResident',
    certainty: 'A†',
    provision: 'NZ s22(1)(a)(ii)',
    when: when.isFromInsufficientCountry,
    says: {
      general: 'The client is from a country on your list of countries with insufficient measures.',
      of: (facts, { getLists }) => {
        const listed = when
          .getNonResidentCountries(facts)
          .filter((country) => getLists(country).some(({ key }) => key === 'firm'));
        return `The client is from ${listed.map(countryName).join(' and ')}, on your list of countries with insufficient measures.`;
      },
    },
    cddLevel: 'enhanced',
    countries: when.getNonResidentCountries,
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
  // To be confirmed (nz.cdd.newTech): s22(5) and s30.
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
    says: {
      general:
        'The assessor considers that the level of risk calls for enhanced due diligence, or the client’s risk is high.',
      of: ({ assessorRequiresEnhanced }) =>
        assessorRequiresEnhanced
          ? 'The assessor considers that the level of risk calls for enhanced due diligence.'
          : 'The client’s risk is high.',
    },
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
];
