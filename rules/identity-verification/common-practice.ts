import { independentCount, sourceNames, sourcesMatching } from './findings.ts';
import type { ClauseDefinition, VerificationRule } from './rule-definition.ts';

const practice = 'Published rule of a New Zealand provider, stricter than the code';

/** Documents covered by the published rule: driver licences and passports. */
const licenceOrPassport = ['nzDiaPassport', 'nzDriverLicence', 'auPassport', 'auDriverLicence', 'auVisa'];

/** Rule published by 2Shakes, clause by clause. To be confirmed (verification practice.issuerAndTwoSources): no law requires it. */
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
          return {
            passed: found,
            evidence: found ? 'Confirmed by an issuer.' : 'No issuer has confirmed one yet.',
          };
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
                : 'PEP identified.',
        }),
      },
    ],
    uncertain: ['No law requires it. Your programme may.'],
    sourceUrls: ['https://www.2shakes.co.nz/'],
  },
];
