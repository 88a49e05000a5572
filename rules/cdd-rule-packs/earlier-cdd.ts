import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { australianReform, getTranche, type TrancheFacts } from '#rules/dates/commencement.ts';

/**
 * Grounds on which initial CDD counts as done: under the Act before its reform of 2026 (AU Rules 6-42), by a member of the company's business group abroad
 * (6-11), or by a business that was transferred with its records (6-27, 6-28).
 */
export const earlierCddGrounds = ['formerLaw', 'groupAbroad', 'transferred'] as const;

export type EarlierCddGround = (typeof earlierCddGrounds)[number];

/**
 * Why CDD of a day cannot count on a ground; null if it can. The former law ended for businesses that it already covered on 30 March 2026; it never
 * covered those regulated from 1 July 2026. AU Rules 6-42.
 */
export function earlierCddProblem(
  { ground, doneOn }: { ground: EarlierCddGround; doneOn: CalendarDate },
  company: TrancheFacts,
): { field: 'ground' | 'doneOn'; text: string } | null {
  if (ground !== 'formerLaw') return null;
  if (getTranche(company) !== 'T1') {
    return {
      field: 'ground',
      text: 'The former Australian law did not apply to your company. Select another ground, or complete CDD',
    };
  }
  return doneOn < australianReform.T1
    ? null
    : { field: 'doneOn', text: 'Enter a day before 31 March 2026, when the former law ended' };
}
