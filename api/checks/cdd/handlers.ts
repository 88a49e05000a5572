import { readDecisionBasis, readDiligence } from '#contract/cdd/cdd.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { recordFinding, withdrawFinding } from './findings.ts';
import { type DiligenceDeps, listDecisionBasis, readDiligence as read } from './service.ts';
import { approveClient, transitionClient } from './transitions.ts';

const handler = handlersFor<DiligenceDeps>();

/** Handlers of the CDD endpoints. */
export const diligenceHandlers = [
  handler(readDiligence, (deps, { params }, caller) => read(deps, caller, params.id)),
  handler(readDecisionBasis, (deps, { params }, caller) => listDecisionBasis(deps, caller, params.id)),
  recordFinding,
  withdrawFinding,
  transitionClient,
  approveClient,
] as const;
