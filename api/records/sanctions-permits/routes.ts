import { listPermits } from '#contract/cdd/sanctions-permits.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { approvePermit, type PermitsDeps, recordPermit, withdrawPermit } from './commands.ts';
import { listPermitsFor } from './queries.ts';

/** Permits that lift a sanctions prohibition. */
export function sanctionsPermitsRoutes(deps: PermitsDeps): Binding[] {
  return [
    bind(listPermits, ({ params }, caller) => listPermitsFor(deps, caller, params.id)),
    recordPermit.bind(deps),
    approvePermit.bind(deps),
    withdrawPermit.bind(deps),
  ];
}
