import { readClientHistory } from '#contract/clients/clients.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import {
  clientPeriodKindLabels,
  clientPeriodKinds,
  clientPeriodValueLabel,
} from '#rules/clients/client-periods.ts';
import { formatDate, parseDateInput } from '#rules/dates/calendar-dates.ts';
import { formatDay } from '../../components/format-instant.server.ts';
import type { MemberArgs } from '../../session/auth-guards.server.ts';
import type { ClientPeriodsData } from './client-periods.tsx';

type History = EndpointResponse<typeof readClientHistory>;
type Period = History['periods'][number];

/** A client's history for `?before=` and `?asAt=`. An invalid day is reported at its field. */
export async function readHistory(
  { api, url }: Pick<MemberArgs, 'api' | 'url'>,
  id: string,
): Promise<History & { asked: { text: string; problem: string | null } }> {
  const params = { id };
  const before = url.searchParams.get('before') ?? undefined;
  const text = url.searchParams.get('asAt')?.slice(0, 40) ?? '';
  const parsed = text.trim() === '' ? null : parseDateInput(text);
  if (parsed?.ok) {
    const found = await api.submit(readClientHistory, { params, query: { before, asAt: parsed.value } });
    if (found.ok) return { ...found.value, asked: { text: parsed.value, problem: null } };
    const history = await api.call(readClientHistory, { params, query: { before } });
    return { ...history, asked: { text, problem: found.problem.fields?.asAt?.[0] ?? null } };
  }
  const history = await api.call(readClientHistory, { params, query: { before } });
  return { ...history, asked: { text, problem: parsed?.problem ?? null } };
}

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
  { periods, asAt, asked }: Awaited<ReturnType<typeof readHistory>>,
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
