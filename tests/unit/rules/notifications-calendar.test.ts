import { expect, test } from 'vitest';
import { formatCalendar } from '#rules/notifications/calendar.ts';

const entry = {
  uid: 'review-1@assay',
  on: '2026-12-31',
  summary: 'Client review due',
  url: 'https://assay.test/clients/1',
};

test('a calendar has whole-day events with lines that end as the standard says', () => {
  const text = formatCalendar('Assay: reviews', [entry], '2026-11-26T01:02:03.456Z');
  expect(text.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Assay//Reviews and dates//EN',
    'X-WR-CALNAME:Assay: reviews',
    'BEGIN:VEVENT',
    'UID:review-1@assay',
    'DTSTAMP:20261126T010203Z',
    'DTSTART;VALUE=DATE:20261231',
    'DTEND;VALUE=DATE:20270101',
    'SUMMARY:Client review due',
    'URL:https://assay.test/clients/1',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('long lines are folded at 75 octets between characters, and text is escaped', () => {
  const summary = `One, two; three\\four\n${'ā'.repeat(60)}`;
  const text = formatCalendar('A', [{ ...entry, summary }], '2026-11-26T01:02:03Z');
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:One\\, two\\; three\\\\four\\n${'ā'.repeat(60)}`);
});
