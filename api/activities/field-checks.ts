import type { ActivityInput } from '#contract/activities.ts';
import { isPropertyActivity } from '#rules/activity-types.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { delayedCddDueOn } from '#rules/clocks.ts';

type Fields = Record<string, string[]>;

/**
 * What is wrong with the dates of a property activity and with a ground for doing due diligence later: sentences by field, none
 * where all fits. Source: AU Rules 6-15, 6-32.
 */
export function checkDelay(
  { activityType, exchangeOn, settlementOn, delayedCddGround }: ActivityInput,
  regulatedIn: readonly ('AUS' | 'NZL')[],
): Fields {
  if (exchangeOn && settlementOn && settlementOn < exchangeOn) {
    return { settlementOn: ['Settlement cannot be before exchange. Check both days'] };
  }
  if (delayedCddGround === undefined) return {};
  if (!regulatedIn.includes('AUS') || !isPropertyActivity(activityType)) {
    return {
      delayedCddGround: [
        'Only Australian law lets due diligence come later, for the other party of a sale or purchase of property. Leave this blank',
      ],
    };
  }
  const dueOn = delayedCddDueOn({ exchangeOn, settlementOn });
  if (dueOn === undefined) {
    return { exchangeOn: ['Enter the day of exchange or of settlement: the last day is counted from it'] };
  }
  if (exchangeOn && dueOn < exchangeOn) {
    return {
      delayedCddGround: [
        `Settlement follows too soon to delay due diligence: it would be due on ${formatDate(dueOn)}, before exchange. Leave this blank`,
      ],
    };
  }
  return {};
}
