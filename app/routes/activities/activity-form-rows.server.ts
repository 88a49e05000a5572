import { listClients, readClient } from '#contract/clients.ts';
import { capacities } from '#rules/activity-types.ts';
import type { MainApi } from '../../main-api.server.ts';
import type { ActivityFormAnswer, PartyRow } from './activity-form-values.ts';
import { matchOf } from './client-matches.server.ts';

const mostMatches = 8;

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Parties as they stand in a posted form, in its order; gaps that removed rows left are closed. */
export function partiesOf(form: FormData): PartyRow[] {
  const indexes = [...form.keys()].flatMap((key) => /^parties\[(\d{1,2})\]\.clientId$/.exec(key)?.[1] ?? []);
  return indexes.map((index) => ({
    clientId: textOf(form, `parties[${index}].clientId`),
    name: textOf(form, `parties[${index}].name`),
    capacity: capacities.find((known) => known === textOf(form, `parties[${index}].capacity`)) ?? 'customer',
  }));
}

/** Countries as they stand in a posted form, without those that were not chosen. */
export function countriesOf(form: FormData): string[] {
  return form
    .getAll('fundsCountries')
    .filter((code): code is string => typeof code === 'string' && code !== '');
}

/** Puts rows back into the form, numbered from 0. */
function putRows(form: FormData, parties: readonly PartyRow[], countries: readonly string[]): void {
  for (const name of [...form.keys()]) if (/^parties\[/.test(name)) form.delete(name);
  parties.forEach(({ clientId, capacity }, index) => {
    form.set(`parties[${index}].clientId`, clientId);
    form.set(`parties[${index}].capacity`, capacity);
  });
  form.delete('fundsCountries');
  for (const code of countries) form.append('fundsCountries', code);
}

async function findClients(api: MainApi, q: string): Promise<ActivityFormAnswer['clients']> {
  if (q === '') return { matches: [], problem: 'Type a name or a number of the client first' };
  const found = await api.submit(listClients, { query: { q, limit: mostMatches } });
  if (found.ok) return { matches: found.value.items.map(matchOf) };
  const { fields = {}, detail, title } = found.problem;
  return { matches: [], problem: fields.q?.join(' ') ?? detail ?? `${title}.` };
}

type RowsAnswer = Pick<ActivityFormAnswer, 'parties' | 'countries' | 'clients' | 'changed'>;

/**
 * Answers the buttons that find, add and take off parties and countries without script: `findClient`,
 * `addParty:{clientId}`, `removeParty:{index}`, `addCountry`. Undefined for every other button. A name that
 * was typed into the search and not looked for yet is looked for instead of saving without it.
 */
export async function answerRows(form: FormData, api: MainApi): Promise<RowsAnswer | undefined> {
  const parties = partiesOf(form);
  const countries = countriesOf(form);
  putRows(form, parties, countries);
  const [intent = '', which = ''] = textOf(form, 'intent').split(':');
  const search = textOf(form, 'clientSearch').trim();
  if (intent === 'findClient' || (intent === '' && search !== '' && !form.has('overwriteVersion'))) {
    return { parties, countries, clients: await findClients(api, search) };
  }
  if (intent === 'addParty') {
    form.delete('clientSearch');
    if (parties.some(({ clientId }) => clientId === which)) return { parties, countries, changed: 'parties' };
    const client = await api.call(readClient, { params: { id: which } });
    const capacity = parties.length === 0 ? 'customer' : 'otherParty';
    const added: PartyRow = { clientId: client.id, name: client.displayName, capacity };
    return { parties: [...parties, added], countries, changed: 'parties' };
  }
  if (intent === 'removeParty') {
    const kept = parties.filter((_, index) => String(index) !== which);
    return { parties: kept, countries, changed: 'parties' };
  }
  if (intent === 'addCountry') return { parties, countries: [...countries, ''], changed: 'countries' };
  return undefined;
}
