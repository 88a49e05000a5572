import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { newZealandSectorEnd, newZealandSectorStart } from '#rules/dates/commencement.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { type CompanySectors, getSectors } from '#rules/sectors.ts';
import { type CapturedActivity, isServiceOf } from './captured-services.ts';

/** Cash from which a high-value dealing counts: NZ$10,000, in cents. */
const cashThresholdNz = 1_000_000;

/** Provision of the prohibition. To be confirmed (nz.hvd.cash): the numbers of the sections that the amending Act inserted. */
export const highValueCashProvision = 'NZ AML/CFT Act 2009, prohibited cash for high-value goods';

/** Work of a company as recorded. `maxTransactionValue`: minor units of `currency`; null if not recorded. */
export type CashWork = {
  capturedActivityNz: CapturedActivity | null;
  cashExpected: boolean;
  maxTransactionValue: number | null;
  currency: 'NZD' | 'AUD';
};

type Dealer = CompanySectors & { regulatedIn: readonly Jurisdiction[] };

/**
 * What the law makes of cash in a dealing in precious metals or stones: CDD on the customer from 1 August 2019 to 10 May 2023, from NZ$10,000; a prohibition of
 * the dealing from 11 May 2023; null below, and of other work. Payments for the same dealing count together. An amount that is unknown, zero or in another currency is
 * taken to reach the threshold. Work of a company with other sectors too is a dealing in precious metals unless a captured activity of those sectors is
 * recorded. Both are the stricter reading. Source: DIA, "Information for High Value Dealers" and its release of 4 July 2019; NZ Definitions
 * Regulations 2011; Criminal Activity Intervention Legislation Act 2023 (NZ).
 */
export function highValueCash(work: CashWork, dealer: Dealer, on: CalendarDate): 'cdd' | 'prohibited' | null {
  const sectors = getSectors(dealer);
  if (!dealer.regulatedIn.includes('NZL') || !sectors.includes('preciousMetals') || !work.cashExpected)
    return null;
  const code = work.capturedActivityNz;
  if (code !== null && sectors.some((each) => isServiceOf(code, each))) return null;
  const { maxTransactionValue: value, currency } = work;
  if (value !== null && value > 0 && currency === 'NZD' && value < cashThresholdNz) return null;
  if (on < newZealandSectorStart.preciousMetals) return null;
  return on <= (newZealandSectorEnd.preciousMetals ?? on) ? 'cdd' : 'prohibited';
}

const cashCode = 'activity.cashProhibited';

/** Whether a blocker is the prohibition of cash, which nothing but other terms of payment, or declining, resolves. */
export const isCashProhibition = ({ code }: Pick<Blocker, 'code'>): boolean => code === cashCode;

/** The prohibition as a blocker. Source: as of `highValueCash`. */
export const cashProhibition = (noun: { singular: string }): Blocker => ({
  code: cashCode,
  text: `Cash of NZ$10,000 or more is prohibited when precious metals or stones are bought or sold, in one payment or in related ones. Decline this ${noun.singular}, or have it paid otherwise and correct its cash and value.`,
  provision: highValueCashProvision,
  fix: { target: 'activity.outcome' },
});
