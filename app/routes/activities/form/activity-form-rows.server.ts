import { listClients, readClient } from '#contract/clients/clients.ts';
import { capacities } from '#rules/activity-types.ts';
import { getMatch } from '../../../components/activities/client-matches.server.ts';
import { asTyped } from '../../../components/address/address-form.server.ts';
import type { PressedButton } from '../../../components/forms/form-actions.server.ts';
import { textIn } from '../../../components/forms/parse-form.server.ts';
import type { MainApi } from '../../../main-api/main-api.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import type { ActivityFormResult, PartyRow } from './activity-form-values.ts';

const maxMatches = 8;

/** Parties of a posted form, in order; closes gaps left by removed rows. */
export function getParties(form: FormData): PartyRow[] {
  const indexes = [...form.keys()].flatMap((key) => /^parties\[(\d{1,2})\]\.clientId$/.exec(key)?.[1] ?? []);
  return indexes.map((index) => ({
    clientId: textIn(form, `parties[${index}].clientId`),
    name: textIn(form, `parties[${index}].name`),
    capacity: capacities.find((known) => known === textIn(form, `parties[${index}].capacity`)) ?? 'customer',
  }));
}

/** Countries of a posted form, without unselected ones. */
export function getCountries(form: FormData): string[] {
  return form
    .getAll('fundsCountries')
    .filter((code): code is string => typeof code === 'string' && code !== '');
}

/** Writes rows back to the form, numbered from 0. */
function putRows(form: FormData, parties: readonly PartyRow[], countries: readonly string[]): void {
  for (const name of [...form.keys()]) if (/^parties\[/.test(name)) form.delete(name);
  parties.forEach(({ clientId, name, capacity }, index) => {
    form.set(`parties[${index}].clientId`, clientId);
    form.set(`parties[${index}].name`, name);
    form.set(`parties[${index}].capacity`, capacity);
  });
  form.delete('fundsCountries');
  for (const code of countries) form.append('fundsCountries', code);
}

async function findClients(api: MainApi, q: string): Promise<ActivityFormResult['clients']> {
  if (q === '') return { matches: [], problem: 'Type a name or a number of the client first' };
  const found = await api.submit(listClients, { query: { q, limit: maxMatches } });
  if (found.ok) return { matches: found.value.items.map(getMatch) };
  const { fields = {}, detail, title } = found.problem;
  return { matches: [], problem: fields.q?.join(' ') ?? detail ?? `${title}.` };
}

/** Renumbers the form's rows from 0; removed rows leave gaps. */
export function closeRowGaps(form: FormData): void {
  putRows(form, getParties(form), getCountries(form));
}

/** Whether Enter in the client search means "find": it contains text, and no version is being overwritten. */
export const hasUnansweredSearch = (form: FormData): boolean =>
  !form.has('overwriteVersion') && textIn(form, 'clientSearch').trim() !== '';

type Rows = Pick<ActivityFormResult, 'clients' | 'changed'> & { parties?: PartyRow[]; countries?: string[] };

/** The form again with its rows as they are now. */
const withRows = (form: FormData, { parties, countries, ...more }: Rows): ActivityFormResult => ({
  reply: asTyped(form),
  parties: parties ?? getParties(form),
  countries: countries ?? getCountries(form),
  ...more,
});

async function addParty({ api }: MemberArgs, form: FormData, { target: id }: PressedButton) {
  const parties = getParties(form);
  form.delete('clientSearch');
  if (parties.some(({ clientId }) => clientId === id)) return withRows(form, { changed: 'parties' });
  const client = await api.call(readClient, { params: { id } });
  const capacity = parties.length === 0 ? 'customer' : 'otherParty';
  const added: PartyRow = { clientId: client.id, name: client.displayName, capacity };
  return withRows(form, { parties: [...parties, added], changed: 'parties' });
}

/** Buttons that find, add and remove parties and countries without script. */
export const rowButtons = {
  findClient: async ({ api }: MemberArgs, form: FormData) =>
    withRows(form, { clients: await findClients(api, textIn(form, 'clientSearch').trim()) }),
  'addParty:': addParty,
  'removeParty:': (_args: MemberArgs, form: FormData, { target }: PressedButton) => {
    const parties = getParties(form).filter((_, index) => String(index) !== target);
    return withRows(form, { parties, changed: 'parties' });
  },
  addCountry: (_args: MemberArgs, form: FormData) =>
    withRows(form, { countries: [...getCountries(form), ''], changed: 'countries' }),
};
