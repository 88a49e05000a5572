import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import type { Finding, VerificationFacts } from './evidence.ts';
import {
  bindingFinding,
  consentFinding,
  independentCount,
  noContradictionFinding,
  sameDocumentClause,
  sourceNames,
  sourcesMatching,
} from './findings.ts';
import {
  type NzCode,
  nzCode2013,
  nzCode2013From,
  nzCode2013To,
  nzCode2026,
  nzCode2026From,
  nzCodeRiskClause,
  nzCodeSource,
} from './nz-code.ts';
import type { ClauseDefinition, VerificationRule } from './rule-definition.ts';
import { verificationSource } from './sources.ts';

/** Publication day of the explanatory note under which matching data alone is insufficient. */
const noteFrom: CalendarDate = '2021-07-16';

function nameFinding(facts: VerificationFacts): Finding {
  const sources = sourcesMatching(facts, 'name');
  const high = sources.find(({ highConfidence }) => highConfidence);
  if (high) return { passed: true, evidence: `${high.label}, a high-confidence source, matches the name.` };
  const count = independentCount(sources);
  if (count >= 2) return { passed: true, evidence: `${sourceNames(sources)} match the name.` };
  if (sources.length > 1)
    return {
      passed: false,
      evidence: `${sourceNames(sources)} match the name, but all belong to one organisation. One more is needed.`,
    };
  return count === 1
    ? { passed: false, evidence: `Only ${sourceNames(sources)} matches the name. One more is needed.` }
    : { passed: false, evidence: 'No source matches the name yet.' };
}

function getClauses(code: NzCode, bindingClauses: readonly ClauseDefinition[]): ClauseDefinition[] {
  return [
    {
      code: 'consent',
      text: 'The person consented to checks with registers and bureaus.',
      provision: 'NZ Privacy Act 2020, information privacy principles 2 and 3; the registers’ terms',
      find: consentFinding,
    },
    {
      code: 'name',
      text: 'The name matches one high-confidence source, or two or more independent sources.',
      provision: code.electronic,
      find: nameFinding,
    },
    {
      code: 'dateOfBirth',
      text: 'The date of birth matches at least one source.',
      provision: code.electronic,
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
      provision: code.electronic,
      find: ({ checks }) => {
        const queried = checks.filter(({ type }) => type === 'issuer' || type === 'dataSource');
        const unlisted = queried.filter(({ source }) => verificationSource(source) === undefined);
        if (queried.length === 0) return { passed: false, evidence: 'No source has been checked yet.' };
        return unlisted.length === 0
          ? { passed: true, evidence: 'All are on the list of sources, each with its organisation.' }
          : { passed: false, evidence: 'A source was used that is not on the list.' };
      },
    },
    {
      code: 'noContradiction',
      text: 'No source contradicts the record.',
      provision: code.electronic,
      find: noContradictionFinding,
    },
    ...bindingClauses,
    sameDocumentClause(code.electronic),
  ];
}

/** A face match or a meeting binds the person to the identity. */
const bindingClause: ClauseDefinition = {
  code: 'binding',
  text: 'An additional measure binds the person to the identity, such as a comparison of faces.',
  provision: 'NZ IVCOP explanatory note, 16 July 2021',
  find: bindingFinding,
};

const common = {
  id: 'nz.ivcop.electronic',
  jurisdiction: 'NZL',
  methods: ['electronicRemote', 'electronicInPerson'],
  uncertain: [
    'Which single sources count as high-confidence: only those that bind the person to the identity are taken so here.',
  ],
  sourceUrls: [nzCodeSource],
} as const satisfies Partial<VerificationRule>;

const of2013 = { ...common, title: 'New Zealand: identity verification code of practice 2013, electronic' };

/**
 * The electronic part of the Identity Verification Code of Practice: of 2013, a safe harbour for clients of low and medium risk, from
 * 16 July 2021 with its explanatory note; of 2026, at any risk. To be confirmed (verification nz.ivcop.electronic): which single
 * sources count as of high confidence.
 */
export const nzElectronicRules: readonly VerificationRule[] = [
  {
    ...of2013,
    effectiveFrom: nzCode2013From,
    effectiveTo: addDays(noteFrom, -1),
    clauses: [...getClauses(nzCode2013, []), nzCodeRiskClause],
  },
  {
    ...of2013,
    effectiveFrom: noteFrom,
    effectiveTo: nzCode2013To,
    clauses: [...getClauses(nzCode2013, [bindingClause]), nzCodeRiskClause],
  },
  {
    ...common,
    title: 'New Zealand: identity verification code of practice 2026, electronic',
    effectiveFrom: nzCode2026From,
    clauses: getClauses(nzCode2026, [bindingClause]),
  },
];
