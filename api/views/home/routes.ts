import { readHome } from '#contract/views/home.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { type HomeDeps, readHome as read } from './service.ts';

/** Handler of the home page's endpoint. */
export function homeRoutes(deps: HomeDeps): Binding[] {
  return [bind(readHome, ({ query }, caller) => read(deps, caller, query))];
}
