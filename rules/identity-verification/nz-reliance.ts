import { type CalendarDate, compareDates, formatDate } from '#rules/dates/calendar-dates.ts';
import type { Finding, VerificationFacts } from './evidence.ts';
import { recordedFinding, statedFinding } from './findings.ts';
import type { ClauseDefinition, VerificationRule } from './rule-definition.ts';
import type { RelianceFact } from './statements.ts';

/** First day on which the Department of Internal Affairs supervises every reporting entity of New Zealand. Source: rule nz.supervisor. */
const soleSupervisorFrom: CalendarDate = '2026-07-01';

const formerSupervisors = /^(fma|rbnz|financial markets authority|reserve bank)\b/i;

export function relianceRule(find: (reliance: RelianceFact, facts: VerificationFacts) => Finding) {
  return (facts: VerificationFacts): Finding =>
    recordedFinding(facts.reliance, (reliance) => find(reliance, facts));
}

/** The other business verified the person on or before the day of the verification. */
export function verifiedOnFinding({ verifiedOn }: RelianceFact, { on }: VerificationFacts): Finding {
  return {
    passed: compareDates(verifiedOn, on) <= 0,
    evidence: `Verified on ${formatDate(verifiedOn)}.`,
  };
}

/** Identity and supervisor of the business relied on. */
export function supervisedFinding({ partyName, supervisor }: RelianceFact): Finding {
  return {
    passed: partyName.trim() !== '' && supervisor.trim() !== '',
    evidence: `${partyName || 'No business named'}, supervised by ${supervisor || 'no supervisor named'}.`,
  };
}

function nzSupervisedFinding(reliance: RelianceFact): Finding {
  const { supervisor, verifiedOn } = reliance;
  if (verifiedOn >= soleSupervisorFrom && formerSupervisors.test(supervisor.trim()))
    return {
      passed: false,
      evidence: `On ${formatDate(verifiedOn)} the Department of Internal Affairs supervised every reporting entity of New Zealand, not ${supervisor.trim()}.`,
    };
  return supervisedFinding(reliance);
}

const clauses: readonly ClauseDefinition[] = [
  {
    code: 'supervised',
    text: 'The other business is a reporting entity, or resident and supervised in a country with sufficient systems.',
    provision: 'NZ s33(2); supervisor by date: NZ s130',
    find: relianceRule(nzSupervisedFinding),
  },
  {
    code: 'relationship',
    text: 'The other business has a business relationship with the customer.',
    provision: 'NZ s33(2)',
    find: relianceRule(({ hasBusinessRelationship }) => statedFinding(hasBusinessRelationship)),
  },
  {
    code: 'conducted',
    text: 'The other business conducted CDD to the standard of the Act, on a date in the past.',
    provision: 'NZ s33(2)',
    find: relianceRule(verifiedOnFinding),
  },
  {
    code: 'information',
    text: 'It provided the identity information before the relationship or transaction.',
    provision: 'NZ s33(2)',
    find: relianceRule(({ identityInformationReceived }) => statedFinding(identityInformationReceived)),
  },
  {
    code: 'recordsOnRequest',
    text: 'It provides the verification records on request, within 5 working days at the latest.',
    provision: 'NZ s33(2)',
    find: relianceRule(({ evidenceOnRequest }) => statedFinding(evidenceOnRequest)),
  },
  {
    code: 'consent',
    text: 'The other business consents to being relied on.',
    provision: 'NZ s33(2)',
    find: relianceRule(({ agreedInWriting }) => statedFinding(agreedInWriting)),
  },
];

/** Reliance on CDD by another person. The relying entity stays responsible, s33(3). To be confirmed (verification nz.reliance): the paragraphs of s33. */
export const nzRelianceRules: readonly VerificationRule[] = [
  {
    id: 'nz.reliance',
    title: 'New Zealand: reliance on another regulated business',
    jurisdiction: 'NZL',
    effectiveFrom: '2013-06-30',
    methods: ['reliance'],
    clauses,
    uncertain: [
      'The paragraphs of s33 are to be confirmed against the Act. You stay responsible: you are responsible for their failures.',
    ],
    sourceUrls: ['https://www.legislation.govt.nz/act/public/2009/0035/latest/whole.html'],
  },
];
