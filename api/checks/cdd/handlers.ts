import { recordFinding, withdrawFinding } from './findings.ts';
import { listDecisionBasis, readDiligence } from './service.ts';
import { approveClient, transitionClient } from './transitions.ts';

/** Handlers of the CDD endpoints. */
export const diligenceHandlers = [
  readDiligence,
  listDecisionBasis,
  recordFinding,
  withdrawFinding,
  transitionClient,
  approveClient,
] as const;
