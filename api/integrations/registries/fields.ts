import { z } from 'zod';
import { isCalendarDate } from '#rules/dates/calendar-dates.ts';

/** Text of a register, which represents a missing value as null, as '' or by omitting the field; undefined for each. */
export const registryText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => {
    const text = value === null || value === undefined ? '' : String(value).replace(/\s+/g, ' ').trim();
    return text === '' ? undefined : text.slice(0, 500);
  });

/** A list that may be missing. */
export function registryList<S extends z.ZodType>(item: S) {
  return z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);
}

/** A whole number of shares, as text, so that no digit is lost. */
export const registryCount = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => {
    const text = value === null || value === undefined ? '' : String(value).replace(/[\s,]/g, '');
    return /^\d{1,20}$/.test(text) ? text : undefined;
  });

/**
 * Day of a register's date or instant. The NZBN API writes midnight in its own time zone ("2011-03-14T00:00:00.000+1300"): the day is as
 * written, never shifted to UTC. Undefined if it is not a date.
 */
export const registryDate = registryText.transform((text) => {
  const day = text?.slice(0, 10);
  return day !== undefined && isCalendarDate(day) ? day : undefined;
});
