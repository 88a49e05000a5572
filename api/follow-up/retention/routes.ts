import { exportCertificates, readRetention } from '#contract/views/retention.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { exportCertificates as exportAll } from './certificates.ts';
import { confirmListed, liftHold, placeHold } from './commands.ts';
import type { RetentionDeps } from './deps.ts';
import { showRetention } from './queries.ts';

/** Handlers of legal holds and destruction. */
export function retentionRoutes(deps: RetentionDeps): Binding[] {
  return [
    bind(readRetention, ({ query }, caller) => showRetention(deps, caller, query)),
    confirmListed.bind(deps),
    bind(exportCertificates, (_input, caller) => exportAll(deps, caller)),
    placeHold.bind(deps),
    liftHold.bind(deps),
  ];
}
