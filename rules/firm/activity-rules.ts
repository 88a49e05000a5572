import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { australianReform } from '#rules/dates/commencement.ts';
import type { Certainty, Jurisdiction } from '#rules/legal-provisions.ts';
import type { Sector } from '#rules/sectors.ts';
import { highValueCashProvision } from './high-value-cash.ts';

/**
 * A rule that guards activities and dealings, for display. In force from `effectiveFrom` to `effectiveTo`, inclusive; it binds a company
 * from the first day of its law at the earliest, unless `alwaysBinds`: sanctions laws bind everyone.
 */
export type ActivityRule = {
  code: string;
  jurisdiction: Jurisdiction;
  provision: string;
  sourceUrl: string;
  certainty: Certainty;
  effectiveFrom: CalendarDate;
  effectiveTo?: CalendarDate;
  text: string;
  effects: readonly string[];
  alwaysBinds?: true;
  /** Of companies with one of these sectors alone. */
  sectors?: readonly Sector[];
};

const nzAct = 'http://www.legislation.govt.nz/act/public/2009/0035/latest/DLM2140727.html';
const auAct = 'https://www.legislation.gov.au/C2006A00169/2026-07-01/2026-07-01/text';
const auRules = 'https://www.legislation.gov.au/F2026C00274';
const supervisors =
  'https://www.dlapiper.com/en-la/insights/publications/2026/05/another-step-in-new-zealands-aml-cft-reform-programme';

const highValueDealers = 'https://dia.govt.nz/AML-CFT-Information-for-High-Value-Dealers';
const charterAct = 'https://www.legislation.gov.au/C1945A00032';
/** Part 4 was inserted by the Suppression of the Financing of Terrorism Act 2002 (No 66). To be confirmed (au.tfs.un, au.tfs.terrorism): the day on which it commenced. */
const charterPart4 = '2002-12-13';

const newZealand = { jurisdiction: 'NZL', effectiveFrom: '2013-06-30', sourceUrl: nzAct } as const;
const australia = {
  jurisdiction: 'AUS',
  effectiveFrom: australianReform.T1,
  sourceUrl: auAct,
  certainty: 'A',
} as const;

/** Rows of the law applied to activities, dealings and the company, besides those of a client's CDD. */
const activityRules: readonly ActivityRule[] = [
  {
    ...newZealand,
    code: 'nz.scope.activity',
    provision: 'NZ s5(1), s6(4)',
    certainty: 'C',
    effectiveTo: '2026-05-18',
    text: 'Work is captured where it is one of the activities of the list, in the ordinary course of business.',
    effects: ['Captured activity recorded, or the ground why there is none', 'No CDD outside it'],
  },
  {
    ...newZealand,
    code: 'nz.scope.activity',
    provision: 'NZ s5(1), s6(4)',
    certainty: 'C',
    effectiveFrom: '2026-05-19',
    text: 'Work is captured where it is one of the activities of the list as reworded in 2026, in the ordinary course of business.',
    effects: ['Captured activity recorded, or the ground why there is none', 'No CDD outside it'],
  },
  {
    ...newZealand,
    code: 'nz.prohibit',
    provision: 'NZ s37(1)',
    certainty: 'A†',
    effectiveTo: '2026-05-18',
    text: 'No captured work is completed while CDD on a customer cannot be conducted.',
    effects: ['Blocks completion'],
  },
  {
    ...newZealand,
    code: 'nz.prohibit',
    provision: 'NZ s37(1)',
    certainty: 'B',
    sourceUrl: 'https://buddlefindlay.com/insights/updates-on-the-amlcft-reform',
    effectiveFrom: '2026-05-19',
    text: 'No captured work is completed while CDD on a customer is not conducted, whether it could be or not.',
    effects: ['Blocks completion'],
  },
  {
    ...newZealand,
    code: 'nz.cdd.agent',
    provision: 'NZ s14(3) and regulations',
    certainty: 'C',
    sourceUrl: 'https://initialism.co.nz/real-estate-agents-aml-cft-guide-dia-engagement/',
    effectiveFrom: '2019-01-01',
    text: 'The customer of a real estate agent is the client of the agency agreement; a buyer or tenant only where NZ$10,000 or more is paid in cash. CDD on the client comes before the work starts, except verification that an approved delay lets follow.',
    effects: ['Customers by law', 'Blocks the start', 'Blocks completion'],
  },
  {
    ...newZealand,
    code: 'nz.hvd.cdd',
    provision: 'NZ s6, Definitions Regulations 2011',
    certainty: 'A',
    sourceUrl: highValueDealers,
    effectiveFrom: '2019-08-01',
    effectiveTo: '2023-05-10',
    sectors: ['preciousMetals'],
    text: 'A dealer in precious metals or stones conducts CDD where NZ$10,000 or more is paid in cash, in one payment or in related ones.',
    effects: ['CDD'],
  },
  {
    ...newZealand,
    code: 'nz.hvd.cash',
    provision: highValueCashProvision,
    certainty: 'C',
    sourceUrl: highValueDealers,
    effectiveFrom: '2023-05-11',
    sectors: ['preciousMetals'],
    alwaysBinds: true,
    text: 'Precious metals and stones are not bought or sold for cash of NZ$10,000 or more, in one payment or in related ones. A dealer in nothing else has no duty of CDD.',
    effects: ['Prohibits', 'Blocks the start and completion'],
  },
  {
    ...newZealand,
    code: 'nz.cdd.foundingDocuments',
    provision: 'NZ regs 11, 11A',
    certainty: 'C',
    sourceUrl: 'https://firstaml.com/au/about/help/june-2024-aml-regulation-changes-new-zealand',
    effectiveFrom: '2024-06-01',
    text: 'Of a trust, partnership or society, the deed, agreement or rules that found it prove that it exists and how it is structured.',
    effects: ['Accepted as a source'],
  },
  {
    ...newZealand,
    code: 'nz.delay',
    provision: 'NZ ss16(3), 20(3), 24(3)',
    certainty: 'C',
    sourceUrl: 'https://plainlanguagelaw.ackama.com/acts/DLM2140700/DLM2140864',
    text: 'In a business relationship the verification of a customer may follow where it is essential not to interrupt business and the risk is managed, by a day that the company sets within its policy; never for an occasional transaction.',
    effects: ['Verification may be delayed', 'Blocks completion from the day after'],
  },
  {
    ...newZealand,
    code: 'nz.supervisor',
    provision: 'NZ s130',
    certainty: 'B',
    sourceUrl: supervisors,
    effectiveTo: '2026-06-30',
    text: 'The supervisor is the DIA, the FMA or the Reserve Bank.',
    effects: ['Named on evidence packs'],
  },
  {
    ...newZealand,
    code: 'nz.supervisor',
    provision: 'NZ s130',
    certainty: 'B',
    sourceUrl: supervisors,
    effectiveFrom: '2026-07-01',
    text: 'The supervisor is the DIA.',
    effects: ['Named on evidence packs'],
  },
  {
    ...newZealand,
    code: 'nz.levy',
    provision: 'NZ amending Act of 2026',
    certainty: 'C',
    sourceUrl: supervisors,
    effectiveFrom: '2026-07-01',
    text: 'A levy may be set for reporting entities each year. No regulations with its amount and day are known yet.',
    effects: ['Among the company’s duties, without a day'],
  },
  {
    ...australia,
    code: 'au.agent',
    provision: 'AU s37',
    text: 'An agent may collect and verify information about a customer for the company, which stays liable for its CDD.',
    effects: ['The agent’s work is recorded as the company’s own'],
  },
  {
    ...australia,
    code: 'au.scope.geo',
    provision: 'AU s6(6)',
    text: 'A service is designated only where it is provided through a permanent establishment in Australia, or by a resident or its subsidiary through one abroad.',
    effects: ['A ground recorded instead of a service', 'No CDD under this law'],
  },
  {
    ...australia,
    code: 'au.scope.out',
    provision: 'AU s5, s6(6A), (6B)',
    text: 'Not designated are services inside a business group, a barrister’s on a solicitor’s instructions, leases of 30 years or less, a mortgagee’s interest, and testamentary trusts.',
    effects: ['A ground recorded instead of a service', 'No CDD under this law'],
  },
  {
    ...australia,
    code: 'au.afsl54',
    provision: 'AU s26T',
    sectors: ['finance'],
    text: 'A holder of a financial services licence whose only services are those of item 54 of table 1 needs no compliance officer, no oversight by a governing body and no policies of most kinds; ss30, 43 and 47 do not apply.',
    effects: [
      'No compliance officer among the company’s duties',
      'Client reviews stay as the company set them',
    ],
  },
  {
    ...australia,
    code: 'au.start',
    provision: 'AU s28(1)',
    text: 'A designated service does not start before CDD on its customers, except verification that an approved delay lets follow until its due day. The guard applies to every change after the start too.',
    effects: ['Blocks the start'],
  },
  {
    ...australia,
    code: 'au.t5.1',
    provision: 'AU s6 table 5 item 1',
    text: 'Where a sale of real estate is brokered, seller and buyer are both customers.',
    effects: ['Customers by law'],
  },
  {
    ...australia,
    code: 'au.t6.6',
    provision: 'AU s6 table 6 item 6',
    text: 'Where an entity is created or restructured, its directors and beneficial owners, or its trustee, settlor and beneficiaries, are customers.',
    effects: ['Customers by law'],
  },
  {
    ...australia,
    code: 'au.delay.general',
    provision: 'AU s29, Rules 6-12',
    sourceUrl: auRules,
    text: 'Verification of a customer may follow within 20 business days where it is essential not to interrupt business, the additional risk is low and Rules 6-32 do not fit.',
    effects: ['CDD may be delayed', 'Blocks completion until CDD is done'],
  },
  ...[
    [
      'au.delay.account',
      '6-13',
      'an account is opened and deposits are taken, by a day that the company sets',
    ],
    ['au.delay.market', '6-14', 'a trade on a listed market is made, within 5 business days'],
    ['au.delay.foreign', '6-15', 'a foreign establishment provides the service as the law there allows'],
  ].map(
    ([code = '', rule, where]): ActivityRule => ({
      ...australia,
      code,
      provision: `AU s29, Rules ${rule}`,
      sourceUrl: auRules,
      text: `Of financial services alone: verification of a customer may follow where ${where}.`,
      effects: ['CDD may be delayed', 'Blocks completion until CDD is done'],
    }),
  ),
  {
    ...australia,
    code: 'au.delay.property',
    provision: 'AU s29, Rules 6-32',
    sourceUrl: auRules,
    text: 'Verification may follow of the other party of a brokered sale, and of the own customer of those who act for the buyer; until the day of exchange is recorded it covers starting, not completing.',
    effects: ['CDD may be delayed', 'Blocks completion from the day after'],
  },
  {
    ...australia,
    code: 'au.property.refuses',
    provision: 'AU Rules 6-33(2), 6-33(3), 9-4A',
    sourceUrl: auRules,
    text: 'Where the other party of a brokered sale does not cooperate, the steps taken, the difficulties and the consideration of a report are recorded instead of CDD.',
    effects: ['Replaces CDD on the other party', 'Screening is still required'],
  },
  {
    ...australia,
    code: 'au.property.share',
    provision: 'AU Rules 6-33(1), 5-20',
    sourceUrl: auRules,
    text: 'Under a written arrangement another participant of a sale of real estate may do CDD by 28 days after exchange, its data received 3 days before settlement. Identity, representatives and purpose stay the company’s own work.',
    effects: ['Replaces a part of CDD', 'Screening is still required'],
  },
  {
    ...australia,
    code: 'au.property.information',
    provision: 'AU s28(2)(g), Rules 6-33(1)',
    sourceUrl: auRules,
    certainty: 'C',
    text: 'Under such an arrangement the information of Rules 6-1 to 6-5 stays required of the company.',
    effects: ['Requirements'],
  },
  {
    jurisdiction: 'AUS',
    code: 'au.tfs.asset',
    provision: 'Autonomous Sanctions Regulations 2011 (AU) regs 14, 15, 18',
    sourceUrl: 'https://www.legislation.gov.au/F2011L02673',
    certainty: 'A',
    effectiveFrom: '2011-12-15',
    alwaysBinds: true,
    text: 'Dealing with a person designated under Australia’s autonomous sanctions is prohibited without a permit.',
    effects: ['Prohibits', 'Lifted by a permit'],
  },
  {
    jurisdiction: 'AUS',
    code: 'au.tfs.un',
    provision: 'Charter of the United Nations Act 1945 (AU) ss 20, 21, 22',
    sourceUrl: charterAct,
    certainty: 'C',
    effectiveFrom: charterPart4,
    alwaysBinds: true,
    text: 'Dealing with a freezable asset, or with a person listed by the Security Council or one of its committees, is prohibited without a notice that allows it.',
    effects: ['Prohibits', 'Lifted by a permit'],
  },
  {
    jurisdiction: 'AUS',
    code: 'au.tfs.terrorism',
    provision: 'Charter of the United Nations Act 1945 (AU) ss 15, 20, 21, 22',
    sourceUrl: charterAct,
    certainty: 'C',
    effectiveFrom: charterPart4,
    alwaysBinds: true,
    text: 'Dealing with a freezable asset, or with a person listed by the Minister for Security Council resolution 1373, is prohibited without a notice that allows it. A permit for autonomous sanctions does not allow it.',
    effects: ['Prohibits', 'Lifted by a permit'],
  },
  {
    jurisdiction: 'NZL',
    code: 'nz.tfs.tsa',
    provision: 'Terrorism Suppression Act 2002 (NZ) ss 9, 10, 11',
    sourceUrl: 'https://www.legislation.govt.nz/act/public/2002/0034/55.0/DLM152713.html',
    certainty: 'A†',
    effectiveFrom: '2002-10-18',
    alwaysBinds: true,
    text: 'Dealing with property of a designated terrorist entity is prohibited without an authorisation.',
    effects: ['Prohibits', 'Lifted by a permit'],
  },
  // To be confirmed (nz.tfs.un): the regulations under the Act of 1946, each with its own day. The row begins with the AML/CFT Act's duties.
  {
    jurisdiction: 'NZL',
    code: 'nz.tfs.un',
    provision: 'United Nations Act 1946 (NZ) and its regulations',
    sourceUrl: 'https://www.legislation.govt.nz/act/public/1946/0007/latest/DLM242040.html',
    certainty: 'C',
    effectiveFrom: '2013-06-30',
    alwaysBinds: true,
    text: 'Dealing with a person listed under United Nations sanctions is prohibited without a consent.',
    effects: ['Prohibits', 'Lifted by a permit'],
  },
  {
    jurisdiction: 'NZL',
    code: 'nz.tfs.russia',
    provision: 'Russia Sanctions Act 2022 (NZ) and its regulations',
    sourceUrl:
      'https://buddlefindlay.com/insights/sanctions-against-russia-new-obligations-imposed-on-aml-reporting-entities',
    certainty: 'B',
    effectiveFrom: '2022-03-18',
    alwaysBinds: true,
    text: 'Dealing with an asset, service or person designated over Russia’s invasion of Ukraine is prohibited without an exemption.',
    effects: ['Prohibits', 'Lifted by a permit'],
  },
  {
    jurisdiction: 'NZL',
    code: 'nz.tfs.permit',
    provision: 'United Nations Act 1946 (NZ), Russia Sanctions Act 2022 (NZ)',
    sourceUrl: 'https://www.legislation.govt.nz/act/public/1946/0007/latest/DLM242040.html',
    certainty: 'C',
    effectiveFrom: '2013-06-30',
    alwaysBinds: true,
    text: 'A consent or an exemption is recorded under the Act that prohibits, as no other provision is known.',
    effects: ['Cited on permits'],
  },
  ...(['NZL', 'AUS'] as const).map(
    (jurisdiction): ActivityRule => ({
      jurisdiction,
      code: jurisdiction === 'NZL' ? 'nz.tfs.border' : 'au.tfs.border',
      provision:
        jurisdiction === 'NZL'
          ? 'NZ sanctions laws'
          : 'Autonomous Sanctions Regulations 2011 (AU) regs 14, 15',
      sourceUrl:
        jurisdiction === 'NZL'
          ? 'https://www.legislation.govt.nz/act/public/1946/0007/latest/DLM242040.html'
          : 'https://www.legislation.gov.au/F2011L02673',
      certainty: 'C',
      effectiveFrom: jurisdiction === 'NZL' ? '2013-06-30' : '2011-12-15',
      alwaysBinds: true,
      text: 'The other country’s own list is not law here: a match on that list alone is a finding on risk.',
      effects: ['No prohibition'],
    }),
  ),
];

/** What decides which rows bind a company besides the day. `sectors`: all of them; `end`: last day of its law, null without one. */
type BoundCompany = { sectors: readonly Sector[]; end: CalendarDate | null };

/**
 * Rows of a country in force on a day for a company whose law there started to apply on `start`. Without `company` those of any sector, of a law
 * without an end.
 */
export function activityRulesOn(
  jurisdiction: Jurisdiction,
  start: CalendarDate,
  on: CalendarDate,
  company?: BoundCompany,
): ActivityRule[] {
  const isBound = start <= on && (!company?.end || on <= company.end);
  return activityRules.filter(
    (rule) =>
      rule.jurisdiction === jurisdiction &&
      rule.effectiveFrom <= on &&
      (rule.effectiveTo === undefined || on <= rule.effectiveTo) &&
      (rule.alwaysBinds === true || isBound) &&
      (!rule.sectors || !company || rule.sectors.some((sector) => company.sectors.includes(sector))),
  );
}
