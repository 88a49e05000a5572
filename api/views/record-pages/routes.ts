import { readClientPage } from '#contract/views/client-page.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { type ClientPageDeps, readClientPage as read } from './client-page.ts';

/** Handlers of the pages of records. */
export function recordPagesRoutes(deps: ClientPageDeps): Binding[] {
  return [bind(readClientPage, ({ params, query }, caller) => read(deps, caller, params.id, query))];
}
