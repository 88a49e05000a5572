import { data } from '@remix-run/node';
import { readCountryLists } from '#contract/cdd/cdd.ts';
import type { CountryListKey, CountryLists } from '#rules/country-lists/country-list-keys.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import { getStart, parsePostedAnswers } from '../../components/risk/assessment-form.server.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';

/** The country lists used for scoring. `home`: the countries that regulate the company. */
async function listsNow(api: MainApi, home: readonly string[]): Promise<CountryLists> {
  const { lists } = await api.call(readCountryLists, {});
  const byKey = Object.fromEntries(lists.map(({ key, asAt, countries }) => [key, { asAt, countries }]));
  return { ...(byKey as Record<CountryListKey, { asAt: string; countries: string[] }>), home };
}

interface Previewed {
  api: MainApi;
  content: TemplateContent;
  home: readonly string[];
}

/** The assessment form of a version, unanswered. */
export async function loadPreview({ api, content, home }: Previewed) {
  const lists = await listsNow(api, home);
  return { content, lists, start: getStart(content, lists, []) };
}

/** Scores the answers entered in the preview; nothing is saved, whichever button was pressed. */
export async function tryAnswers(form: FormData, { api, content, home }: Previewed) {
  const lists = await listsNow(api, home);
  return data({ tried: parsePostedAnswers(form, content, lists).state });
}
