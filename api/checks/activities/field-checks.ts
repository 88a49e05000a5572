import type { ActivityInput } from '#contract/activities.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import type { Due } from '#rules/dates/clocks.ts';
import { delayDue, delayProblem } from '#rules/firm/cdd-delay.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { countedDays, type FirstDays, getBasis } from './activity-record.ts';

type Fields = Record<string, string[]>;
type CompanyFactsForDelay = Parameters<typeof delayProblem>[1];

/**
 * Problems with the dates of a property activity and with a ground for delayed CDD: messages by field, none
 * where all fits. `firstDays`: the days as first recorded. Source: AU Rules 6-12 to 6-15,
 * 6-32; NZ ss16(3), 20(3), 24(3).
 */
export function checkDelay(
  input: ActivityInput,
  { company, firstDays }: { company: CompanyFactsForDelay; firstDays: FirstDays },
): Fields {
  const { exchangeOn, settlementOn, delayedCddGround, delayedCddBasis, delayedCddDueOn } = input;
  if (exchangeOn && settlementOn && settlementOn < exchangeOn) {
    return { settlementOn: ['Settlement cannot be before exchange. Check both days'] };
  }
  if (delayedCddGround === undefined) {
    return delayedCddBasis === undefined && delayedCddDueOn === undefined
      ? {}
      : { delayedCddGround: ['Enter a reason for delayed CDD, or choose no delay'] };
  }
  if (!company.regulatedIn.includes('AUS') && getBasis(input) !== 'relationship') {
    return {
      delayedCddGround: [
        'Only Australian law lets all of CDD come later. Select the business relationship, or leave this blank',
      ],
    };
  }
  const facts = {
    activityType: input.activityType,
    ...countedDays(input, firstDays),
    basis: getBasis(input),
    capturedActivityNz: input.capturedActivityNz ?? null,
    designatedServiceAu: input.designatedServiceAu ?? null,
  };
  const problem = delayProblem(facts, company);
  if (problem !== undefined) return { [problem.field]: [problem.message] };
  return checkDue(delayDue(facts));
}

function checkDue(due: Due | undefined): Fields {
  if (due === undefined) {
    return { exchangeOn: ['Enter the day of exchange or of settlement: the last day is counted from it'] };
  }
  if (due.by !== 'impossible') return {};
  return {
    delayedCddGround: [
      `Settlement is too soon to delay CDD: it would be due on ${formatDate(due.dueOn)}, before exchange. Leave this blank`,
    ],
  };
}

/** Errors for service codes of a country whose law does not apply to the company: messages by field. */
export function checkServices(
  { capturedActivityNz, designatedServiceAu }: ActivityInput,
  regulatedIn: readonly Jurisdiction[],
): Fields {
  return {
    ...(capturedActivityNz !== undefined && !regulatedIn.includes('NZL')
      ? { capturedActivityNz: ['New Zealand’s law does not apply to your company. Leave this blank'] }
      : {}),
    ...(designatedServiceAu !== undefined && !regulatedIn.includes('AUS')
      ? { designatedServiceAu: ['Australia’s law does not apply to your company. Leave this blank'] }
      : {}),
  };
}
