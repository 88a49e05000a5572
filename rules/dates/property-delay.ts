import { addDays, type CalendarDate, formatDate } from './calendar-dates.ts';

/** Dates from which the last day of delayed CDD in a property sale is calculated; unknown dates are null or omitted. */
export type PropertyDates = {
  exchangeOn?: CalendarDate | null;
  /** First settlement date agreed by the parties. */
  settlementFirstAgreedOn?: CalendarDate | null;
  /** Current settlement date. */
  settlementOn?: CalendarDate | null;
};

/** `possible`: false if the day is before exchange, so that CDD cannot be delayed. */
export type PropertyDelay = { dueOn: CalendarDate; possible: boolean; working: string };

/** A last day and how it is found. */
type Bound = { on: CalendarDate; text: string };

const inDays = (count: number) => (count === 1 ? '1 day' : `${count} days`);

function afterExchange(exchangeOn: CalendarDate, days: number): Bound {
  const on = addDays(exchangeOn, days);
  return { on, text: `${inDays(days)} after exchange on ${formatDate(exchangeOn)} is ${formatDate(on)}` };
}

/**
 * The law counts from the settlement date agreed first. An earlier current date, moved or corrected, counts instead: no provision
 * says so, but an earlier last day is safe.
 */
export function beforeSettlement(
  { settlementFirstAgreedOn: first, settlementOn: current }: PropertyDates,
  days: number,
): Bound | undefined {
  const settlement = first && current ? (current < first ? current : first) : first || current;
  if (!settlement) return undefined;
  const on = addDays(settlement, -days);
  const agreed = settlement === first && current !== first ? ', as agreed first,' : '';
  return {
    on,
    text: `${inDays(days)} before settlement on ${formatDate(settlement)}${agreed} is ${formatDate(on)}`,
  };
}

/**
 * Last day of delayed CDD in a property sale: the earlier of a number of calendar days after exchange and before the first agreed
 * settlement date, or the one that is known. Undefined if neither is. Source: AU Rules 6-32.
 */
export function getPropertyDelay(
  dates: PropertyDates,
  days: { afterExchange: number; beforeSettlement: number },
): PropertyDelay | undefined {
  const { exchangeOn } = dates;
  const exchange = exchangeOn ? afterExchange(exchangeOn, days.afterExchange) : undefined;
  const settlement = beforeSettlement(dates, days.beforeSettlement);
  const bounds = [exchange, settlement].filter((bound) => bound !== undefined);
  const dueOn = bounds.map(({ on }) => on).sort()[0];
  if (dueOn === undefined) return undefined;
  const possible = !exchangeOn || dueOn >= exchangeOn;
  const texts = bounds.map(({ text }) => text);
  if (!possible) texts.push(`${formatDate(dueOn)} is before exchange, so CDD cannot be delayed`);
  else if (bounds.length === 2) texts.push(`the earlier counts`);
  return { dueOn, possible, working: texts.join('; ') };
}
