const formatters = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter takes longer than formatting a page of rows. */
function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-NZ', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  });
  formatters.set(timeZone, formatter);
  return formatter;
}

interface InstantParts {
  day: string;
  time: string;
}

/** By minute and time zone: the same rows are shown again and again. Emptied when it is full. */
const formatted = new Map<string, InstantParts>();
const maxFormatted = 20_000;

function getParts(instant: string, timeZone: string): InstantParts {
  const key = `${instant.slice(0, 16)} ${timeZone}`;
  const known = formatted.get(key);
  if (known) return known;
  if (formatted.size >= maxFormatted) formatted.clear();
  const parts = formatParts(instant, timeZone);
  formatted.set(key, parts);
  return parts;
}

function formatParts(instant: string, timeZone: string): InstantParts {
  const parts = getFormatter(timeZone).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((found) => found.type === type)?.value ?? '';
  return {
    day: `${part('day')} ${part('month').slice(0, 3)} ${part('year')}`,
    time: `${part('hour')}:${part('minute')} ${part('dayPeriod').toLowerCase().replaceAll('.', '')}`,
  };
}

/**
 * An instant in the company's time zone: 21 Nov 2026, 2:05 pm. Formatted only on the server: a browser in another time
 * zone would show another day.
 */
export function formatInstant(instant: string, timeZone: string): string {
  const { day, time } = getParts(instant, timeZone);
  return `${day}, ${time}`;
}

/** The day of an instant in the company's time zone: 21 Nov 2026. */
export function formatDay(instant: string, timeZone: string): string {
  return getParts(instant, timeZone).day;
}
