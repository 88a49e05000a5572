import { addDays, type CalendarDate, formatDate } from './calendar-dates.ts';

/** What the last day of delayed CDD in a sale of property is counted from; what is not known is null or left out. */
export type PropertyDates = {
  exchangeOn?: CalendarDate | null;
  /** Settlement day that the parties agreed first. */
  settlementFirstAgreedOn?: CalendarDate | null;
  /** Settlement day as it stands. */
  settlementOn?: CalendarDate | null;
};

/** `possible`: false where the day lies before exchange, so that CDD cannot come later. */
export type PropertyDelay = { dueOn: CalendarDate; possible: boolean; working: string };

type Bound = { on: CalendarDate; text: string };

const inDays = (count: number) => (count === 1 ? '1 day' : `${count} days`);

function afterExchange(exchangeOn: CalendarDate, days: number): Bound {
  const on = addDays(exchangeOn, days);
  return { on, text: `${inDays(days)} after exchange on ${formatDate(exchangeOn)} is ${formatDate(on)}` };
}

/**
 * The law counts from the settlement day that was agreed first. One that has moved to an earlier day, or corrects a wrong one, counts
 * instead: no provision says so, but an earlier last day is safe.
 */
function beforeSettlement(
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
 * Last day of delayed CDD in a sale of property: the earlier of so many calendar days after exchange and before the settlement day
 * agreed first; one alone counts where the other is not known. Undefined where neither is. Source: AU Rules 6-32.
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
  if (!possible) texts.push(`${formatDate(dueOn)} is before exchange, so CDD cannot come later`);
  else if (bounds.length === 2) texts.push(`the earlier counts`);
  return { dueOn, possible, working: texts.join('; ') };
}
