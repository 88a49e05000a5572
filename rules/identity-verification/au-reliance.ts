import { addBusinessDays } from '#rules/dates/business-days.ts';
import { addMonths, formatDate } from '#rules/dates/calendar-dates.ts';
import { australianReform } from '#rules/dates/commencement.ts';
import type { Finding, VerificationFacts } from './evidence.ts';
import { statedFinding } from './findings.ts';
import { relianceRule, supervisedFinding, verifiedOnFinding } from './nz-reliance.ts';
import type { ClauseDefinition, VerificationRule } from './rule-definition.ts';
import type { RelianceFact } from './statements.ts';

/** Maximum interval between assessments of an agreement. Source: AU s 37B. */
const assessmentMonths = 24;

/** Business days within which an assessment is recorded. Source: AU s37B. */
const recordBusinessDays = 10;

function assessedFinding({ assessedOn }: RelianceFact, { on }: VerificationFacts): Finding {
  if (assessedOn === null) return { passed: false, evidence: 'No assessment is recorded.' };
  const dueOn = addMonths(assessedOn, assessmentMonths);
  const isPast = assessedOn <= on;
  return {
    passed: isPast && on <= dueOn,
    evidence: `Assessed on ${formatDate(assessedOn)}; the next assessment is due by ${formatDate(dueOn)}.`,
  };
}

/** Counts national holidays only; an omitted state holiday makes the date earlier, never later. */
function assessmentRecordedFinding({ assessedOn, assessmentRecordedOn }: RelianceFact): Finding {
  if (assessedOn === null) return { passed: false, evidence: 'No assessment is recorded.' };
  const dueOn = addBusinessDays(assessedOn, recordBusinessDays, { country: 'AUS' });
  const due = `A record was due by ${formatDate(dueOn)}`;
  if (assessmentRecordedOn === null) return { passed: false, evidence: `${due}; none is recorded.` };
  return {
    passed: assessedOn <= assessmentRecordedOn && assessmentRecordedOn <= dueOn,
    evidence: `${due}; recorded on ${formatDate(assessmentRecordedOn)}.`,
  };
}

/** What was appropriate to the level of risk at the decision says nothing of a higher one. */
function appropriateFinding(
  { appropriateToRisk }: RelianceFact,
  { riskLevel, decidedAtRisk }: VerificationFacts,
): Finding {
  const recorded = appropriateToRisk ? 'Recorded as appropriate' : 'Not recorded as appropriate';
  if (riskLevel === null) {
    return {
      passed: false,
      evidence: `${recorded}; the client is not rated yet, so there is no risk to judge it by.`,
    };
  }
  if (decidedAtRisk !== undefined) {
    return {
      passed: false,
      evidence: `${recorded} when the client was ${decidedAtRisk === null ? 'not rated' : `rated ${decidedAtRisk}`}; the client is rated ${riskLevel}.`,
    };
  }
  return { passed: appropriateToRisk, evidence: `${recorded}; the client is rated ${riskLevel}.` };
}

const agreementClauses: readonly ClauseDefinition[] = [
  {
    code: 'regulated',
    text: 'The other business is a reporting entity, or regulated to FATF standards with measures in place.',
    provision: 'AU s37A; Rules 6-29',
    find: relianceRule(supervisedFinding),
  },
  {
    code: 'agreement',
    text: 'A written agreement or arrangement is in place.',
    provision: 'AU s37A',
    find: relianceRule(({ agreedInWriting }) => statedFinding(agreedInWriting)),
  },
  {
    code: 'responsibilities',
    text: 'The agreement documents the responsibilities of each party.',
    provision: 'AU s37A; Rules 6-29',
    find: relianceRule(({ responsibilitiesWritten }) => statedFinding(responsibilitiesWritten)),
  },
  {
    code: 'seniorManager',
    text: 'A senior manager approved the agreement.',
    provision: 'AU Rules 5-5(1)(f)',
    find: relianceRule(({ approvedBySeniorManager }) => ({
      passed: approvedBySeniorManager !== null,
      evidence:
        approvedBySeniorManager === null ? 'Not recorded.' : `Approved by ${approvedBySeniorManager}.`,
    })),
  },
  {
    code: 'information',
    text: 'All KYC information about the customer was obtained before the designated service.',
    provision: 'AU s37A; Rules 6-29',
    find: relianceRule(({ identityInformationReceived }) => statedFinding(identityInformationReceived)),
  },
  {
    code: 'dataOnRequest',
    text: 'The agreement provides the verification data on request.',
    provision: 'AU s37A; Rules 6-29',
    find: relianceRule(({ evidenceOnRequest }) => statedFinding(evidenceOnRequest)),
  },
  {
    code: 'conducted',
    text: 'The other business verified the person on a date in the past.',
    provision: 'AU s37A',
    find: relianceRule(verifiedOnFinding),
  },
  {
    code: 'assessed',
    text: 'The agreement was assessed in the last 2 years.',
    provision: 'AU s37B; Rules 6-30',
    find: relianceRule(assessedFinding),
  },
  {
    code: 'assessmentRecorded',
    text: 'The assessment was recorded within 10 business days.',
    provision: 'AU s37B',
    find: relianceRule(assessmentRecordedFinding),
  },
];

const caseClauses: readonly ClauseDefinition[] = [
  {
    code: 'regulated',
    text: 'The other business is a reporting entity, or regulated to FATF standards with measures in place.',
    provision: 'AU s38; Rules 6-31',
    find: relianceRule(supervisedFinding),
  },
  {
    code: 'information',
    text: 'The KYC information about the customer was obtained from it.',
    provision: 'AU s38; Rules 6-31',
    find: relianceRule(({ identityInformationReceived }) => statedFinding(identityInformationReceived)),
  },
  {
    code: 'conducted',
    text: 'The other business verified the person on a date in the past.',
    provision: 'AU s38',
    find: relianceRule(verifiedOnFinding),
  },
  {
    code: 'appropriate',
    text: 'Reliance is appropriate to the ML/TF risk.',
    provision: 'AU s38',
    isByRisk: true,
    find: relianceRule(appropriateFinding),
  },
  {
    code: 'reasons',
    text: 'The reasons for relying on it in this case are written down.',
    provision: 'AU s38; Rules 6-31',
    find: relianceRule(({ reasons }) => ({
      passed: reasons !== null && reasons.trim() !== '',
      evidence: reasons === null || reasons.trim() === '' ? 'No reasons recorded.' : 'Reasons recorded.',
    })),
  },
];

const common = {
  jurisdiction: 'AUS',
  effectiveFrom: australianReform.T1,
  methods: ['reliance'],
  sourceUrls: ['https://www.legislation.gov.au/C2006A00169/2026-07-01/2026-07-01/text'],
} as const satisfies Partial<VerificationRule>;

/** Reliance under a standing agreement, or in one case. AU ss37A, 37B, 38. To be confirmed (verification au.reliance.agreement, verification au.reliance.case): who is a senior manager, and what is appropriate to the risk. */
export const auRelianceRules: readonly VerificationRule[] = [
  {
    ...common,
    id: 'au.reliance.agreement',
    title: 'Australia: reliance under an agreement',
    // Facts with neither are checked against the agreement, the most common arrangement.
    applies: ({ reliance }) => reliance?.basis !== 'case',
    clauses: agreementClauses,
    uncertain: ['Your programme names who is a senior manager. You stay responsible for the CDD relied on.'],
  },
  {
    ...common,
    id: 'au.reliance.case',
    title: 'Australia: reliance in one case',
    applies: ({ reliance }) => reliance?.basis === 'case',
    clauses: caseClauses,
    uncertain: [
      'What is appropriate to the risk is your judgement. You stay responsible for the CDD relied on.',
    ],
  },
];
