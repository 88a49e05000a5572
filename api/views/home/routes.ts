import { readHome } from '#contract/home.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { type HomeDeps, readHome as read } from './service.ts';

/** The home page's endpoint with what answers it. */
export function homeRoutes(deps: HomeDeps): Binding[] {
  return [bind(readHome, (_input, caller) => read(deps, caller))];
}
