import {
  bindingFinding,
  consentFinding,
  independentCount,
  noContradictionFinding,
  riskFinding,
  sameDocumentFinding,
  sourceNames,
  sourcesMatching,
} from './findings.ts';
import type { ClauseDefinition, VerificationRule } from './rule-definition.ts';
import { verificationSource } from './sources.ts';

const code = 'NZ IVCOP 2013, Part 3';
const note = 'NZ IVCOP explanatory note, July 2021';
const guidance =
  'https://www.dia.govt.nz/diawebsite.nsf/wpg_URL/Services-Anti-Money-Laundering-Codes-of-Practice-and-Guidelines';

const nameClause: ClauseDefinition = {
  code: 'name',
  text: 'The name matches one high-confidence source, or two or more independent sources.',
  provision: code,
  find: (facts) => {
    const sources = sourcesMatching(facts, 'name');
    const high = sources.find(({ highConfidence }) => highConfidence);
    if (high) return { passed: true, evidence: `${high.label}, a high-confidence source, matches the name.` };
    const count = independentCount(sources);
    if (count >= 2) return { passed: true, evidence: `${sourceNames(sources)} match the name.` };
    if (sources.length > 1)
      return {
        passed: false,
        evidence: `${sourceNames(sources)} match the name, but one organisation keeps them all. One more is needed.`,
      };
    return count === 1
      ? { passed: false, evidence: `Only ${sourceNames(sources)} matches the name. One more is needed.` }
      : { passed: false, evidence: 'No source matches the name yet.' };
  },
};

const clauses: readonly ClauseDefinition[] = [
  {
    code: 'consent',
    text: 'The person agreed that registers and bureaus are asked.',
    provision: 'NZ Privacy Act 2020, information privacy principles 2 and 3; the registers’ terms',
    find: consentFinding,
  },
  nameClause,
  {
    code: 'dateOfBirth',
    text: 'The date of birth matches at least one source.',
    provision: code,
    find: (facts) => {
      const sources = sourcesMatching(facts, 'dob');
      return sources.length > 0
        ? { passed: true, evidence: `Matched by ${sourceNames(sources)}.` }
        : {
            passed: false,
            evidence: facts.hasDateOfBirth ? 'No source matches it yet.' : 'No date of birth is recorded.',
          };
    },
  },
  {
    code: 'sources',
    text: 'Every source is one whose reliability and independence have been considered.',
    provision: code,
    find: ({ checks }) => {
      const asked = checks.filter(({ type }) => type === 'issuer' || type === 'dataSource');
      const unlisted = asked.filter(({ source }) => verificationSource(source) === undefined);
      if (asked.length === 0) return { passed: false, evidence: 'No source has been asked yet.' };
      return unlisted.length === 0
        ? { passed: true, evidence: 'All are on the list of sources, each with who keeps it.' }
        : { passed: false, evidence: 'A source was used that is not on the list.' };
    },
  },
  {
    code: 'noContradiction',
    text: 'No source that answered says otherwise.',
    provision: code,
    find: noContradictionFinding,
  },
  {
    code: 'sameDocument',
    text: 'The same document is not used by another client.',
    provision: code,
    find: sameDocumentFinding,
  },
  {
    code: 'risk',
    text: 'The client is of low or medium risk, which is what the code covers.',
    provision: 'NZ IVCOP 2013, scope',
    find: riskFinding,
  },
];

const bindingClause: ClauseDefinition = {
  code: 'binding',
  text: 'An additional measure binds the person to the identity, such as a comparison of faces.',
  provision: note,
  find: bindingFinding,
};

const common = {
  id: 'nz.ivcop.electronic',
  title: 'New Zealand: identity verification code of practice, electronic',
  jurisdiction: 'NZL',
  methods: ['electronicRemote', 'electronicInPerson'],
  uncertain: [
    'Which single sources count as high-confidence: only those that bind the person to the identity are taken so here.',
  ],
  sourceUrls: [guidance],
} as const satisfies Partial<VerificationRule>;

/**
 * The electronic part of the Identity Verification Code of Practice 2013, a safe harbour for clients of low and medium risk; from July
 * 2021 with the note by which matching data alone is not enough. Source: domain 11.5.
 */
export const nzElectronicRules: readonly VerificationRule[] = [
  { ...common, effectiveFrom: '2013-10-10', effectiveTo: '2021-06-30', clauses },
  {
    ...common,
    effectiveFrom: '2021-07-01',
    clauses: [...clauses.slice(0, 5), bindingClause, ...clauses.slice(5)],
  },
];
