import { searchEverything } from '#contract/views/search.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { type SearchDeps, search } from './queries.ts';

const handler = handlersFor<SearchDeps>();

/** Handler of the search over all records. */
export const searchHandlers = [
  handler(searchEverything, (deps, { query }, caller) => search(deps, caller, query.q)),
] as const;
