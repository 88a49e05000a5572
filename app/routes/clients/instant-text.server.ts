const formatters = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter takes longer than formatting a page of rows. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-NZ', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
  });
  formatters.set(timeZone, made);
  return made;
}

interface InstantParts {
  day: string;
  time: string;
}

/** By minute and time zone: the same rows are shown again and again. Emptied when it is full. */
const formatted = new Map<string, InstantParts>();
const mostFormatted = 20_000;

function partsOf(instant: string, timeZone: string): InstantParts {
  const key = `${instant.slice(0, 16)} ${timeZone}`;
  const known = formatted.get(key);
  if (known) return known;
  if (formatted.size >= mostFormatted) formatted.clear();
  const made = formatParts(instant, timeZone);
  formatted.set(key, made);
  return made;
}

function formatParts(instant: string, timeZone: string): InstantParts {
  const parts = formatterOf(timeZone).formatToParts(new Date(instant));
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((found) => found.type === type)?.value ?? '';
  return {
    day: `${part('day')} ${part('month').slice(0, 3)} ${part('year')}`,
    time: `${part('hour')}:${part('minute')} ${part('dayPeriod').toLowerCase().replaceAll('.', '')}`,
  };
}

/**
 * An instant as people read it in the company's time zone: 21 Nov 2026, 2:05 pm. Made on the server alone: a
 * browser in another zone would show another day.
 */
export function instantText(instant: string, timeZone: string): string {
  const { day, time } = partsOf(instant, timeZone);
  return `${day}, ${time}`;
}

/** The day of an instant in the company's time zone: 21 Nov 2026. */
export function dayText(instant: string, timeZone: string): string {
  return partsOf(instant, timeZone).day;
}
