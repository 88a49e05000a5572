import { listAccessLog } from '#contract/access-log.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { type AccessLogDeps, readAccessLog } from './queries.ts';

const handler = handlersFor<AccessLogDeps>();

/** Handlers of the access log. */
export const accessLogHandlers = [
  handler(listAccessLog, (deps, { query }, caller) => readAccessLog(deps, caller, query)),
] as const;
