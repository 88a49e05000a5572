import { formatDate } from '#rules/dates/calendar-dates.ts';
import type { BirthDate, BirthDateMatching, PartialDate } from './screening-records.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A date as precise as it is known: `12 Mar 1965`, `Mar 1965`, `1965`. */
function formatPartialDate(date: PartialDate): string {
  if (date.length >= 10) return formatDate(date.slice(0, 10));
  const month = months[Number(date.slice(5, 7)) - 1];
  return date.length === 7 && month !== undefined ? `${month} ${date.slice(0, 4)}` : date;
}

/** Formats a listed date of birth: `12 Mar 1965`, `1963 to 1967`, `circa 1965 (1963 to 1967)`. */
export function formatBirthDate(date: BirthDate): string {
  if ('on' in date) return formatPartialDate(date.on);
  const range = `${formatPartialDate(date.from)} to ${formatPartialDate(date.to)}`;
  return date.about === undefined ? range : `circa ${formatPartialDate(date.about)} (${range})`;
}

/** `year 1965` if only the year is known, so that readers do not look for a day. */
const withPrecision = (date: PartialDate) => (date.length === 4 ? `year ${date}` : formatPartialDate(date));

/**
 * The dates compared, to explain the finding: `listed year 1965; recorded 12 Mar 1965`.
 * @param among number of listed dates of which this is the closest.
 */
export function explainBirthDates(
  own: PartialDate,
  listed: BirthDate,
  { among, matching }: { among: number; matching: BirthDateMatching },
): string {
  const text = 'on' in listed ? withPrecision(listed.on) : formatBirthDate(listed);
  return [
    `listed ${text}`,
    ...(among > 1 ? [`the closest of ${among} listed dates`] : []),
    `recorded ${withPrecision(own)}`,
    ...(matching === 'sameYear' ? ['years alone compared'] : []),
  ].join('; ');
}
