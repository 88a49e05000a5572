import { compareDates, formatDate } from '#rules/dates/calendar-dates.ts';
import type { Finding, VerificationFacts } from './evidence.ts';
import {
  bindingFinding,
  hasResponse,
  listed,
  noContradictionFinding,
  recordedFinding,
  sameDocumentClause,
  statedFinding,
} from './findings.ts';
import { nzCode2026From, nzCodeSource } from './nz-code.ts';
import type { VerificationRule } from './rule-definition.ts';
import { type AccreditedServiceFact, serviceCoverageLabels } from './statements.ts';

const code = 'NZ IVCOP 2026, accredited services';
const act = 'NZ Digital Identity Services Trust Framework Act 2023';

function serviceRule(find: (service: AccreditedServiceFact, facts: VerificationFacts) => Finding) {
  return (facts: VerificationFacts): Finding =>
    recordedFinding(facts.accreditedService, (service) => find(service, facts));
}

const formatCoverage = ({ covers }: AccreditedServiceFact) =>
  covers.length === 0
    ? 'Nothing is recorded as covered.'
    : `Covers: ${listed(covers.map((part) => serviceCoverageLabels[part].toLowerCase()))}.`;

/**
 * Result of a service accredited under the Digital Identity Services Trust Framework, accepted within its accreditation. To be
 * confirmed (verification nz.ivcop.distf): what the code lets a result cover. Binding of person to identity is required as for electronic verification, the
 * stricter reading.
 */
export const nzAccreditedServiceRules: readonly VerificationRule[] = [
  {
    id: 'nz.ivcop.distf',
    title: 'New Zealand: identity verification code of practice 2026, accredited service',
    jurisdiction: 'NZL',
    effectiveFrom: nzCode2026From,
    methods: ['distf'],
    clauses: [
      {
        code: 'service',
        text: 'The provider and its service are named.',
        provision: code,
        find: serviceRule(({ provider, service }) => ({
          passed: provider.trim() !== '' && service.trim() !== '',
          evidence: `${service || 'No service named'} of ${provider || 'no provider named'}.`,
        })),
      },
      {
        code: 'accreditation',
        text: 'The service is accredited under the Digital Identity Services Trust Framework.',
        provision: act,
        find: serviceRule(({ accreditation }) => ({
          passed: accreditation.trim() !== '',
          evidence:
            accreditation.trim() === ''
              ? 'No entry in the framework’s register is recorded.'
              : `Register entry: ${accreditation}.`,
        })),
      },
      {
        code: 'nameAndBirth',
        text: 'The service is accredited to confirm name and date of birth, and confirmed both.',
        provision: code,
        find: serviceRule((service) => ({
          passed: service.covers.includes('name') && service.covers.includes('dateOfBirth'),
          evidence: formatCoverage(service),
        })),
      },
      {
        code: 'record',
        text: 'The result matches the record.',
        provision: code,
        find: serviceRule(({ matchesRecord }) => statedFinding(matchesRecord)),
      },
      {
        code: 'binding',
        text: 'The service, or an additional measure, binds the person to the identity. Whether the code requires it of an accredited service is to be confirmed.',
        provision: code,
        find: serviceRule((service, facts) =>
          service.covers.includes('binding')
            ? { passed: true, evidence: 'The service confirmed that the identity belongs to this person.' }
            : bindingFinding(facts),
        ),
      },
      {
        code: 'date',
        text: 'The service confirmed the identity on a date in the past.',
        provision: code,
        find: serviceRule(({ verifiedOn }, { on }) => ({
          passed: compareDates(verifiedOn, on) <= 0,
          evidence: `Confirmed on ${formatDate(verifiedOn)}.`,
        })),
      },
      {
        code: 'evidence',
        text: 'The result can be found again.',
        provision: 'NZ s50',
        find: serviceRule(({ evidence }) => ({
          passed: evidence.trim() !== '',
          evidence: evidence.trim() === '' ? 'No reference is recorded.' : `Reference: ${evidence}.`,
        })),
      },
      {
        code: 'noContradiction',
        text: 'No checked source contradicts the identity.',
        provision: code,
        applies: hasResponse,
        find: noContradictionFinding,
      },
      sameDocumentClause(code),
    ],
    uncertain: [
      'What the result of an accredited service covers, and whether the person must be bound to it by another measure, is to be confirmed against the code’s text.',
    ],
    sourceUrls: [nzCodeSource],
  },
];
