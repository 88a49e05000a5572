import { formatDate } from '#rules/dates/calendar-dates.ts';
import { currentChecks } from './current-checks.ts';
import type { CheckFact, VerificationFacts } from './evidence.ts';
import { statedFinding } from './findings.ts';
import type { ClauseDefinition } from './rule-definition.ts';
import type { DataSourceCode } from './sources.ts';

/** Source that is a credit reporting body under AU ss 35A to 35F. */
export const creditReportingBody = 'auCreditBureau' satisfies DataSourceCode;

const ofBureau = ({ source }: CheckFact) => source === creditReportingBody;

/** Whether the bureau's last response does not confirm the identity, which requires a written notice under AU s 35C. */
export function bureauFailed(checks: readonly CheckFact[]): boolean {
  return currentChecks(checks)
    .filter(ofBureau)
    .some(
      ({ outcome, unmatched }) => outcome === 'no_match' || (outcome === 'match' && unmatched.length > 0),
    );
}

const isQueried = ({ checks }: VerificationFacts) => checks.some(ofBureau);

/** Requirements for a verification that used a credit reporting body. Source: AU ss 35A to 35F. */
export const creditBureauClauses: readonly ClauseDefinition[] = [
  {
    code: 'bureauInformed',
    text: 'Before the check, the person was told what the credit reporting body receives, why, and its name.',
    provision: 'AU s35A',
    applies: isQueried,
    find: ({ bureauStatement }) => statedFinding(bureauStatement?.informed ?? false),
  },
  {
    code: 'bureauAgreed',
    text: 'The person agreed expressly.',
    provision: 'AU s35A',
    applies: isQueried,
    find: ({ bureauStatement }) => statedFinding(bureauStatement?.agreed ?? false),
  },
  {
    code: 'bureauAlternative',
    text: 'The person was offered another way to be verified.',
    provision: 'AU s35A',
    applies: isQueried,
    find: ({ bureauStatement }) => statedFinding(bureauStatement?.alternativeOffered ?? false),
  },
  {
    code: 'bureauNotice',
    text: 'After the body did not confirm the identity, the person had a written notice that names it and offers another way.',
    provision: 'AU s35C',
    applies: ({ checks }) => bureauFailed(checks),
    find: ({ bureauNotice }) =>
      bureauNotice === null
        ? { passed: false, evidence: 'No notice is recorded.' }
        : {
            passed: bureauNotice.bureauName.trim() !== '' && bureauNotice.alternativeOffered,
            evidence: `Sent on ${formatDate(bureauNotice.sentOn)}, naming ${bureauNotice.bureauName || 'no body'}.`,
          },
  },
];
