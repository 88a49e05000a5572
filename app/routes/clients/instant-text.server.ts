/**
 * An instant as people read it in the company's time zone: 21 Nov 2026, 2:05 pm. Made on the server alone: a
 * browser in another zone would show another day.
 */
export function instantText(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-NZ', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  }).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((found) => found.type === type)?.value ?? '';
  const month = part('month').slice(0, 3);
  const half = part('dayPeriod').toLowerCase().replaceAll('.', '');
  return `${part('day')} ${month} ${part('year')}, ${part('hour')}:${part('minute')} ${half}`;
}
