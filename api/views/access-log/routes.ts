import { listAccessLog } from '#contract/access-log.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { type AccessLogDeps, readAccessLog } from './queries.ts';

/** Handlers of the access log. */
export function accessLogRoutes(deps: AccessLogDeps): Binding[] {
  return [bind(listAccessLog, ({ query }, caller) => readAccessLog(deps, caller, query))];
}
