import type { z } from 'zod';
import type { startVerificationInput } from '#contract/individual-verifications/verification-inputs.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { creditReportingBody } from '#rules/identity-verification/au-credit-bureau.ts';
import { exceptionEndProblem } from '#rules/transition-guards/cdd-exception.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';

export type StartInput = z.output<typeof startVerificationInput>;

type Problem = { field: string; message: string };

const notYet = (field: string): Problem => ({ field, message: 'Enter a date in the past' });

/** Days of the form that cannot be, with their fields. */
function problemsWithDays(input: StartInput, today: string): Problem[] {
  switch (input.method) {
    case 'distf':
      return input.accreditedService.verifiedOn > today ? [notYet('accreditedService.verifiedOn')] : [];
    case 'reliance':
      return (['verifiedOn', 'assessedOn', 'assessmentRecordedOn'] as const)
        .filter((name) => (input.reliance[name] ?? '') > today)
        .map((name) => notYet(`reliance.${name}`));
    case 'exception': {
      const problem = exceptionEndProblem(input.exception.endsOn, today);
      return problem === undefined ? [] : [{ field: 'exception.endsOn', message: problem.text }];
    }
    default:
      return [];
  }
}

/** Requirements of a method under the law of the company's countries. */
function problemsWithLaw(input: StartInput, { company }: MemberCaller): Problem[] {
  const isRegulatedIn = (country: 'NZL' | 'AUS') => company.regulatedIn.includes(country);
  if (input.method === 'distf' && !isRegulatedIn('NZL')) {
    return [
      {
        field: 'method',
        message:
          'Only a company regulated in New Zealand can use an accredited service. Select another method.',
      },
    ];
  }
  if (input.method === 'reliance' && isRegulatedIn('AUS') && input.reliance.basis === undefined) {
    return [{ field: 'reliance.basis', message: 'Select an agreement or one case' }];
  }
  if (input.method === 'electronicRemote' && input.dataSources.includes(creditReportingBody)) {
    return [
      {
        field: 'dataSources',
        message: 'Run the Australian credit bureau after the link, once the person agrees to it.',
      },
    ];
  }
  return [];
}

/** Problems of a form that starts a verification, with messages by field. */
export function startProblems(input: StartInput, caller: MemberCaller, at: Date): Problem[] {
  const today = companyDay(at, caller.company.timeZone);
  return [...problemsWithDays(input, today), ...problemsWithLaw(input, caller)];
}
