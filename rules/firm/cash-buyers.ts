import type { ActivityType } from '#rules/activity-types.ts';
import { isPropertyActivity } from '#rules/activity-types.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { newZealandSectorStart } from '#rules/dates/commencement.ts';
import type { CapturedActivity } from './captured-services.ts';

/** Work of a real estate agent in New Zealand, as recorded. `maxTransactionValue`: minor units of `currency`; null if not recorded. */
export type AgencyWork = {
  capturedActivityNz: CapturedActivity | null;
  /** Whether the company's sectors include real estate, which decides where no captured activity is recorded. */
  isRealEstateAgent: boolean;
  /** Whether the captured activity is one of another sector of the company's. */
  isOfOtherSector?: boolean;
  activityType: ActivityType;
  cashExpected: boolean;
  maxTransactionValue: number | null;
  currency: 'NZD' | 'AUD';
};

export const agencyProvision = 'NZ s14(3)';

/**
 * Whether work is that of a real estate agent: by its captured activity, and of property where the company is one, whatever is recorded, unless it is a
 * captured activity of another sector of the company's. Null: an agent's work that no captured activity tells. NZ s14(3), from 1 January 2019.
 */
export function isAgencyWork(
  {
    capturedActivityNz: code,
    isRealEstateAgent,
    isOfOtherSector = false,
    activityType,
  }: Pick<AgencyWork, 'capturedActivityNz' | 'isRealEstateAgent' | 'isOfOtherSector' | 'activityType'>,
  on: CalendarDate,
): boolean | null {
  if (on < newZealandSectorStart.realEstate) return false;
  if (code === 'nz.a5') return true;
  if (!isRealEstateAgent || isOfOtherSector) return false;
  return isPropertyActivity(activityType) || (code === null ? null : false);
}

/** Cash of an occasional transaction from which a buyer or tenant is a customer: NZ$10,000, in cents. */
const cashThresholdNz = 1_000_000;

/**
 * Whether the other party of a real estate agent's work is a customer in New Zealand too: an agent's customer is the client of the agency agreement, and a
 * buyer or tenant is not, unless NZ$10,000 or more is paid in cash. An amount that is unknown or in another currency is taken to reach it, which is the
 * stricter reading. NZ s14(3) and its regulations, from 1 January 2019. To be confirmed (nz.cdd.agent): the threshold and the times.
 */
export function areCashBuyersCustomers(work: AgencyWork, on: CalendarDate): boolean {
  if (!isAgencyWork(work, on) || !work.cashExpected) return false;
  const { maxTransactionValue: value, currency } = work;
  return value === null || currency !== 'NZD' || value >= cashThresholdNz;
}
