import type { ActivityInput } from '#contract/activities.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import type { Due } from '#rules/dates/clocks.ts';
import {
  type DelayLimits,
  type DelayProblem,
  delayDaysProblem,
  delayDue,
  delayProblem,
} from '#rules/firm/cdd-delay.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { countedDays, type FirstDays, getBasis } from './activity-record.ts';
import { hasSameDelay } from './delay-approval.ts';

type Fields = Record<string, string[]>;
type CompanyFactsForDelay = Parameters<typeof delayProblem>[1];

interface DelayContext {
  company: CompanyFactsForDelay;
  /** The days as first recorded. */
  firstDays: FirstDays;
  /** The record before the form; null of a new one. */
  before: ActivityInput | null;
  limits: Omit<DelayLimits, 'firstDueOn'>;
}

const toFields = (problem: DelayProblem): Fields | undefined =>
  problem && { [problem.field]: [problem.message] };

/** Both conditions of a new or changed delay. One recorded before there were two fields stays until it is changed, and has no effect. */
function checkConditions(input: ActivityInput, before: ActivityInput | null): Fields | undefined {
  const { delayedCddGround, delayedCddRiskLimits } = input;
  if (delayedCddGround === undefined) {
    return { delayedCddGround: ['Enter a reason for delayed CDD, or choose no delay'] };
  }
  return delayedCddRiskLimits !== undefined || (before !== null && hasSameDelay(input, before))
    ? undefined
    : {
        delayedCddRiskLimits: [
          'Enter why the additional risk is low and what limits it until CDD is complete, or choose no delay',
        ],
      };
}

/** Whether a form has anything of a delay. */
const hasDelay = (input: ActivityInput) =>
  [input.delayedCddGround, input.delayedCddRiskLimits, input.delayedCddBasis, input.delayedCddDueOn].some(
    (value) => value !== undefined,
  );

/**
 * Problems with the dates of a property activity and with a delay of CDD, its conditions and days: messages by field, none where all fits.
 * Source: AU s29, Rules 6-12 to 6-15, 6-32; NZ ss16(3), 20(3), 24(3).
 */
export function checkDelay(
  input: ActivityInput,
  { company, firstDays, before, limits }: DelayContext,
): Fields {
  const { exchangeOn, settlementOn, serviceStartedOn } = input;
  if (exchangeOn && settlementOn && settlementOn < exchangeOn) {
    return { settlementOn: ['Settlement cannot be before exchange. Check both days'] };
  }
  if (!hasDelay(input)) return {};
  const conditions = checkConditions(input, before);
  if (conditions?.delayedCddGround !== undefined) return conditions;
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
  const days = delayDaysProblem(
    facts,
    { exchangeOn, serviceStartedOn: serviceStartedOn ?? null },
    { ...limits, firstDueOn: firstDays.delayDueOn },
  );
  return {
    ...(toFields(delayProblem(facts, company)) ?? toFields(days) ?? checkDue(delayDue(facts))),
    ...conditions,
  };
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
