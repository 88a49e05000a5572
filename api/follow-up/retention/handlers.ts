import { exportCertificates, readRetention } from '#contract/views/retention.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { exportCertificates as exportAll } from './certificates.ts';
import { confirmListed, liftHold, placeHold } from './commands.ts';
import type { RetentionDeps } from './deps.ts';
import { showRetention } from './queries.ts';

const handler = handlersFor<RetentionDeps>();

/** Handlers of legal holds and destruction. */
export const retentionHandlers = [
  handler(readRetention, (deps, { query }, caller) => showRetention(deps, caller, query)),
  confirmListed,
  handler(exportCertificates, (deps, _input, caller) => exportAll(deps, caller)),
  placeHold,
  liftHold,
] as const;
