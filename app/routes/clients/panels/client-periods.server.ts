import type { readClientHistory } from '#contract/clients/clients.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import {
  clientPeriodKindLabels,
  clientPeriodKinds,
  clientPeriodValueLabel,
} from '#rules/clients/client-periods.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { formatDay } from '../../../components/format-instant.server.ts';
import type { ClientPeriodsData } from './client-periods.tsx';

type History = EndpointResponse<typeof readClientHistory>;
type Period = History['periods'][number];

/** "Medium 3 Mar 2026 – 12 Aug 2026", "High since 12 Aug 2026", "Clear, known from 12 Aug 2026". */
function formatPeriod({ kind, value, from, to, cause }: Period, timeZone: string): string {
  const label = clientPeriodValueLabel(kind, value);
  const day = formatDay(from, timeZone);
  if (cause === 'migration')
    return `${label}, known from ${day}${to === null ? '' : ` to ${formatDay(to, timeZone)}`}`;
  return to === null ? `${label} since ${day}` : `${label} ${day} – ${formatDay(to, timeZone)}`;
}

/** The client's values over time for the page: each kind with its periods, latest first, and the values recorded on a day. */
export function formatPeriods(
  { periods, asAt, asked }: Pick<History, 'periods' | 'asAt'> & Pick<ClientPeriodsData, 'asked'>,
  timeZone: string,
): ClientPeriodsData {
  const lines = clientPeriodKinds.map((kind) => ({
    label: clientPeriodKindLabels[kind],
    periods: periods
      .filter((period) => period.kind === kind)
      .map((period) => formatPeriod(period, timeZone))
      .toReversed(),
  }));
  const known = new Map(asAt?.values.map(({ kind, value }) => [kind, value]));
  return {
    lines: lines.filter((line) => line.periods.length > 0),
    asked,
    asAt: asAt && {
      day: formatDate(asAt.day),
      values: clientPeriodKinds.map((kind) => ({
        label: clientPeriodKindLabels[kind],
        value: known.has(kind) ? clientPeriodValueLabel(kind, known.get(kind) ?? null) : 'Not known',
      })),
    },
  };
}
