import type { ActivityInput } from '#contract/activities.ts';
import { isPropertyActivity } from '#rules/activity-types.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { delayedCddDue } from '#rules/dates/clocks.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { withFirstSettlement } from './activity-record.ts';

type Fields = Record<string, string[]>;

/**
 * What is wrong with the dates of a property activity and with a ground for doing due diligence later: sentences by field, none
 * where all fits. `firstSettlementOn`: the settlement day recorded first, where there is one on record. Source: AU Rules 6-32.
 */
export function checkDelay(
  input: ActivityInput,
  {
    regulatedIn,
    firstSettlementOn,
  }: { regulatedIn: readonly Jurisdiction[]; firstSettlementOn: string | null },
): Fields {
  const { activityType, exchangeOn, settlementOn, delayedCddGround } = input;
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
  const due = delayedCddDue(withFirstSettlement(input, firstSettlementOn));
  if (due === undefined) {
    return { exchangeOn: ['Enter the day of exchange or of settlement: the last day is counted from it'] };
  }
  if (due.by === 'impossible') {
    return {
      delayedCddGround: [
        `Settlement follows too soon to delay due diligence: it would be due on ${formatDate(due.dueOn)}, before exchange. Leave this blank`,
      ],
    };
  }
  return {};
}
