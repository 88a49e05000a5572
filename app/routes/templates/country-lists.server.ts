import { data } from '@remix-run/node';
import {
  countryList as countryListSchema,
  readCountryListStates,
  readCountryLists,
  saveCountryList,
} from '#contract/diligence.ts';
import type { EndpointAnswer } from '#contract/endpoint.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { companyDay } from '#rules/company-day.ts';
import { countryName } from '#rules/countries.ts';
import { isListOld } from '#rules/country-lists.ts';
import { type CountryListKey, countryListKeys, countryListLabels } from '#rules/risk/country-lists.ts';
import { parseForm, readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem, newRequestKey } from '../../components/forms/reply.server.ts';
import type { VersionRow } from '../../components/forms/stale-record.tsx';
import { errorResponse } from '../../error-answer.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { may } from '../../rights.server.ts';
import { instantText } from '../clients/instant-text.server.ts';

type List = EndpointAnswer<typeof readCountryLists>['lists'][number];

const keyIn = (url: URL): CountryListKey | undefined =>
  countryListKeys.find((key) => key === url.searchParams.get('list'));

const names = (countries: readonly string[]) =>
  countries.map(countryName).sort((a, b) => a.localeCompare(b, 'en'));

/** The lists of countries as a page shows them, and one of them with its history where the URL names it. */
export async function loadCountryLists({ api, me, url, requestId }: MemberArgs) {
  const key = keyIn(url);
  if (key === undefined && url.searchParams.has('list')) {
    throw errorResponse(404, { code: 'record.notFound', requestId });
  }
  const before = url.searchParams.get('before') || undefined;
  const [session, { lists }, history] = await Promise.all([
    me(),
    api.call(readCountryLists, {}),
    key ? api.call(readCountryListStates, { params: { key }, query: { before } }) : null,
  ]);
  const { timeZone } = session.company;
  const today = companyDay(new Date(), timeZone);
  const shown = lists.map((list) => listShown(list, { timeZone, today }));
  return {
    view: 'countries' as const,
    lists: shown,
    chosen: shown.find((list) => list.key === key) ?? null,
    history: history && {
      entries: history.states.map((state) => ({
        version: state.version,
        asAt: formatDate(state.asAt),
        count: state.countries.length,
        added: names(state.added),
        removed: names(state.removed),
        source: state.source,
        note: state.note,
        savedBy: state.savedBy,
        savedAt: instantText(state.savedAt, timeZone),
      })),
      isFirstPage: before === undefined,
      nextBefore: history.nextBefore,
    },
    mayWrite: may(session, 'templates.write'),
    today,
    requestKey: newRequestKey(),
  };
}

export type CountryListShown = ReturnType<typeof listShown>;

function listShown(list: List, { timeZone, today }: { timeZone: string; today: string }) {
  return {
    key: list.key,
    label: countryListLabels[list.key],
    version: list.version,
    asAt: list.asAt,
    asAtText: formatDate(list.asAt),
    isOld: isListOld(list, today),
    countries: list.countries,
    names: names(list.countries),
    source: list.source,
    note: list.note,
    saved: list.updatedAt
      ? `${list.updatedBy ?? 'Somebody'}, ${instantText(list.updatedAt, timeZone)}`
      : null,
  };
}

/** Sentences about a country go to the whole group: they come from a page other than ours. */
function besideGroup(fields: Record<string, string[] | null | undefined>): Record<string, string[]> {
  const beside: Record<string, string[]> = {};
  for (const [name, sentences] of Object.entries(fields)) {
    const group = name.startsWith('countries') ? 'countries' : name;
    beside[group] = [...new Set([...(beside[group] ?? []), ...(sentences ?? [])])];
  }
  return beside;
}

/** Saves one list as its next state; what was chosen and typed stays in the form when it does not go ahead. */
export async function saveCountryLists({ api, request, url, requestId }: MemberArgs) {
  const key = keyIn(url);
  if (key === undefined) throw errorResponse(404, { code: 'record.notFound', requestId });
  const form = await readForm(request);
  const opened = String(form.get('version') ?? '');
  // Pressing "Save mine over it" names the version that is knowingly replaced.
  const overwritten = form.get('overwriteVersion');
  if (overwritten !== null) form.set('version', overwritten);
  const typed = {
    version: opened,
    asAt: String(form.get('asAt') ?? ''),
    source: String(form.get('source') ?? ''),
    note: String(form.get('note') ?? ''),
    countries: form.getAll('countries').map(String),
  };
  const submission = parseForm(form, saveCountryList.body);
  if (submission.status !== 'success') {
    return data({ typed, errors: besideGroup(submission.error ?? {}), stale: null }, { status: 422 });
  }
  const sent = await api.submit(saveCountryList, {
    params: { key },
    body: submission.value,
    requestKey: requestKeyOf(form),
  });
  if (sent.ok) {
    const { countries, asAt } = sent.value;
    const count = countries.length === 1 ? 'one country' : `${countries.length} countries`;
    const text = `${countryListLabels[key]}: ${count}, as at ${formatDate(asAt)}.`;
    return redirectWithFlash('/templates?view=countries', { kind: 'success', text });
  }
  const { problem } = sent;
  const kept = problem.code === 'record.stale' ? countryListSchema.safeParse(problem.current) : undefined;
  if (kept?.success) {
    const rows: VersionRow[] = [
      {
        label: 'Countries',
        mine: names(typed.countries).join(', '),
        kept: names(kept.data.countries).join(', '),
      },
      { label: 'As at', mine: formatDate(typed.asAt), kept: formatDate(kept.data.asAt) },
      { label: 'Source', mine: typed.source, kept: kept.data.source },
      { label: 'Note', mine: typed.note, kept: kept.data.note },
    ];
    const stale = { rows, keptVersion: kept.data.version, keptBy: kept.data.updatedBy ?? 'Somebody else' };
    return data({ typed, errors: {}, stale }, { status: problem.status });
  }
  const { reply } = answerProblem(submission, problem);
  return data({ typed, errors: besideGroup(reply.error ?? {}), stale: null }, { status: problem.status });
}

/** What the form of a list was answered when it did not go ahead. */
export interface CountryListAnswer {
  typed: { version: string; asAt: string; source: string; note: string; countries: string[] };
  errors: Record<string, string[]>;
  stale: { rows: VersionRow[]; keptVersion: number; keptBy: string } | null;
}
