import { data } from '@remix-run/node';
import { readCountryLists } from '#contract/diligence.ts';
import type { CountryListKey, CountryLists } from '#rules/risk/country-lists.ts';
import type { TemplateContent } from '#rules/risk/template.ts';
import { postedAnswers, startOf } from '../../components/risk/assessment-form.server.ts';
import type { MainApi } from '../../main-api.server.ts';

/** The lists that answers are scored with now. `home`: the countries that the company is regulated in. */
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

/** A version as whoever assesses meets it, unanswered. */
export async function loadPreview({ api, content, home }: Previewed) {
  const lists = await listsNow(api, home);
  return { content, lists, start: startOf(content, lists, []) };
}

/** The score of answers that are tried out. Whatever button was pressed, nothing is kept. */
export async function tryAnswers(form: FormData, { api, content, home }: Previewed) {
  const lists = await listsNow(api, home);
  return data({ tried: postedAnswers(form, content, lists).state });
}
