import { addMonths, compareDates, formatDate } from '#rules/calendar-dates.ts';
import type { ExceptionFact, RelianceFact, VerificationFacts } from './evidence.ts';
import {
  type Finding,
  independentCount,
  sameDocumentFinding,
  sourceNames,
  sourcesMatching,
} from './findings.ts';
import type { ClauseDefinition, VerificationRule } from './rule-definition.ts';

/** Words that an auditor can judge an exception by. */
export const leastExceptionReasonLength = 20;

const practice = 'Published rule of a New Zealand provider, stricter than the code';

/** The documents of which the published rule speaks: driver licences and passports. */
const licenceOrPassport = ['nzDiaPassport', 'nzDriverLicence', 'auPassport', 'auDriverLicence', 'auVisa'];

/** The rule that 2Shakes publishes, clause by clause. Source: domain 11.5. */
export const practiceRules: readonly VerificationRule[] = [
  {
    id: 'practice.issuerAndTwoSources',
    title: 'Common practice: issuer and two sources',
    jurisdiction: null,
    effectiveFrom: '2021-07-01',
    methods: ['electronicRemote', 'electronicInPerson'],
    clauses: [
      {
        code: 'issuer',
        text: 'The issuer confirms the driver licence or passport.',
        provision: practice,
        find: ({ checks }) => {
          const found = checks.some(
            ({ type, outcome, source }) =>
              type === 'issuer' && outcome === 'match' && licenceOrPassport.includes(source ?? ''),
          );
          return { passed: found, evidence: found ? 'Confirmed.' : 'No issuer has confirmed one yet.' };
        },
      },
      {
        code: 'name',
        text: 'Two sources or more match the first and last name.',
        provision: practice,
        find: (facts) => {
          const sources = sourcesMatching(facts, 'name');
          return {
            passed: independentCount(sources) >= 2,
            evidence: sources.length === 0 ? 'None matches yet.' : `Matched by ${sourceNames(sources)}.`,
          };
        },
      },
      ...(['dob', 'address'] as const).map(
        (part): ClauseDefinition => ({
          code: part === 'dob' ? 'dateOfBirth' : 'address',
          text: `One source or more also matches the ${part === 'dob' ? 'date of birth' : 'address'}.`,
          provision: practice,
          find: (facts) => {
            const sources = sourcesMatching(facts, 'name', part);
            return {
              passed: sources.length > 0,
              evidence: sources.length === 0 ? 'None matches yet.' : `Matched by ${sourceNames(sources)}.`,
            };
          },
        }),
      ),
      {
        code: 'pep',
        text: 'The person was checked for political exposure, and none was found.',
        provision: practice,
        find: ({ pepStatus }) => ({
          passed: pepStatus === 'none',
          evidence:
            pepStatus === 'notChecked'
              ? 'Not checked yet.'
              : pepStatus === 'none'
                ? 'None found.'
                : 'Politically exposed.',
        }),
      },
    ],
    uncertain: ['No law asks for it. Your programme may.'],
    sourceUrls: ['https://www.2shakes.co.nz/'],
  },
];

function ofReliance(find: (reliance: RelianceFact, facts: VerificationFacts) => Finding) {
  return (facts: VerificationFacts): Finding =>
    facts.reliance === null
      ? { passed: false, evidence: 'Nothing is recorded yet.' }
      : find(facts.reliance, facts);
}

const yes = (passed: boolean): Finding => ({ passed, evidence: passed ? 'Recorded.' : 'Not recorded.' });

/** Verification done by somebody else who is regulated. The duty stays the company's own. Source: NZ s33; AU s37A, s38. */
export const relianceRules: readonly VerificationRule[] = [
  {
    id: 'reliance',
    title: 'Reliance on another regulated business',
    jurisdiction: null,
    effectiveFrom: '2013-06-30',
    methods: ['reliance'],
    clauses: [
      {
        code: 'party',
        text: 'The other business is named, and so is who supervises it.',
        provision: 'NZ s33(2)(a), AU s37A',
        find: ofReliance(({ partyName, supervisor }) => ({
          passed: partyName.trim() !== '' && supervisor.trim() !== '',
          evidence: `${partyName || 'Nobody named'}, supervised by ${supervisor || 'nobody named'}.`,
        })),
      },
      {
        code: 'agreed',
        text: 'It agreed in writing to be relied on.',
        provision: 'NZ s33(2)(d), AU s37A',
        find: ofReliance(({ agreedInWriting }) => yes(agreedInWriting)),
      },
      {
        code: 'information',
        text: 'The identity information was received from it.',
        provision: 'NZ s33(2)(c), AU s38',
        find: ofReliance(({ identityInformationReceived }) => yes(identityInformationReceived)),
      },
      {
        code: 'evidenceOnRequest',
        text: 'It hands over the evidence on request, within five working days.',
        provision: 'NZ s33(2)(c), AU s38',
        find: ofReliance(({ evidenceOnRequest }) => yes(evidenceOnRequest)),
      },
      {
        code: 'date',
        text: 'It verified the person on a day that is past, in the last five years.',
        provision: 'Our own limit',
        find: ofReliance(({ verifiedOn }, { on }) => ({
          passed: compareDates(verifiedOn, on) <= 0 && compareDates(verifiedOn, addMonths(on, -60)) >= 0,
          evidence: `Verified on ${formatDate(verifiedOn)}.`,
        })),
      },
    ],
    uncertain: [
      'Subsections are to be confirmed against the Acts. The duty stays yours: what they did wrong is yours too.',
    ],
    sourceUrls: ['https://www.legislation.govt.nz/act/public/2009/0035/latest/whole.html'],
  },
];

function ofException(find: (exception: ExceptionFact, facts: VerificationFacts) => Finding) {
  return (facts: VerificationFacts): Finding =>
    facts.exception === null
      ? { passed: false, evidence: 'Nothing is recorded yet.' }
      : find(facts.exception, facts);
}

/** Somebody who cannot be verified in any of the usual ways. Source: domain 3, CddStatus; NZ IVCOP 2013, exception handling; AU s28. */
export const exceptionRules: readonly VerificationRule[] = [
  {
    id: 'exception',
    title: 'Exception with other evidence',
    jurisdiction: null,
    effectiveFrom: '2013-06-30',
    methods: ['exception'],
    clauses: [
      {
        code: 'reason',
        text: 'It is written down why the usual ways cannot be gone.',
        provision: 'NZ IVCOP 2013, exception handling; AU s28',
        find: ofException(({ reason }) => ({
          passed: reason.trim().length >= leastExceptionReasonLength,
          evidence: reason.trim() === '' ? 'No reason given.' : 'Reason recorded.',
        })),
      },
      {
        code: 'alternative',
        text: 'It is written down which other evidence there is.',
        provision: 'NZ IVCOP 2013, exception handling; AU s28',
        find: ofException(({ alternativeEvidence }) => yes(alternativeEvidence.trim() !== '')),
      },
      {
        code: 'approval',
        text: 'Somebody who may grant exceptions approved it.',
        provision: 'Our own: who may grant exceptions',
        find: ofException(({ approvedBy }) => ({
          passed: approvedBy !== null,
          evidence: approvedBy === null ? 'Not approved yet.' : `Approved by ${approvedBy}.`,
        })),
      },
      {
        code: 'end',
        text: 'It ends on a day, on which the person is verified again.',
        provision: 'NZ s11, AU s30',
        find: ofException(({ endsOn }, { on }) => ({
          passed: endsOn !== null && endsOn > on,
          evidence: endsOn === null ? 'No end recorded.' : `Ends on ${formatDate(endsOn)}.`,
        })),
      },
      {
        code: 'sameDocument',
        text: 'The same document is not used by another client.',
        provision: 'NZ IVCOP 2013, Part 3',
        find: sameDocumentFinding,
      },
    ],
    uncertain: ['How far either law leaves room for exceptions depends on your programme.'],
    sourceUrls: [
      'https://www.dia.govt.nz/diawebsite.nsf/wpg_URL/Services-Anti-Money-Laundering-Codes-of-Practice-and-Guidelines',
    ],
  },
];
