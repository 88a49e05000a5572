import { readDecisionBasis, readDiligence } from '#contract/cdd/cdd.ts';
import { type Binding, bind } from '../../kernel/http/bind-endpoint.ts';
import { recordFinding, withdrawFinding } from './findings.ts';
import { type DiligenceDeps, listDecisionBasis, readDiligence as read } from './service.ts';
import { approveClient, transitionClient } from './transitions.ts';

/** Handlers of the CDD endpoints. */
export function diligenceRoutes(deps: DiligenceDeps): Binding[] {
  return [
    bind(readDiligence, ({ params }, caller) => read(deps, caller, params.id)),
    bind(readDecisionBasis, ({ params }, caller) => listDecisionBasis(deps, caller, params.id)),
    recordFinding.bind(deps),
    withdrawFinding.bind(deps),
    transitionClient.bind(deps),
    approveClient.bind(deps),
  ];
}
