import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';

/** A day in a member's calendar. It contains no names: calendars are stored by other services. */
export interface CalendarEntry {
  /** Unique and lasting: a later date of the same entry moves it. */
  uid: string;
  on: CalendarDate;
  summary: string;
  url: string;
}

const maxLineOctets = 75;

/** Folds a line at 75 octets without splitting a character. RFC 5545, 3.1. */
function fold(line: string): string {
  const parts = [''];
  let octets = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > maxLineOctets) {
      parts.push('');
      // The space that starts a continuation counts.
      octets = 1;
    }
    parts[parts.length - 1] += character;
    octets += size;
  }
  return parts.join('\r\n ');
}

const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

const basicDate = (day: CalendarDate) => day.replaceAll('-', '');

/**
 * Whole-day events as an iCalendar file. RFC 5545.
 * @param now ISO instant
 */
export function formatCalendar(name: string, entries: readonly CalendarEntry[], now: string): string {
  const stamp = `${now.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const events = entries.flatMap(({ uid, on, summary, url }) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${basicDate(on)}`,
    `DTEND;VALUE=DATE:${basicDate(addDays(on, 1))}`,
    `SUMMARY:${escapeText(summary)}`,
    `URL:${url}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Assay//Reviews and dates//EN',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...events,
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}
