import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { australianReform } from '#rules/dates/commencement.ts';
import type { Finding, RuleOutcome, VerificationFacts } from './evidence.ts';
import { recordedFinding, sameDocumentClause, statedFinding } from './findings.ts';
import {
  type NzCode,
  nzCode2013,
  nzCode2013From,
  nzCode2013To,
  nzCode2026,
  nzCode2026From,
  nzCodeSource,
} from './nz-code.ts';
import type { ClauseDefinition, VerificationRule } from './rule-definition.ts';
import type { ExceptionFact } from './statements.ts';

/** Minimum length of an explanation that an auditor can assess. */
const minExceptionReasonLength = 20;

function exceptionRule(find: (exception: ExceptionFact, facts: VerificationFacts) => Finding) {
  return (facts: VerificationFacts): Finding =>
    recordedFinding(facts.exception, (exception) => find(exception, facts));
}

const reasonFinding = exceptionRule(({ reason }) => ({
  passed: reason.trim().length >= minExceptionReasonLength,
  evidence:
    reason.trim() === ''
      ? 'No reason recorded.'
      : reason.trim().length < minExceptionReasonLength
        ? 'The reason is too short to be judged by.'
        : 'Reason recorded.',
}));
const textFinding = (text: string | null) => statedFinding((text ?? '').trim() !== '');
const stepsFinding = exceptionRule(({ stepsTaken }) => textFinding(stepsTaken));
const policyFinding = exceptionRule(({ policy }) => textFinding(policy));
const alternativeFinding = exceptionRule(({ alternativeEvidence }) => textFinding(alternativeEvidence));

/** Requirements of our own process in both countries: approver, expiry date, and no other client with the document. */
function processClauses(endProvision: string): ClauseDefinition[] {
  return [
    {
      code: 'approval',
      text: 'Someone who may grant exceptions approved it.',
      provision: 'Our own: who may grant exceptions',
      find: exceptionRule(({ approvedBy }) => ({
        passed: approvedBy !== null,
        evidence: approvedBy === null ? 'Not approved yet.' : `Approved by ${approvedBy}.`,
      })),
    },
    {
      code: 'end',
      text: 'It ends on a day, on which the person is verified again.',
      provision: endProvision,
      find: exceptionRule(({ endsOn }, { on }) => ({
        passed: endsOn !== null && endsOn > on,
        evidence: endsOn === null ? 'No end recorded.' : `Ends on ${formatDate(endsOn)}.`,
      })),
    },
    sameDocumentClause('Our own: the same document found twice'),
  ];
}

function nzClauses({ exceptions: provision }: NzCode): ClauseDefinition[] {
  return [
    {
      code: 'reason',
      text: 'The reason why standard verification is not possible is recorded.',
      provision,
      find: reasonFinding,
    },
    {
      code: 'process',
      text: 'The exception follows the exception process of the programme.',
      provision,
      find: policyFinding,
    },
    {
      code: 'alternative',
      text: 'The alternative evidence is recorded.',
      provision,
      find: alternativeFinding,
    },
    ...processClauses('Our own end; ongoing CDD: NZ s31'),
  ];
}

const nzCommon = {
  id: 'nz.ivcop.exception',
  jurisdiction: 'NZL',
  methods: ['exception'],
  uncertain: ['How far the code leaves room for exceptions depends on your programme.'],
  sourceUrls: [nzCodeSource],
} as const satisfies Partial<VerificationRule>;

/** An exception under the code of practice, recorded case by case. To be confirmed (verification nz.ivcop.exception): how far the code leaves room. */
export const nzExceptionRules: readonly VerificationRule[] = [
  {
    ...nzCommon,
    title: 'New Zealand: exception under the identity verification code of practice 2013',
    effectiveFrom: nzCode2013From,
    effectiveTo: nzCode2013To,
    clauses: nzClauses(nzCode2013),
  },
  {
    ...nzCommon,
    title: 'New Zealand: exception under the identity verification code of practice 2026',
    effectiveFrom: nzCode2026From,
    clauses: nzClauses(nzCode2026),
  },
];

const rule = 'AU Rules 6-10';

/** A person who cannot obtain or reach evidence, for reasons beyond their control, AU Rules 6-10. To be confirmed (verification au.noEvidence): what is beyond control. */
export const auExceptionRules: readonly VerificationRule[] = [
  {
    id: 'au.noEvidence',
    title: 'Australia: evidence of identity is not available',
    jurisdiction: 'AUS',
    effectiveFrom: australianReform.T1,
    methods: ['exception'],
    clauses: [
      {
        code: 'beyondControl',
        text: 'The person cannot obtain or reach the evidence, for reasons beyond their control.',
        provision: rule,
        find: reasonFinding,
      },
      {
        code: 'steps',
        text: 'Reasonable steps were taken to establish that the person is who they claim to be.',
        provision: rule,
        find: stepsFinding,
      },
      {
        code: 'rating',
        text: 'The ML/TF risk of the client is rated.',
        provision: rule,
        isByRisk: true,
        find: ({ riskLevel }) => ({
          passed: riskLevel !== null,
          evidence: riskLevel === null ? 'Not rated yet.' : `Rated ${riskLevel}.`,
        }),
      },
      {
        code: 'availableData',
        text: 'The identity is verified by the data that is available.',
        provision: rule,
        find: alternativeFinding,
      },
      {
        code: 'policy',
        text: 'The AML/CTF policies deal with persons who have no evidence.',
        provision: rule,
        find: policyFinding,
      },
      ...processClauses('Our own end; ongoing CDD: AU s30'),
    ],
    uncertain: ['What is beyond the person’s control is your judgement, which your policies guide.'],
    sourceUrls: ['https://www.legislation.gov.au/F2026C00274'],
  },
];

/** The approval of an exception, with what it was made for. */
export type ExceptionApproval = {
  /** Last day of the exception. */
  endsOn: CalendarDate;
  /** The findings that were not met when it was approved; null on earlier approvals, which did not record them. */
  approvedFor: readonly string[] | null;
};

/** Findings that a decision as verified would contradict: clauses of the deciding rules, and a document that another client has. */
export function unmetFindings(
  rules: readonly (RuleOutcome & { decisive: boolean })[],
  sharesDocument: boolean,
): string[] {
  const deciding = rules.filter(({ decisive }) => decisive);
  return [
    ...(deciding.length === 0 ? ['noRule'] : []),
    ...deciding.flatMap(({ id, clauses }) =>
      clauses.filter(({ passed }) => !passed).map(({ code }) => `${id}:${code}`),
    ),
    ...(sharesDocument ? ['sharesDocument'] : []),
  ];
}

/** Whether an approval covers a decision on a day: the exception has not come to its end, and nothing else is unmet than it was made for. */
export function coversFindings(
  { endsOn, approvedFor }: ExceptionApproval,
  unmet: readonly string[],
  on: CalendarDate,
): boolean {
  return endsOn > on && (approvedFor === null || unmet.every((finding) => approvedFor.includes(finding)));
}
