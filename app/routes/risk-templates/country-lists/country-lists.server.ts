import type { Submission } from '@conform-to/react';
import { data } from '@remix-run/node';
import {
  countryList as countryListSchema,
  readCountryListStates,
  readCountryLists,
  saveCountryList,
} from '#contract/cdd/cdd.ts';
import { previewCountryList } from '#contract/cdd/law-change-previews.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import type { Problem } from '#contract/errors.ts';
import { countryName } from '#rules/countries.ts';
import {
  type CountryListKey,
  countryListKeys,
  countryListLabels,
  listChanges,
} from '#rules/country-lists/country-list-keys.ts';
import { plenaryNotEntered, shippedCountryLists } from '#rules/country-lists/list-versions.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import {
  type AffectedClients,
  previewAffected,
} from '../../../components/affected-clients/affected-clients.server.ts';
import { formatInstant } from '../../../components/format-instant.server.ts';
import { formActions, onSubmit, type PressedButton } from '../../../components/forms/form-actions.server.ts';
import { newRequestKey, toFormResult } from '../../../components/forms/form-result.server.ts';
import {
  applyOverwriteVersion,
  getRequestKey,
  parseForm,
  textIn,
  tickedIn,
} from '../../../components/forms/parse-form.server.ts';
import type { VersionRow } from '../../../components/forms/version-conflict.tsx';
import { redirectWithFlash } from '../../../flash.server.ts';
import { errorResponse } from '../../../main-api/error-response.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { may } from '../../../session/permissions.server.ts';

type List = EndpointResponse<typeof readCountryLists>['lists'][number];

const keyIn = (url: URL): CountryListKey | undefined =>
  countryListKeys.find((key) => key === url.searchParams.get('list'));

const names = (countries: readonly string[]) =>
  countries.map((code) => countryName(code) ?? code).sort((a, b) => a.localeCompare(b, 'en'));

/** The shipped states of a list, newest first, each with what it changed. */
function shippedStates(key: CountryListKey | undefined) {
  const states = shippedCountryLists.filter((state) => state.key === key);
  return states
    .map(({ asAt, countries, sourceUrl }, index) => {
      const { added, removed } = listChanges(states[index - 1]?.countries ?? countries, countries);
      return {
        asAt: formatDate(asAt),
        count: countries.length,
        added: names(added),
        removed: names(removed),
        source: sourceUrl,
      };
    })
    .reverse();
}

/** All country lists, and the one named in the URL with its history. */
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
  const views = lists.map((list) => toCountryListView(list, { timeZone, today }));
  return {
    view: 'countries' as const,
    lists: views,
    chosen: views.find((list) => list.key === key) ?? null,
    history: history && {
      entries: history.states.map((state) => ({
        version: state.version,
        asAt: formatDate(state.asAt),
        own: names(state.ownCountries),
        added: names(state.added),
        removed: names(state.removed),
        source: state.source,
        note: state.note,
        savedBy: state.savedBy,
        savedAt: formatInstant(state.savedAt, timeZone),
      })),
      shipped: shippedStates(key),
      isFirstPage: before === undefined,
      nextBefore: history.nextBefore,
    },
    mayWrite: may(session, 'templates.write'),
    today,
    requestKey: newRequestKey(),
  };
}

export type CountryListView = ReturnType<typeof toCountryListView>;

function toCountryListView(list: List, { timeZone, today }: { timeZone: string; today: string }) {
  return {
    key: list.key,
    label: countryListLabels[list.key],
    version: list.version,
    asAt: list.asAt,
    asAtLabel: formatDate(list.asAt),
    plenaryMissing: plenaryNotEntered(list, today),
    countries: list.countries,
    ownCountries: list.ownCountries,
    ownNames: names(list.ownCountries),
    count: list.countries.length,
    shipped: {
      countries: list.shipped.countries,
      names: names(list.shipped.countries),
      asAtLabel: formatDate(list.shipped.asAt),
      source: list.shipped.source,
      note: list.shipped.note,
    },
    source: list.updatedAt ? list.source : '',
    note: list.updatedAt ? list.note : '',
    saved: list.updatedAt
      ? `${list.updatedBy ?? 'Someone'}, ${formatInstant(list.updatedAt, timeZone)}`
      : null,
  };
}

/** Errors of single countries are shown for the whole group: our own page cannot cause them. */
function besideGroup(fields: Record<string, string[] | null | undefined>): Record<string, string[]> {
  const beside: Record<string, string[]> = {};
  for (const [name, messages] of Object.entries(fields)) {
    const group = name.startsWith('countries') ? 'countries' : name;
    beside[group] = [...new Set([...(beside[group] ?? []), ...(messages ?? [])])];
  }
  return beside;
}

/** Saves one list as its next version, or previews the clients that saving would affect. The form preserves the input. */
async function submit({ api, url, requestId }: MemberArgs, form: FormData, { intent }: PressedButton) {
  const key = keyIn(url);
  if (key === undefined) throw errorResponse(404, { code: 'record.notFound', requestId });
  const typed = {
    version: textIn(form, 'version'),
    asAt: textIn(form, 'asAt'),
    source: textIn(form, 'source'),
    note: textIn(form, 'note'),
    countries: tickedIn(form, 'countries'),
  };
  applyOverwriteVersion(form);
  const submission = parseForm(form, saveCountryList.body);
  if (submission.status !== 'success') {
    return data<CountryListResult>(
      { typed, errors: besideGroup(submission.error ?? {}), stale: null },
      { status: 422 },
    );
  }
  const listForm = { params: { key }, body: submission.value };
  if (intent === 'preview') {
    const found = await previewAffected((after) =>
      api.submit(previewCountryList, { ...listForm, query: { after } }),
    );
    if ('problem' in found) return reject(typed, submission, found.problem);
    return data<CountryListResult>({ typed, errors: {}, stale: null, affected: found.affected });
  }
  const sent = await api.submit(saveCountryList, { ...listForm, requestKey: getRequestKey(form) });
  if (sent.ok) {
    const { countries, asAt } = sent.value;
    const count = countries.length === 1 ? 'one country' : `${countries.length} countries`;
    const text = `${countryListLabels[key]}: ${count}, as at ${formatDate(asAt)}.`;
    return redirectWithFlash('/templates?view=countries', { kind: 'success', text });
  }
  return reject(typed, submission, sent.problem);
}

/** The form again with the API's problem: errors beside fields, or the list saved in the meantime. */
function reject(typed: CountryListResult['typed'], submission: Submission<unknown>, problem: Problem) {
  const current =
    problem.code === 'record.versionConflict' ? countryListSchema.safeParse(problem.current) : undefined;
  if (current?.success) {
    const rows: VersionRow[] = [
      {
        label: 'Countries',
        mine: names(typed.countries).join(', '),
        kept: names(current.data.countries).join(', '),
      },
      { label: 'As at', mine: formatDate(typed.asAt), kept: formatDate(current.data.asAt) },
      { label: 'Source', mine: typed.source, kept: current.data.source },
      { label: 'Note', mine: typed.note, kept: current.data.note },
    ];
    const stale = {
      rows,
      savedVersion: current.data.version,
      keptBy: current.data.updatedBy ?? 'Someone else',
    };
    return data<CountryListResult>({ typed, errors: {}, stale }, { status: problem.status });
  }
  const { reply } = toFormResult(submission, problem);
  return data<CountryListResult>(
    { typed, errors: besideGroup(reply.error ?? {}), stale: null },
    { status: problem.status },
  );
}

/** Handles the country list form. */
export const saveCountryLists = onSubmit(
  formActions({ save: submit, preview: submit }, { otherwise: 'save' }),
);

/** Result of a country list form that was rejected or previewed. */
export interface CountryListResult {
  typed: { version: string; asAt: string; source: string; note: string; countries: string[] };
  errors: Record<string, string[]>;
  stale: { rows: VersionRow[]; savedVersion: number; keptBy: string } | null;
  /** After a preview. */
  affected?: AffectedClients;
}
