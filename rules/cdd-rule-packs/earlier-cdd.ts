import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { australianReform, getTranche, type TrancheFacts } from '#rules/dates/commencement.ts';

/**
 * Grounds on which initial CDD counts as done: under the Act before its reform of 2026 (AU Rules 6-42), by a member of the company's business group abroad
 * (6-11), by a business that was transferred with its records (6-27, 6-28), or by a former procedure that the company's policies keep for a class of
 * customers (AU Transitional Rules 7, 8).
 */
export const earlierCddGrounds = ['formerLaw', 'groupAbroad', 'transferred', 'oldProcedures'] as const;

export type EarlierCddGround = (typeof earlierCddGrounds)[number];

/** CDD as recorded. `lastDay`: of the class whose former procedure it followed, as the company's policies have it now; null if they do not. */
export type EarlierCdd = {
  ground: EarlierCddGround;
  doneOn: CalendarDate;
  lastDay?: CalendarDate | null;
};

type EarlierCddProblem = { field: 'ground' | 'doneOn' | 'procedure'; text: string };

const notCovered: EarlierCddProblem = {
  field: 'ground',
  text: 'The former Australian law did not apply to your company. Select another ground, or complete CDD',
};

/** CDD by a former procedure counts from the reform to the last day of its class, on days up to that day. AU Transitional Rules 7, 8. */
function oldProcedureProblem({ doneOn, lastDay }: EarlierCdd, on: CalendarDate): EarlierCddProblem | null {
  if (!lastDay) {
    return {
      field: 'procedure',
      text: 'Your policies have no such class. Enter it as named there, or complete CDD',
    };
  }
  if (on > lastDay) {
    return {
      field: 'procedure',
      text: `The former procedure of this class ended on ${formatDate(lastDay)}. Complete CDD`,
    };
  }
  if (doneOn >= australianReform.T1 && doneOn <= lastDay) return null;
  return {
    field: 'doneOn',
    text: `Enter a day from ${formatDate(australianReform.T1)} to ${formatDate(lastDay)}, the last day of the class`,
  };
}

/**
 * Why CDD of a day cannot count on a ground on the day `on`; null if it can. The former law ended for businesses that it already covered on 30 March 2026;
 * it never covered those regulated from 1 July 2026. AU Rules 6-42; AU Transitional Rules 7, 8.
 */
export function earlierCddProblem(
  earlier: EarlierCdd,
  company: TrancheFacts,
  on: CalendarDate,
): EarlierCddProblem | null {
  const { ground, doneOn } = earlier;
  if (ground !== 'formerLaw' && ground !== 'oldProcedures') return null;
  if (getTranche(company) !== 'T1') return notCovered;
  if (ground === 'oldProcedures') return oldProcedureProblem(earlier, on);
  return doneOn < australianReform.T1
    ? null
    : { field: 'doneOn', text: 'Enter a day before 31 March 2026, when the former law ended' };
}
