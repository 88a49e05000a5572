import { readHome } from '#contract/views/home.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { type HomeDeps, readHome as read } from './service.ts';

const handler = handlersFor<HomeDeps>();

/** Handler of the home page's endpoint. */
export const homeHandlers = [
  handler(readHome, (deps, { query }, caller) => read(deps, caller, query)),
] as const;
