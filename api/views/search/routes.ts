import { searchEverything } from '#contract/views/search.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { type SearchDeps, search } from './queries.ts';

/** Handler of the search over all records. */
export function searchRoutes(deps: SearchDeps): Binding[] {
  return [bind(searchEverything, ({ query }, caller) => search(deps, caller, query.q))];
}
