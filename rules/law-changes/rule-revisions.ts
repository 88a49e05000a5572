import type { RulePack } from '#rules/cdd-rule-packs/rule.ts';
import type { ActivityRule } from '#rules/firm/activity-rules.ts';
import type { ChangedRule } from './law-changes.ts';
import type { RuleRevision } from './rule-revision.ts';

/**
 * Corrections of rules by release, oldest first. A release that changes the requirements of an existing row adds one entry; a row
 * replaced by a dated one needs none, because its day is detected. Released entries never change.
 */
export const ruleRevisions: readonly RuleRevision[] = [
  {
    revision: 1,
    on: '2026-11-23',
    codes: [
      'nz.cdd.address',
      'nz.cdd.legalPerson',
      'nz.cdd.trustInfo',
      'nz.cdd.trust',
      'nz.cdd.simplified',
      'nz.bo.determined',
      'au.kyc.soleTrader',
      'au.kyc.body',
      'au.kyc.trust',
      'au.kyc.gov',
      'au.bo.none',
    ],
    text: 'Requirements added: information about entities, determining beneficial owners, verifying addresses.',
  },
  {
    revision: 2,
    on: '2026-11-23',
    codes: ['au.kyc.soleTrader', 'au.kyc.body', 'au.kyc.trust', 'au.kyc.gov'],
    text: 'Requirements added: registered office and principal place of business, told apart.',
  },
  {
    revision: 3,
    on: '2026-11-24',
    codes: [
      'nz.cdd.simplified',
      'nz.cdd.nomineeNames',
      'au.kyc.body',
      'au.kyc.trust',
      'au.kyc.gov',
      'au.kyc.entityParty',
      'au.bo.none',
      'nz.legacy',
      'au.legacy',
    ],
    text: 'Corrected: listed class for simplified CDD in New Zealand, owners of trusts, identifiers of entities, entities that act for a client, the start day of pre-commencement clients.',
  },
  {
    revision: 4,
    on: '2026-11-24',
    codes: [
      'nz.cdd.pepCheck',
      'nz.cdd.pep',
      'nz.tfs.tsa',
      'nz.tfs.un',
      'nz.tfs.russia',
      'au.actingLow',
      'au.old.acip',
      'au.done.elsewhere',
    ],
    text: 'New Zealand: persons on whose behalf a client acts are screened, and their PEP status counts. Australia: representatives who need no verification, and CDD done earlier or elsewhere.',
  },
  {
    revision: 5,
    on: '2026-11-29',
    codes: ['nz.cdd.nomineeNames', 'nz.legacy', 'au.legacy', 'au.tfs.asset', 'au.tfs.un', 'au.tfs.terrorism'],
    text: 'Nominees need a reliable source in New Zealand. Pre-commencement clients are relieved only by a document of before the law. Australia’s autonomous sanctions and counter-terrorism listings are told apart, each with its own permit.',
  },
  {
    revision: 6,
    on: '2026-11-29',
    sectors: ['preciousMetals'],
    codes: [
      'nz.hvd.cash',
      'nz.cdd.standard',
      'nz.cdd.trust',
      'nz.cdd.nonResident',
      'nz.cdd.nominee',
      'nz.cdd.nomineeOther',
      'nz.cdd.unusual',
      'nz.cdd.newTech',
      'nz.cdd.extra',
      'nz.cdd.sar',
      'nz.cdd.pep',
      'nz.cdd.assessor',
      'nz.cdd.template',
      'nz.cdd.simplified',
    ],
    text: 'New Zealand, dealers in precious metals and stones alone: no CDD after 10 May 2023; cash of NZ$10,000 or more is prohibited from 11 May 2023.',
  },
];

/**
 * The corrected rules in force, of clients' CDD and of activities and dealings, without duplicates per country. `rows`: the latter that bind
 * the company.
 */
export function revisedRules(
  { codes, text }: Pick<RuleRevision, 'codes' | 'text'>,
  packs: readonly RulePack[],
  rows: readonly ActivityRule[] = [],
): ChangedRule[] {
  const found = new Map<string, ChangedRule>();
  for (const { code, jurisdiction, provision } of [...rows, ...packs.flatMap(({ rules }) => rules)]) {
    if (codes.includes(code))
      found.set(`${jurisdiction} ${code}`, { code, jurisdiction, provision, text, change: 'changes' });
  }
  return [...found.values()];
}

/** The newest revision of the table; 0 before the first. */
export function latestRevision(revisions: readonly RuleRevision[] = ruleRevisions): number {
  return revisions.at(-1)?.revision ?? 0;
}
