import { listPermits } from '#contract/cdd/sanctions-permits.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { approvePermit, type PermitsDeps, recordPermit, withdrawPermit } from './commands.ts';
import { listPermitsFor } from './queries.ts';

const handler = handlersFor<PermitsDeps>();

/** Permits that lift a sanctions prohibition. */
export const sanctionsPermitHandlers = [
  handler(listPermits, (deps, { params }, caller) => listPermitsFor(deps, caller, params.id)),
  recordPermit,
  approvePermit,
  withdrawPermit,
] as const;
