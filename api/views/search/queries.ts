import type { Kysely } from 'kysely';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { searchEverything as searchEndpoint } from '#contract/views/search.ts';
import { bestByWords, wordRank } from '#rules/name-matching/word-rank.ts';
import { pageQuery as activityPage, getSearch } from '../../checks/activities/list-store.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import type { Schema, Trx } from '../../kernel/database/tables/schema.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { toListItem } from '../../records/clients/list/list.ts';
import { listPage } from '../../records/clients/list/list-store.ts';
import { getSearchQueries } from '../../records/clients/list/search-query.ts';
import { listTemplateRows } from '../../records/risk-templates/store.ts';
import { companyMembers } from '../../records/team/store.ts';

interface SearchDeps {
  db: Kysely<Schema>;
}

const handler = handlersFor<SearchDeps>();

type Found = EndpointResponse<typeof searchEndpoint>;

/** Records of each kind that are shown. */
const shown = 8;

/** Activities of which the best are shown: the newest of those that match. */
const rankedActivities = 200;

const nothing: Found = { clients: [], activities: [], people: [], templates: [] };

async function findClients(trx: Trx, text: string): Promise<Found['clients']> {
  const [query] = await getSearchQueries(trx, [text]);
  const wanted = { filters: {}, sort: 'best' as const, search: query, place: undefined, limit: shown };
  return (await listPage(trx, wanted)).rows.map(toListItem);
}

/** Activities named so before those of clients named so; within both the newest first. */
async function findActivities(trx: Trx, text: string): Promise<Found['activities']> {
  const query = await getSearch(trx, text);
  const wanted = { filters: {}, sort: 'newest' as const, search: query, place: undefined };
  const { rows } = await activityPage({ ...wanted, limit: rankedActivities }).execute(trx);
  return rows
    .map((row) => ({ ...row, rank: wordRank(`${row.reference} ${row.name}`, text) }))
    .sort((one, other) => other.rank - one.rank)
    .slice(0, shown)
    .map(({ id, reference, name, status, sanctions }) => ({ id, reference, name, status, sanctions }));
}

/** GET /search: the first records of each kind that match a text, best first. */
export const searchEverything = handler(searchEndpoint, async (deps, { query }, { company }) => {
  const text = query.q.trim();
  if (text === '') return nothing;
  return asTenant(deps.db, company.id, async (trx) => {
    const members = (await companyMembers(trx)).filter(({ active }) => active);
    const templates = await listTemplateRows(trx, { archived: false });
    return {
      clients: await findClients(trx, text),
      activities: await findActivities(trx, text),
      people: bestByWords(members, text, ({ name }) => name)
        .slice(0, shown)
        .map(({ id, name }) => ({ id, name })),
      templates: bestByWords(templates, text, ({ name }) => name)
        .slice(0, shown)
        .map(({ id, name, resource_type }) => ({ id, name, resourceType: resource_type })),
    };
  });
});
