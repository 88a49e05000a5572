import type { Client } from '#contract/clients/client-record.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { getSearchQueries } from './search-query.ts';
import { readBestMatches } from './search-store.ts';

/** Ids of the `atMost` clients with the most similar names, tolerating typing errors and other word orders. */
export async function clientsNamedLike(
  trx: Trx,
  names: readonly string[],
  kind: Client['kind'],
  atMost: number,
): Promise<string[]> {
  const queries = await getSearchQueries(trx, names);
  const conditionLists = queries.flatMap(({ exact, direct, near }) => [
    exact,
    near.length > 0 ? near : direct,
  ]);
  return readBestMatches(trx, conditionLists, kind, atMost);
}
